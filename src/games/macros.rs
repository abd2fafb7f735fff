//! What is made of the list of games.

/// Makes of the list in `games/mod.rs` all that has a place for each game: [`Rules`](super::Rules) and
/// [`AnyPosition`](super::AnyPosition) with their conversions, `with_game!`, and the presets.
///
/// `games! { @forward Trait { fn signature; ... } ... }` lets `AnyPosition` keep a trait: each call
/// goes to the game that it holds.
macro_rules! games {
    ($($(#[$doc:meta])* $Game:ident => $game:ident,)+) => {
        /// The rules of any game, tagged by the game's name.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(tag = "game", rename_all = "snake_case")]
        pub enum Rules {
            $($(#[$doc])* $Game($game::Options),)+
        }

        /// A position of any game.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum AnyPosition {
            $($(#[$doc])* $Game($game::$Game),)+
        }

        $(
            impl From<$game::Options> for Rules {
                fn from(options: $game::Options) -> Self {
                    Self::$Game(options)
                }
            }

            impl From<$game::$Game> for AnyPosition {
                fn from(position: $game::$Game) -> Self {
                    Self::$Game(position)
                }
            }

            impl Registered for $game::$Game {
                fn inside(any: &AnyPosition) -> Option<&Self> {
                    if let AnyPosition::$Game(position) = any { Some(position) } else { None }
                }
            }
        )+

        /// Every preset (G7), in the order of the list of games.
        pub const PRESETS: &[PresetInfo] = &{
            const COUNT: usize = 0 $(+ <$game::Options as position::Rules>::PRESETS.len())+;
            let mut all = [PresetInfo { name: "", title: "", summary: "" }; COUNT];
            let mut place = 0;
            $(
                let mut index = 0;
                while index < <$game::Options as position::Rules>::PRESETS.len() {
                    let preset = &<$game::Options as position::Rules>::PRESETS[index];
                    let (name, title, summary) = (preset.name, preset.title, preset.summary);
                    all[place] = PresetInfo { name, title, summary };
                    index += 1;
                    place += 1;
                }
            )+
            all
        };

        /// The rules of a preset as its game writes them.
        fn preset_rules(name: &str) -> Option<Rules> {
            $(
                let own = <$game::Options as position::Rules>::PRESETS;
                if let Some(preset) = own.iter().find(|preset| preset.name == name) {
                    return Some(Rules::$Game((preset.rules)()));
                }
            )+
            None
        }

        games! { @dispatch ($) $($Game)+ }
    };

    // The `$` of the macro that is made here has to come from outside.
    (@dispatch ($d:tt) $($Game:ident)+) => {
        /// Runs one expression with what an enum of games (`Rules`, `AnyPosition`) holds.
        #[macro_export]
        macro_rules! with_game {
            ($d enum:ident, $d value:expr, $d inner:ident => $d body:expr) => {
                match $d value {
                    $($d enum::$Game($d inner) => $d body,)+
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
