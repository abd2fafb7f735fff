"""Games as text, for language models: prompts, answers, twins, and players that answer in text.

Nothing here calls a model. A model is any function that takes a prompt and returns text.

Examples
--------
>>> import fivefold as ff
>>> position = ff.rules("freestyle", size=9).start().play_all("e5 d5")
>>> text = ff.text.prompt(position)
>>> "White to move" in text, "Black to move" in text
(False, True)
>>> answer = ff.text.parse("White threatens f5. So I play **E6**.", position)
>>> answer.move, answer.problem
('e6', None)
>>> ff.text.parse("d5!", position).rule
'E5'
"""

from __future__ import annotations

from fivefold._guard import guarded

from ._answers import Answer, parse, rethink
from ._player import Attempt, LanguagePlayer
from ._prompts import prompt, rules_text
from ._twins import Twin

__all__ = ["Answer", "Attempt", "LanguagePlayer", "Twin", "parse", "prompt", "rethink", "rules_text"]

__dir__ = __all__.copy

guarded(globals())
