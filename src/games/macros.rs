//! What is made of the list of games.

/// Makes of the list in `games/mod.rs` all that has a place for each game: [`Rules`](super::Rules) and
/// [`AnyPosition`](super::AnyPosition) with their conversions, `with_game!`, and the presets.
///
/// `games! { @forward Trait { fn signature; ... } ... }` lets `AnyPosition` keep a trait: each call
/// goes to the game that it holds.
macro_rules! games {
    ($($(#[doc = $doc:literal])+ $(#[cfg($($cfg:tt)+)])? $Game:ident => $game:ident,)+) => {
        /// The rules of any game, tagged by the game's name.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(tag = "game", rename_all = "snake_case")]
        pub enum Rules {
            $($(#[doc = $doc])+ $(#[cfg($($cfg)+)])? $Game($game::Options),)+
        }

        /// A position of any game.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum AnyPosition {
            $($(#[doc = $doc])+ $(#[cfg($($cfg)+)])? $Game($game::$Game),)+
        }

        $(
            $(#[cfg($($cfg)+)])?
            impl From<$game::Options> for Rules {
                fn from(options: $game::Options) -> Self {
                    Self::$Game(options)
                }
            }

            $(#[cfg($($cfg)+)])?
            impl From<$game::$Game> for AnyPosition {
                fn from(position: $game::$Game) -> Self {
                    Self::$Game(position)
                }
            }

            $(#[cfg($($cfg)+)])?
            impl Registered for $game::$Game {
                fn inside(any: &AnyPosition) -> Option<&Self> {
                    if let AnyPosition::$Game(position) = any { Some(position) } else { None }
                }
            }
        )+

        const NUM_PRESETS: usize = {
            let mut count = 0;
            $(
                $(#[cfg($($cfg)+)])?
                {
                    count += <$game::Options as position::Rules>::PRESETS.len();
                }
            )+
            count
        };

        /// Every preset (G7), in the order of the list of games.
        pub const PRESETS: &[PresetInfo] = &{
            let mut all = [PresetInfo { name: "", title: "", summary: "" }; NUM_PRESETS];
            let mut place = 0;
            $(
                $(#[cfg($($cfg)+)])?
                {
                    let own = <$game::Options as position::Rules>::PRESETS;
                    let mut index = 0;
                    while index < own.len() {
                        let (name, title) = (own[index].name, own[index].title);
                        all[place] = PresetInfo { name, title, summary: own[index].summary };
                        index += 1;
                        place += 1;
                    }
                }
            )+
            all
        };

        /// The rules of a preset as its game writes them.
        fn preset_rules(name: &str) -> Option<Rules> {
            $(
                $(#[cfg($($cfg)+)])?
                {
                    let own = <$game::Options as position::Rules>::PRESETS;
                    if let Some(preset) = own.iter().find(|preset| preset.name == name) {
                        return Some(Rules::$Game((preset.rules)()));
                    }
                }
            )+
            None
        }

        games! { @dispatch ($) $([$(#[cfg($($cfg)+)])? $Game])+ }
    };

    // The `$` of the macro that is made here has to come from outside.
    (@dispatch ($d:tt) $([$(#[$cfg:meta])? $Game:ident])+) => {
        /// Runs one expression with what an enum of games (`Rules`, `AnyPosition`) holds.
        #[macro_export]
        macro_rules! with_game {
            ($d enum:ident, $d value:expr, $d inner:ident => $d body:expr) => {
                match $d value {
                    $($(#[$cfg])? $d enum::$Game($d inner) => $d body,)+
                }
            };
        }
    };

    (@forward $($Trait:ident { $(fn $method:ident($($input:tt)*) $(-> $output:ty)?;)* })+) => {
        $(
            impl $Trait for AnyPosition {
                $(
                    fn $method($($input)*) $(-> $output)? {
                        games!(@call $method($($input)*))
                    }
                )*
            }
        )+
    };
    (@call $method:ident(&$me:ident $(, $name:ident: $type:ty)*)) => {
        with_game!(AnyPosition, $me, position => position.$method($($name),*).into())
    };
    (@call $method:ident(&mut $me:ident $(, $name:ident: $type:ty)*)) => {
        with_game!(AnyPosition, $me, position => position.$method($($name),*).into())
    };
}
