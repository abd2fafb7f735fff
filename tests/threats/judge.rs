//! Plain judges: whatever a position does not say itself is found by playing every legal action.

use fivefold::games::AnyPosition;
use fivefold::position::{Action, Decider, Player, Position, winning_by_trying};
use fivefold::threats::ForcedWin;

pub fn legal(position: &AnyPosition) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

pub fn after(position: &AnyPosition, action: Action) -> AnyPosition {
    assert!(position.is_legal(action), "an illegal action");
    let mut next = position.clone();
    next.play_unchecked(action);
    next
}

pub fn has_won(position: &AnyPosition, player: Player) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winners.contains(&player))
}

/// Can the seat to decide win at once?
pub fn wins_at_once(position: &AnyPosition) -> bool {
    let mut actions = Vec::new();
    winning_by_trying(position, &mut actions);
    !actions.is_empty()
}

/// Does the seat win in at most `moves` moves of its own, each but the last of which threatens to
/// win at once? It is to decide.
pub fn wins_by_fours(position: &AnyPosition, player: Player, moves: u32) -> bool {
    if position.decider() != Decider::Player(player) || moves == 0 {
        return false;
    }
    if wins_at_once(position) {
        return true;
    }
    moves > 1
        && legal(position).into_iter().any(|attack| {
            let next = after(position, attack);
            if next.decider() == Decider::Over || wins_at_once(&next) {
                return false;
            }
            // What is not lost at once; with a quiet move, that is every answer.
            let (mut answers, mut open) = (0, Vec::new());
            for answer in legal(&next) {
                answers += 1;
                let then = after(&next, answer);
                if !has_won(&then, player) && !wins_at_once(&then) {
                    open.push(then);
                }
                // A quiet move leaves nearly every answer open.
                if open.len() > 12 {
                    return false;
                }
            }
            open.len() < answers && open.iter().all(|then| wins_by_fours(then, player, moves - 1))
        })
}

/// Judges a win with its proof: every legal answer to every attack is tried.
pub fn check(position: &AnyPosition, win: &ForcedWin) {
    let player = check_line(position, win);
    check_branch(position, player, win, &mut Vec::new());
}

/// Judges the line of a win alone, and says who wins.
pub fn check_line(position: &AnyPosition, win: &ForcedWin) -> Player {
    let Decider::Player(player) = position.decider() else { panic!("nobody is to decide") };
    let mut at = position.clone();
    for &action in &win.line {
        at = after(&at, action);
    }
    assert!(has_won(&at, player), "the line does not win:\n{position}");
    assert_eq!(win.line.len() % 2, 1);
    player
}

fn check_branch(
    position: &AnyPosition,
    player: Player,
    win: &ForcedWin,
    seen: &mut Vec<AnyPosition>,
) {
    if seen.contains(position) {
        return;
    }
    seen.push(position.clone());
    let entry = entry_of(position, win).unwrap_or_else(|| panic!("no entry for\n{position}"));
    let line: Vec<_> = entry.line.iter().map(|point| Action(point.0)).collect();
    let Some(attack) = entry.attack else {
        assert!(fours_win(position, player, &line), "no win by {line:?}:\n{position}");
        return;
    };
    let next = after(position, Action(attack.0));
    if has_won(&next, player) {
        return;
    }
    assert!(next.decider() != Decider::Over && !wins_at_once(&next), "{attack:?}\n{position}");
    for answer in legal(&next) {
        let then = after(&next, answer);
        if has_won(&then, player) {
            continue;
        }
        assert!(then.decider() != Decider::Over, "{attack:?} {answer:?} ends\n{position}");
        if wins_at_once(&then) || !line.is_empty() && fours_win(&then, player, &line) {
            continue;
        }
        if entry_of(&then, win).is_some() {
            check_branch(&then, player, win, seen);
        } else {
            panic!("after {attack:?} nothing is found of {answer:?}:\n{position}");
        }
    }
}

fn entry_of<'a>(
    position: &AnyPosition,
    win: &'a ForcedWin,
) -> Option<&'a fivefold::threats::ProofEntry> {
    let mut stones = [Vec::new(), Vec::new()];
    let [rows, columns] = match position {
        AnyPosition::Pagoda(inner) => [inner.grid().size().rows, inner.grid().size().columns],
        AnyPosition::Gomoku(inner) => [inner.grid().size().rows, inner.grid().size().columns],
        AnyPosition::Renju(inner) => [inner.grid().size().rows, inner.grid().size().columns],
        _ => unreachable!(),
    };
    let mut board = vec![0; usize::from(rows) * usize::from(columns)];
    fivefold::position::Arrays::fill_board(position, &mut board);
    for (point, &cell) in board.iter().enumerate().filter(|(_, cell)| **cell != 0) {
        let own = cell as usize - 1 == win.colour.index();
        stones[usize::from(!own)].push(fivefold::board::Point(point as u16));
    }
    win.proof.iter().find(|entry| entry.stones == stones)
}

/// Do these continuous fours win: attack, answer, attack ...? Where the position has captures, or
/// the line is another after an answer, every attack is tried.
pub fn fours_win(position: &AnyPosition, player: Player, line: &[Action]) -> bool {
    if wins_at_once(position) {
        return true;
    }
    let Some((&attack, rest)) = line.split_first() else { return false };
    if !position.is_legal(attack) {
        return false;
    }
    let next = after(position, attack);
    if next.decider() == Decider::Over || wins_at_once(&next) {
        return false;
    }
    legal(&next).into_iter().all(|answer| {
        let then = after(&next, answer);
        if has_won(&then, player) {
            return true;
        }
        if then.decider() == Decider::Over {
            return false;
        }
        let rest = rest.split_first().filter(|(known, _)| **known == answer);
        wins_at_once(&then)
            || rest.is_some_and(|(_, rest)| fours_win(&then, player, rest))
            || matches!(position, AnyPosition::Pagoda(_))
                && wins_by_fours(&then, player, line.len() as u32 / 2 + 3)
    })
}
