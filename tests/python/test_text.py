"""Games in words: prompts, answers of every kind, twins, and scripted models that play matches."""

import re
from typing import Any

import numpy as np
import pytest

import fivefold as ff
from fivefold.envs import kaggle

GRID = ff.rules("freestyle", size=9).start().play_all("e5 d5")


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("e6", "e6"),
        ("E6.", "e6"),
        ("**e-6**", "e6"),
        ("I play `e6`!", "e6"),
        ("First a1 looks good. But no: I choose e6.", "e6"),
        ('Some thoughts about a1.\n```json\n{"move": "e6"}\n```', "e6"),
        ("Final answer: e6", "e6"),
        ("column e, row 6", "e6"),
        ("row 6 and column e", "e6"),
        ("(5, 6)", "e6"),
        ("<think>a1, b2, c3</think>e6", "e6"),
        ("It makes a 3 and a 4, so e6", "e6"),
        ("\u201cE6\u201d", "e6"),
        ("\uff25\uff16", "e6"),
        ("e\u200b6\u200b", "e6"),
        ("e\u00a06", "e6"),
        ("$\\boxed{e6}$", "e6"),
        ("<answer>e6</answer>", "e6"),
        ("(E, 6)", "e6"),
        ("[5, 6]", "e6"),
        ("6e", "e6"),
        ("column 5, row 6", "e6"),
        ("e6, not e7", "e6"),
        ("e6 (instead of a1)", "e6"),
        ("I don't play a1, I play e6", "e6"),
        ("e6, threatening e7", "e6"),
        ("I place it at e6, next to d4", "e6"),
        ("Best move: e6 because of a1", "e6"),
        ("Answer: e6, since e5 is taken", "e6"),
        ("e6, which blocks e5 and d5", "e6"),
        ("e6xe7", "e6"),
        ('{"move": "e, 6"}', "e6"),
        ("<thinking>a1</THINKING>e6<think>b2", "b2"),
    ],
)
def test_a_move_is_read_in_every_notation(answer: str, move: str) -> None:
    assert ff.text.parse(answer, GRID).move == move


@pytest.mark.parametrize("text", ["e6 ", " ", "move ", "<think>", "\u2013", "not ", "{", "answer", "\n"])
def test_an_answer_may_be_huge(text: str) -> None:
    """Time and memory grow with the length alone: with its square these would take hours or all memory."""
    times = 20_000 if "e6" in text else 200_000
    assert ff.text.parse(text * times + "\nI play f6.", GRID).move == "f6"
    assert kaggle.parse_response(text * times + "\nI play f6.", ["e6", "f6"])[0] == "f6"


def test_what_is_ambiguous_is_said() -> None:
    read = ff.text.parse("Either a1 or e6", GRID)
    assert (read.move, read.also) == ("e6", ("a1",))
    assert "several moves" in str(read.problem)


@pytest.mark.parametrize(
    ("preset", "moves", "answer", "move"),
    [
        ("pah_tum", "", "Row 4, column D.", "d4"),
        ("pente", "k10 l11 l10 o9", "J9, capturing K10 and L11", "j9"),
        ("pente", "k10 l11 l10 o9", "I capture two stones by playing J9xK10", "j9"),
        ("pentagame", "", "a(A\u2192c)", "a(A->c)"),
        ("pentagame", "", "a (A =&gt; c), my move", "a(A->c)"),
        ("renju", "h8", "not pass: h9", "h9"),
    ],
)
def test_each_game_is_read_in_its_own_words(preset: str, moves: str, answer: str, move: str) -> None:
    assert ff.text.parse(answer, ff.rules(preset).start(seed=1).play_all(moves)).move == move


def test_choices_are_read_and_what_is_declined_is_not() -> None:
    position = ff.rules("gomoku", opening="swap2").start().play_all("h8 h9 i8")
    assert ff.text.parse("I would like to **Swap**.", position).move == "swap"
    assert ff.text.parse("I will not swap", position).named is None
    assert ff.text.parse("don't swap; keep", position).move == "keep"


def test_the_case_of_letters_decides_where_only_it_differs() -> None:
    """Capitals are corners and small letters crossings of a star: the harness mixes them up no more."""
    for legal in (["a(A->c)", "a(A->C)"], ["a(A->C)", "a(A->c)"]):
        for move in legal:
            assert kaggle.parse_response(f"I play {move}.", legal).legal_action == move


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("e5", "E5"),
        ("pass", "G5"),
        ("z99", "E5"),
        ("I have no idea.", None),
        ("", None),
        ("\u0435\u0036", None),  # a Cyrillic letter
        ("e\u0666", None),  # an Arabic digit
        ("action 52", None),
        ("e2e4", None),
        ("Qe6", "E5"),
    ],
)
def test_an_answer_without_a_legal_move_says_why(answer: str, rule: str | None) -> None:
    read = ff.text.parse(answer, GRID)
    assert (read.move, read.action, read.rule) == (None, None, rule)
    assert read.problem
    again = ff.text.rethink(answer, GRID)
    assert again.startswith(read.problem)
    assert rule is None or rule in again


