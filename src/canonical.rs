//! One position to stand for all its images.

use crate::position::{Position, Symmetry};

/// The image with the least key, and the index of the first motion that leads there. Positions
/// that are images of each other have the same one.
pub fn canonical<P: Position>(position: &P, motions: &[Symmetry]) -> (usize, P) {
    let mut best = (0, position.clone(), position.key());
    for (index, motion) in motions.iter().enumerate() {
        let image = position.image(motion);
        let key = image.key();
        if key < best.2 {
            best = (index, image, key);
        }
    }
    (best.0, best.1)
}
