//! Results in the words of many languages: whose stones, and whether they won, lost, or gave up.
//!
//! Stems stand at the beginning of a word, but those of scripts without blanks anywhere. The stems of a
//! language count together alone: `must` is black in Estonian, and nothing beside English verbs.

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The other side gave up.
    Resigned,
    /// The other side ran out of time.
    Time,
    /// It is not stated, or in other words.
    Other,
}

/// Stems of languages that share words.
struct Language {
    black: &'static [&'static str],
    white: &'static [&'static str],
    wins: &'static [&'static str],
    loses: &'static [&'static str],
    /// Of `loses` or of the way to win: the game was given up.
    resigns: &'static [&'static str],
}

const LANGUAGES: [Language; 13] = [
    Language {
        black: &["black", "first player", "1st player", "player 1"],
        white: &["white", "second player", "2nd player", "player 2"],
        wins: &["win", "won", "victor"],
        loses: &["los", "forfeit"],
        resigns: &["resign", "surrender", "concede", "retire", "gives up", "gave up", "given up"],
    },
    // Chinese and Japanese.
    Language {
        black: &["黑", "黒", "先手"],
        white: &["白", "后手", "後手"],
        wins: &["胜", "勝"],
        loses: &["负", "負", "敗", "败"],
        resigns: &["中盘", "中盤", "中押", "认输", "認輸", "投了"],
    },
    // Korean.
    Language {
        black: &["흑"],
        white: &["백"],
        wins: &["승"],
        loses: &["패"],
        resigns: &["불계", "기권"],
    },
    // Russian, Ukrainian, Bulgarian.
    Language {
        black: &["чёрн", "черн", "чорн"],
        white: &["бел", "біл", "бял"],
        wins: &["побед", "выигр", "перемог", "перемаг", "вигра", "печел", "спечел"],
        loses: &["проигр", "програ", "загуб"],
        resigns: &["сдал", "сда", "здал", "предад"],
    },
    // Czech, Slovak, Polish, Croatian, Slovene.
    Language {
        black: &["čern", "čiern", "czarn", "crn", "črn"],
        white: &["bíl", "biel", "biał", "bijel", "bel"],
        wins: &["vyhr", "víťaz", "zvít", "wygr", "zwyci", "pobij", "pobed", "zmag"],
        loses: &["prohr", "prehr", "przegr", "izgub"],
        resigns: &["vzdal", "podda", "preda"],
    },
    // German and Dutch.
    Language {
        black: &["schwarz", "zwart"],
        white: &["weiss", "weiß", "wit "],
        wins: &["gewinn", "gewonn", "sieg", "wint", "won", "winnen"],
        loses: &["verlor", "verlier", "verlies", "verloor"],
        resigns: &[
            "aufgabe",
            "aufgegeben",
            "gibt auf",
            "gab auf",
            "geeft op",
            "gaf op",
            "opgegeven",
        ],
    },
    // French, Spanish, Italian, Portuguese.
    Language {
        black: &["noir", "negr", "nero", "neri", "pret"],
        white: &["blanc", "bianc", "branc"],
        wins: &["gagn", "gan", "vinc", "venc", "vainq", "vict", "vitt", "vitó"],
        loses: &["perd", "pierd"],
        resigns: &["abandon", "abbandon", "desist", "rind"],
    },
    // Swedish, Norwegian, Danish.
    Language {
        black: &["svart", "sort"],
        white: &["vit ", "vita ", "hvit", "hvid"],
        wins: &["vinn", "vann", "vant", "vind", "vandt", "seier", "sejr", "seger"],
        loses: &["förlor", "taper", "tapt", "taber", "tabt"],
        resigns: &[
            "ger upp", "gav upp", "gir opp", "ga opp", "giver op", "gav op", "opgiv", "opgav",
        ],
    },
    // Finnish and Estonian.
    Language {
        black: &["must"],
        white: &["valk", "valge"],
        wins: &["voitt", "võit", "võid"],
        loses: &["häv", "kaot"],
        resigns: &["luovut", "alist"],
    },
    // Hungarian.
    Language {
        black: &["sötét", "fekete"],
        white: &["világos", "fehér"],
        wins: &["nyer", "győz"],
        loses: &["vesz"],
        resigns: &["felad"],
    },
    // Turkish.
    Language {
        black: &["siyah"],
        white: &["beyaz"],
        wins: &["kazan"],
        loses: &["kaybe"],
        resigns: &["terk", "çekil"],
    },
    // Vietnamese.
    Language {
        black: &["đen"],
        white: &["trắng"],
        wins: &["thắng"],
        loses: &["thua"],
        resigns: &["đầu hàng", "bỏ cuộc"],
    },
    // Latvian and Lithuanian.
    Language {
        black: &["meln", "juod"],
        white: &["balt"],
        wins: &["uzvar", "laim"],
        loses: &["zaud", "pralaim"],
        resigns: &["padev", "pasidav"],
    },
];
/// Out of time.
const CLOCKS: [&str; 13] = [
    "time",
    "overtime",
    "flag",
    "ran out of",
    "zeit",
    "врем",
    "temps",
    "tiempo",
    "tempo",
    "超时",
    "超時",
    "時間",
    "시간",
];
/// A draw, where no side is named; figures and signs stand for one alone.
const DRAWS: [&str; 33] = [
    "draw",
    "jigo",
    "tie ",
    "tied ",
    "stalemate",
    "remis",
    "remíz",
    "unentschieden",
    "nulle",
    "match nul",
    "empat",
    "tablas",
    "patt",
    "paregg",
    "ничь",
    "нічи",
    "oavgjort",
    "uavgjort",
    "uafgjort",
    "viik",
    "tasapeli",
    "döntetlen",
    "berabere",
    "hòa",
    "neizšķirt",
    "lygi",
    "gelijkspel",
    "和棋",
    "和局",
    "平局",
    "引分",
    "引き分",
    "持碁",
];
const DRAWN: [&str; 16] = [
    "0",
    "d",
    "=",
    "1/2",
    "1/2-1/2",
    "½",
    "½-½",
    "0.5",
    "0.5-0.5",
    ".5-.5",
    "和",
    "平",
    "無勝負",
    "무승부",
    "비김",
    "partie nulle",
];
/// What is denied or still to come is no result.
const NOT_SO: [&str; 14] = [
    "not ", "no ", "never ", "to win", "to move", "to play", "nicht ", "kein", "pas ", "не ",
    "нет ", "ikke ", "inte ", "nie ",
];