def test_a_model_that_resigns_is_told_that_this_is_no_move() -> None:
    assert "resigning is no move" in ff.text.rethink("I resign.", GRID)


def test_a_foul_of_renju_is_refused_by_its_rule() -> None:
    position = ff.rules("renju").start().play_all("h8 h9 i8 j9 g7 a1 g6 a3")
    assert ff.text.parse("g8", position).rule == "R6"


@pytest.mark.parametrize("preset", ff.presets())
def test_prompts_and_answers_serve_every_preset(preset: str) -> None:
    """Legal moves come back from prose; the prompt lists them only if asked to."""
    random = np.random.default_rng(2)
    record = ff.Record(ff.rules(preset).start(seed=3))
    assert not re.search(r"\bsee [A-Z]|\bthis page\b", ff.text.rules_text(record.rules))
    for _ in range(8):
        position = record.position
        if position.is_over:
            break
        text = ff.text.prompt(record)
        assert ff.text.rules_text(position.rules) in text
        assert "Legal moves" not in text
        assert "Legal moves" in ff.text.prompt(position, style="short", legal_moves=True)
        for action in random.choice(position.legal_actions(), 5):
            move = position.move(int(action))
            assert ff.text.parse(f"I have thought. My move: {move}", position).action == action
            assert ff.text.parse(f"So I play {move}", position).action == action
        record.push(move)


@pytest.mark.parametrize("preset", ff.presets())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_twin_is_the_same_game_under_other_names(preset: str, seed: int) -> None:
    position = ff.rules(preset).start(seed=3)
    twin = ff.text.Twin(position.rules, seed)
    random = np.random.default_rng(seed)
    for step in range(80):
        if position.is_over:
            break
        action = int(random.choice(position.legal_actions()))
        written = twin.write(action, position)
        assert twin.parse(f"My move: {written}", position).action == action
        if step < 6:
            prompt = twin.prompt(position)
            assert twin.name in prompt
            assert preset not in prompt.lower()
        position = position.play(action)


@pytest.mark.parametrize(
    ("preset", "answers"),
    [
        ("freestyle", ["d6", "D-6", '{"move": "d6"}', "h8 is the centre, so h9"]),
        ("pentagame", ["a(A->c)", '{"move": "a(A->A-1-B)"}']),
    ],
)
def test_a_twin_takes_no_answers_in_the_notation_of_the_game(preset: str, answers: list[str]) -> None:
    """Who recites moves of the game itself has not read the prompt."""
    position = ff.rules(preset).start(seed=1)
    for seed in range(4):
        twin = ff.text.Twin(position.rules, seed)
        assert [twin.parse(answer, position).move for answer in answers] == [None] * len(answers)


def test_a_twin_writes_captures_in_its_words() -> None:
    position, random = ff.rules("custodial_pah_tum").start(seed=1), np.random.default_rng(0)
    while not (captures := [move for move in position.legal_moves() if "x" in move]):
        position = position.play(int(random.choice(position.legal_actions())))
    for seed in range(4):
        twin = ff.text.Twin(position.rules, seed)
        for move in captures:
            written = twin.write(move, position)
            assert re.fullmatch(r"r\d+c\d+x(r\d+c\d+)?", written)
            assert twin.parse(f"I play {written}.", position).move == move


@pytest.mark.parametrize("seed", range(4))
def test_the_rules_of_a_twin_call_the_pieces_of_a_star_by_its_letters(seed: int) -> None:
    """Moves name them so: a model could not find out which piece is which."""
    position = ff.rules("pentagame").start(seed=1)
    law = " ".join(ff.text.Twin(position.rules, seed).prompt(position).split())
    named = re.search(r"The colours: (\w) white, (\w) blue, (\w) red, (\w) yellow, (\w) green", law)
    assert named is not None
    letters = "".join(named.groups())
    assert f"five corners ``{letters[0].upper()}`` to ``{letters[4].upper()}``" in law
    assert letters not in ("abcde", "")


def play(model: Any, games: int = 4, **options: Any) -> tuple[ff.text.LanguagePlayer, Any]:
    """A match of a scripted model against the random player."""
    player = ff.text.LanguagePlayer(model, name="scripted", **options)
    match = ff.arena.match(
        player, "random", ff.rules("freestyle", size=7), games=games, seed=1, faults="lose"
    )
    return player, match


