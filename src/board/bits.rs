//! The bits of a word, one after the other: rows of a board and sets of points are words.

use num_traits::PrimInt;

/// The numbers of the bits that are 1, ascending. The innermost loops of random play and of kernels
/// do the same by hand, which takes fewer instructions.
///
/// ```
/// use fivefold::board::ones;
///
/// assert!(ones(0b1001_0100_u16).eq([2, 4, 7]));
/// ```
#[inline]
pub fn ones<W: PrimInt>(mut word: W) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != W::zero()).then(|| {
            let bit = word.trailing_zeros();
            word = word & (word - W::one());
            bit
        })
    })
}
