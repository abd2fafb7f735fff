"""Words: the project speaks the field's language; private metaphors stay out of code and text.

Each entry is a pattern and what to say instead. Where a word has a plain meaning too (the house rules of
a game, a card that is played), only the metaphor is looked for.
"""

import functools
import re
import subprocess
from pathlib import Path

import pytest

from source_tree import ROOT, text

TEXTS = {".rs", ".py", ".pyi", ".md", ".toml", ".yml", ".js", ".css", ""}
CODE = {".rs", ".py", ".pyi"}
# Strings and comments, of Python and of Rust, whose quotes also begin lifetimes.
ASIDE = (
    re.compile(r"""(?s)\"{3}.*?\"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*"""),
    re.compile(r"""(?s)r#".*?"#|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|//[^\n]*"""),
)
# Where search and threats live, with their tests.
SEARCH = (
    "src/search/",
    "src/solve/",
    "src/threats/",
    "src/position/",
    "src/games/pentagame/endgame/",
    "tests/search/",
)
# The list itself, names of other people's packages, and stories in notebooks.
OUTSIDE = ("tests/python/test_words.py", "tests/data/", "requirements/", "docs/notebooks/", "LICENSE")

EVERYWHERE = {
    r"\bhouses?\b(?![ _]rule)": "the tree, the project",
    r"\brooms?\b(?! to go)": "module, folder, subpackage; space, memory",
    r"\bdoors?\b": "environment, adapter, function",
    r"\bso many\b": "the parameter's name",
    r"\bnobody asks\b|\bwho asks\b": "who calls what, plainly",
}
IN_CODE = {
    r"\bDeck\b|\blay_behind\b": "PointPool, put_behind",
    r"\bLanePool::lay\b|\bHAND\b": "LanePool, CHUNK",
    r"\bplay_telling\b|\beve\b": "play_traced, PreTerminal",
    r"\bHalves\b|\bAhead\b|\buse_up\b": "U32Buffer, Prefetch, consume",
    r"\bstruct (?:Words|Places|Single|Around|Stretch|Log|Written|Plan)\b": "Xoshiro, IndexSampler ...",
    r"\bfn claim(?:_at)?\b|::claim\(": "try_new, try_from_position, kernel_for",
    r"\bare_harmless\b|\bWEIGHTS\b|\bstruct Growth\b": "are_quiet, SEVERITY, Extension",
    r"\bmod crowd\b|\bcrowd::": "candidates",
    r"\bSight\b|\bseen_by\b": "LineWindows, for_colour",
    r"\bfn admit\b|\bspelled_out\b|\bconceded\b|\bdraw_whole\b": "validate, normalised, resigned",
    r"\bWidths\b|\bfn (?:watch|gains|sit)\(&(?:mut )?self\b(?!, py)": "rows of an array, control ...",
    r"\bLetters::(?:All|NoI)\b|\bfn (?:told|unrolled)\b": "ColumnLetters, from_record, path",
    r"\bstruct (?:Ways|Held|Due|Pick)\b|\benum Said\b": "Reach, TurnStart, Pending, SelectByRank, Parsed",
    r"\bwary\b|\btidy\(": "may_be_barred, normalise",
    r"\bfn (?:heat|now|under|back|live)\(&self": "gain, margin, map, unmap, relevant",
    r"\bPulse\b|\benum Sink\b|\bstruct (?:Watch|Crew)\b": "Ticker, Output, CachedPool",
    r"\bpulse\b|\bBETWEEN_LOOKS\b": "tick, POLL_EVERY",
    r"\balone_in\b|\bguides\b|\bOneGame\b": "locked, hooks, SingleEnvCore",
    r"\bdraw_(?:legal|game)\b|\bDrawer\b|\bboard::draw\b|\bfn drawn\(&self, out\b": "sample_..., render",
    r"\bRollout::Forward\b|rollouts=.forward\b": "progress: a rollout is played, this is an evaluation",
    r"(?i)\b(?:told|said)\b": "reported, stated, given, the name of the thing",
    r"\bWays?\b(?! )|\bways\b *[=.(\[]|[.&:]ways\b|\bmod ways\b": "paths, directions, extensions, options",
    r"\bfn drawn?\b|\b(?:struct|class) Drawn\b|\bdraw_(?:anew|from|one|order|plies|black|yellow)\b": "sample",
    r"\bfound\.least\b|\bleast=|\bmost=": "minimum, maximum, max_positions",
    r"\bghosts\b|\bglints?\b|\bworths\b": "captured, highlights, row_scores",
}
# Whole names of variables, functions and types. Sentences may use the words, and tests named by a sentence.
NAMES = {
    r"_?(?:[Mm]ost|[Ll]east|[Gg]reatest)|_?(?:MOST|LEAST)(?:_\w+)?": "min, max, minimum, maximum",
    r"(?:most|least)_(?!likely|common)\w+|first_least\w*": "min_..., max_...",
    r"_?(?:[Ww]ays?|WAYS?|(?:own|best|shortest)_way|ways?_of)": "policy, path, direction",
    r"_?(?:[Aa]sked|ASKED|is_asked|asked_for)": "request, argument, question",
    r"_?(?:is_)?(?:heard|told|said)": "received, reported, sent",
    r"_drawn|drawn_\w+": "sampled: what is drawn is a tie, or a picture",
    r"_?(?:is_)?[Gg]iven(?:_rules|_up|_out)?|GIVEN": "arguments, options, start",
    r"_?(?:is_)?[Kk]ept|KEPT|MAX_KEPT|kept_\w+|Kept[A-Z]\w*": "stored",
    r"_?[Mm]ade|_?MADE": "what it is that was made",
    r"_?(?:is_)?[Ss]hown|SHOWN": "short_repr, label, displayed",
    r"_?(?:[Ff]ound|FOUND)(?:_\w+)?|(?:all|any|none)_found|Found[A-Z]\w*": "answer, result, matches, best",
}
# A decorator of hypothesis, a field of the files of networks, and a value of an option.
STAYS = {"given", "made", "Kept"}
IN_SEARCH = {
    r"\bis_cut\b|::Cut\b": "hit_horizon, hit_limit: a cut node is one that fails high",
    r"\b[Ff]orests?\b|\bplants?\b": "root parallel, trees",
    r"\b[Aa]renas?\b": "node pool",
    r"\b[Ss]takes?\b": "payoffs",
    r"\b[Cc]laims?\b|\bclaimed\b": "null-window test, bound test",
    r"\bpromis(?:e|es|ing|ed)\b|\bPromised?\b": "heuristic score, move ordering",
    r"\bjudged\b|\b[Jj]udgements?\b": "evaluated, static value",
    r"\bTactics\b|\bNARROWS\b": "Evaluate, MoveOrdering, EndgameBounds, ThreatSearch, ExactSolver",
    r"\bwith_nothing_set\b|\bhindering\b|\bnot_null_moves\b": "null_block, blockers, relevant_moves",
    r"\bCLOSED\b|\bis_late\b|\bgrain\b": "PRUNED, deadline_passed, quantum",
    r"\b[Oo]utlook\b|\bexchanges?\b|\b[Oo]racle\b": "eval, capture threats, presolver",
}