def first_empty(prompt: str) -> str:
    """The first empty point of the printed board, found by reading it."""
    for line in prompt.splitlines():
        cells = line.split()
        if len(cells) == 8 and cells[0].isdigit() and "." in cells[1:]:
            return f"{chr(97 + cells[1:].index('.'))}{cells[0]}"
    raise AssertionError(prompt)


def test_a_model_that_answers_in_prose_plays_whole_games() -> None:
    player, match = play(lambda prompt: f"The corner is nice. I shall take {first_empty(prompt)}, thank you.")
    assert not match.faults
    assert player.illegal_by_rule() == {}
    assert "0 retries" in player.report()


def test_a_model_that_hallucinates_loses_by_the_rules_it_breaks() -> None:
    """Its illegal answers are counted by rule, and asked again as often as agreed."""
    player, match = play(lambda prompt: "z9", retries=1)
    assert match.score == 0.0
    assert set(player.illegal_by_rule()) == {"E5"}
    assert max(attempt.number for attempt in player.attempts) == 1


def test_a_model_that_recites_is_asked_again_with_the_reason() -> None:
    seen = []

    def reciting(prompt: str) -> str:
        seen.append(prompt)
        return first_empty(prompt) if "is refused" in prompt else "d4"

    player, match = play(reciting, retries=1)
    assert not match.faults
    assert player.illegal_by_rule()["E5"] > 0
    assert any("You answered:\nd4" in prompt and "(E5)" in prompt for prompt in seen)


@pytest.mark.parametrize("preset", ff.presets())
def test_kaggles_three_functions_serve_every_preset(preset: str) -> None:
    """Along a game: the numbers are OpenSpiel's, each legal move is read, what is not legal is no action."""
    pyspiel = pytest.importorskip("pyspiel")
    ff.envs.register_openspiel()
    game, random = pyspiel.load_game(f"fivefold_{preset}"), np.random.default_rng(1)
    state = game.new_initial_state()
    own: list[str] = []
    for _ in range(5):
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        observation = {"serializedGameAndState": pyspiel.serialize_game_and_state(game, state)}
        legal = kaggle.get_legal_moves(observation)
        assert list(legal) == state.legal_actions()
        moves = list(legal.values())
        prompt = kaggle.generate_prompt(observation, own)
        assert ff.text.rules_text(state.position.rules) in prompt
        assert ("Your moves so far: " + ", ".join(own) in prompt) == bool(own)
        for move in random.choice(moves, 5):
            for answer in (move, f'{{"move": "{move}"}}', f"I have thought.\nFinal answer: {move}"):
                assert kaggle.parse_response(answer, moves).legal_action == move
        for answer in (
            "",
            "I resign.",
            '{"move": "z99"}',
            '{"move": 3}',
            "```json\n{}\n```",
            "\u4e94",
            "{" * 99,
        ):
            read = kaggle.parse_response(answer, moves)
            assert read.legal_action is None
            again = kaggle.generate_prompt(observation, own, answer, read.raw_action)
            assert again.startswith(prompt)
            assert "is refused" in again.removeprefix(prompt)
        action = int(random.choice(list(legal)))
        own.append(legal[action])
        state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(int(random.choice(state.legal_actions())))
    over = {"serializedGameAndState": pyspiel.serialize_game_and_state(game, state)}
    assert kaggle.get_legal_moves(over) == {}


def test_kaggle_is_told_what_was_named_and_what_was_legal() -> None:
    assert kaggle.parse_response('I play {"move": "J10"}', ["j9", "j10"]) == ("j10", "J10")
    assert kaggle.parse_response('{"move": "a1"}', ["j9", "j10"]) == (None, "a1")


def test_kaggle_refuses_what_is_no_answer_and_games_of_others() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    with pytest.raises(ff.FivefoldError, match="the answer None is refused"):
        kaggle.parse_response(None, ["j9"])  # type: ignore[arg-type]
    game = pyspiel.load_game("tic_tac_toe")
    other = {"serializedGameAndState": pyspiel.serialize_game_and_state(game, game.new_initial_state())}
    with pytest.raises(ff.FivefoldError, match="a game of others"):
        kaggle.get_legal_moves(other)


def test_odd_arguments_are_refused() -> None:
    with pytest.raises(ff.FivefoldError, match="style="):
        ff.text.prompt(GRID, style="loud")  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="nobody is to decide"):
        ff.text.prompt(ff.rules("freestyle", size=5).start().play_all("a1 a2 b1 b2 c1 c2 d1 d2 e1"))
    with pytest.raises(ff.FivefoldError, match="takes a text"):
        ff.text.parse(3, GRID)  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="ask='gpt' is refused"):
        ff.text.LanguagePlayer("gpt")  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="retries"):
        ff.text.LanguagePlayer(str, retries=-1)