/// Does a text mean a draw, and nothing else?
pub fn is_draw(text: &str) -> bool {
    DRAWN.contains(&text.replace(':', "-").as_str())
}

/// `b`, `black`, 黑 and the like, and nothing else.
pub fn parse_side(word: &str) -> Option<u8> {
    match word {
        "b" => Some(0),
        "w" => Some(1),
        _ => {
            let of = |stems: fn(&Language) -> &[&str]| {
                LANGUAGES.iter().any(|one| stems(one).iter().any(|stem| stem.trim() == word))
            };
            match (of(|one| one.black), of(|one| one.white)) {
                (true, _) => Some(0),
                (_, true) => Some(1),
                _ => None,
            }
        }
    }
}

/// How a game was won, as words in small letters say.
pub fn how(text: &str) -> Why {
    if LANGUAGES.iter().any(|one| first(text, one.resigns).is_some()) {
        Why::Resigned
    } else if first(text, &CLOCKS).is_some() {
        Why::Time
    } else {
        Why::Other
    }
}

/// Who won, as words in small letters say: side 0 or 1, or nobody.
pub fn in_words(text: &str) -> Option<(Option<u8>, Why)> {
    if text.ends_with(['?', '？']) || text.contains("n't") || first(text, &NOT_SO).is_some() {
        return None;
    }
    let named = LANGUAGES.iter().find_map(|language| winner_in(text, language));
    if let Some(winner) = named {
        return Some((Some(winner), how(text)));
    }
    let named = |one: &Language| sides_in(text, one) != [None, None];
    let drawn = first(text, &DRAWS).is_some() && !LANGUAGES.iter().any(named);
    drawn.then_some((None, Why::Other))
}

fn winner_in(text: &str, language: &Language) -> Option<u8> {
    let places = sides_in(text, language);
    let wins = first(text, language.wins);
    let loses = || first(text, language.loses).or_else(|| first(text, language.resigns));
    let verb = wins.or_else(loses).or_else(|| first(text, &CLOCKS))?;
    // Of two sides the one that stands next before the verb.
    let side = match places {
        [Some(_), None] => 0,
        [None, Some(_)] => 1,
        [Some(black), Some(white)] => match (black < verb, white < verb) {
            (true, true) => u8::from(white > black),
            (true, false) => 0,
            (false, true) => 1,
            (false, false) => return None,
        },
        [None, None] => return None,
    };
    Some(if wins.is_some() { side } else { 1 - side })
}

fn sides_in(text: &str, language: &Language) -> [Option<usize>; 2] {
    let mut places = [first(text, language.black), first(text, language.white)];
    // A letter alone is a side too: `B win`, `w wins`.
    for (place, word) in split_words(text) {
        match word {
            "b" => places[0] = places[0].or(Some(place)),
            "w" => places[1] = places[1].or(Some(place)),
            _ => {}
        }
    }
    places
}

/// Where the first of some stems stands.
fn first(text: &str, stems: &[&str]) -> Option<usize> {
    stems.iter().filter_map(|stem| find_stem(text, stem)).min()
}

fn find_stem(text: &str, stem: &str) -> Option<usize> {
    // A blank at the end of a stem: it is a whole word.
    let (bare, whole) = (stem.trim_end(), stem.ends_with(' '));
    // Han and Hangul are written without blanks between words.
    let anywhere = bare.starts_with(|letter| letter >= '\u{1100}');
    text.match_indices(bare).map(|(place, _)| place).find(|&place| {
        let before = text[..place].chars().next_back();
        let after = text[place + bare.len()..].chars().next();
        (anywhere || !before.is_some_and(char::is_alphabetic))
            && !(whole && after.is_some_and(char::is_alphabetic))
    })
}

fn split_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(|letter: char| !letter.is_alphanumeric())
        .map(move |word| (word.as_ptr() as usize - start, word))
}