@functools.cache
def texts() -> list[tuple[str, str, str]]:
    """The texts that git follows, or will: path, ending and content."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    paths = [Path(name) for name in names.decode().split("\0") if name]
    return [
        (path.as_posix(), path.suffix, text(ROOT / path))
        for path in paths
        if path.suffix in TEXTS and not path.as_posix().startswith(OUTSIDE) and (ROOT / path).is_file()
    ]


def finds(kinds: set[str], pattern: str, flags: int = 0, under: tuple[str, ...] = ("",)) -> list[str]:
    """Where a pattern stands: file, line and the words."""
    wanted = re.compile(pattern, flags)
    return [
        f"{path}:{number}: {line.strip()[:80]}"
        for path, kind, content in texts()
        if kind in kinds and path.startswith(under) and wanted.search(content)
        for number, line in enumerate(content.splitlines(), 1)
        if wanted.search(line)
    ]


@pytest.mark.parametrize("pattern", EVERYWHERE)
def test_no_metaphor_in_any_text(pattern: str) -> None:
    """A newcomer understands every sentence at first reading."""
    places = finds(TEXTS, pattern, re.IGNORECASE)
    assert not places, f"say {EVERYWHERE[pattern]}: {places}"


@pytest.mark.parametrize("habit", [r'(?m)^\s+(r?""")?Of ', r"\bAs for "], ids=["bare genitive", "as for"])
def test_a_docstring_begins_with_its_subject(habit: str) -> None:
    """ "The seed of the games" and not "Of the games"."""
    assert not finds({".py", ".pyi"}, habit, under=("python/fivefold/",))


@pytest.mark.parametrize("pattern", IN_CODE)
def test_names_are_the_fields_own(pattern: str) -> None:
    """Code is found by the names that its readers know."""
    places = finds(CODE, pattern)
    assert not places, f"say {IN_CODE[pattern]}: {places}"


@functools.cache
def names() -> dict[str, set[str]]:
    """The names in code, each with the files that have it; strings and comments do not count."""
    by_name: dict[str, set[str]] = {}
    for path, kind, content in texts():
        if kind in CODE:
            for name in set(re.findall(r"[A-Za-z_]\w*", ASIDE[kind == ".rs"].sub(" ", content))):
                by_name.setdefault(name, set()).add(path)
    return by_name


@pytest.mark.parametrize("pattern", NAMES)
def test_no_name_is_a_verb_where_the_field_has_a_noun(pattern: str) -> None:
    """`max_nodes` and not `most`, `request` and not `asked`."""
    wanted = re.compile(pattern)
    wrong = {
        name: sorted(paths)[:3]
        for name, paths in names().items()
        if wanted.fullmatch(name) and not (name in STAYS and all(map(may_stay, paths)))
    }
    assert not wrong, f"say {NAMES[pattern]}: {wrong}"


def may_stay(path: str) -> bool:
    """Whether a file takes a name of `STAYS` from elsewhere."""
    return (
        path.endswith("net.py")
        or path.startswith("src/games/pagoda/")
        or "from hypothesis import" in text(ROOT / path)
    )


@pytest.mark.parametrize("pattern", IN_SEARCH)
def test_search_speaks_the_fields_words(pattern: str) -> None:
    """A researcher of games finds each idea by its own name."""
    places = finds(CODE, pattern, under=SEARCH)
    assert not places, f"say {IN_SEARCH[pattern]}: {places}"
