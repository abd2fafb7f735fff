"""Whether a player plays these rules: refused where it is named, not at its first move."""

from __future__ import annotations

import json
from typing import Any

from fivefold._core import Rules, WrongGameError
from fivefold._core.players import choose_actions

from .base import NativePlayer, as_seeds
from .gomocup import GomocupPlayer, rule_number
from .mixed import MixedPlayer
from .net import NetworkPlayer
from .policies import PolicyPlayer

__all__ = ["check_plays"]

# With these a decision of any player takes no time.
MIN: dict[str, Any] = {"simulations": 1, "nodes": 1, "lookahead": 0, "seconds": None}


def check_plays(player: Any, rules: Rules) -> None:
    """Refuse a player that does not play these rules, as far as that is known without asking it.

    Parameters
    ----------
    player : Player
        Functions and programs of others are not asked.
    rules : Rules
        What shall be played.

    Raises
    ------
    WrongGameError
        It does not play them.

    Examples
    --------
    >>> import fivefold as ff
    >>> check_plays(ff.players.make("racer"), ff.rules("pentagame"))
    >>> check_plays(ff.players.make("threats"), ff.rules("pah_tum"))
    Traceback (most recent call last):
    fivefold.WrongGameError: threats plays games in which rows of stones win: this is a position of 'pah_tum'
    """
    if isinstance(player, NetworkPlayer):
        player.network(rules)
    elif isinstance(player, GomocupPlayer):
        rule_number(rules)
    elif isinstance(player, PolicyPlayer):
        check_spaces(player, rules)
    elif isinstance(player, MixedPlayer):
        for one in player.pair:
            check_plays(one, rules)
    elif isinstance(player, NativePlayer):
        position = rules.start(seed=0)
        while position.player < 0 and not position.is_over:
            position = position.play(int(position.legal_actions()[0]))
        kind = json.loads(player.kind)
        kind |= {key: value for key, value in MIN.items() if key in kind}
        choose_actions(json.dumps(kind), [position], as_seeds([0]))


def check_spaces(player: PolicyPlayer, rules: Rules) -> None:
    """Refuse a policy that says it has other observations or actions than the rules."""
    seen = getattr(getattr(player.policy, "observation_space", None), "shape", None)
    number = getattr(getattr(player.policy, "action_space", None), "n", None)
    due = (rules.observation_shape, rules.num_actions)
    if (seen or due[0], number or due[1]) != due:
        raise WrongGameError(
            f"{player.name} takes observations {seen} and has {number} actions, where {rules} give "
            f"{due[0]} and {due[1]}"
        )
