"""Change places of the rules, one at a time, and say which change no Rust test notices.

All changes are built into one copy of the sources, each behind a switch: one build, not one for each
change. A first run of every test without a change says by which places it comes; on a change those tests
alone are run, the quickest first. Left out are changes that the compiler refuses, functions that are known
while compiling, and the changes listed in `.ci/equivalent.txt`, which change no result. Fails if less than
97 % of the rest are noticed.

    .ci/mutants.py 60        60 places drawn from all that can be changed
    .ci/mutants.py 60 7      the same with another seed than 1

cargo-mutants is asked for the list of places; the copy, the build and the results lie in `target/mutants/`.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "mutants"
TREE = FOLDER / "tree"
PLACES = ["src/games/**", "src/stones/**", "src/board/**", "src/record/**", "src/threats/**"]
# Left out of these is what only makes a player stronger or weaker: no result is wrong by it. What claims a
# win, a proof or a bound stays in.
LEFT_OUT = {
    "src/games/pentagame/racer/": "the weights of the player `racer`",
    "src/games/pentagame/rollouts.rs": "the judgement that stands for random play in a search",
    "src/threats/look_ahead.rs": "the points that the player `threats` prefers; nothing there is proven",
    "src/threats/eval.rs": "the judgement at the end of that look ahead",
    "src/games/../../tests/": "a game that tests bring",
}
# Bits that have none in common are joined by either, and nearly all that are joined here have none.
SAME = "replace | with ^"
# The unit tests of the library, and the test programs that ask the rules.
TESTS = ["--lib", "--test", "rules", "--test", "threats", "--test", "search"]
WORKERS = max(1, (os.cpu_count() or 2) // 2)
ENOUGH = 0.97

SWITCH = """
/// Is the change of this number switched on? Notes once in a process that its place was come by.
pub fn mutant_on(number: usize) -> bool {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    static SEEN: [AtomicBool; %d] = [const { AtomicBool::new(false) }; %d];
    static ON: std::sync::OnceLock<(usize, Option<String>)> = std::sync::OnceLock::new();
    let (on, seen) = ON.get_or_init(|| {
        let on = std::env::var("FIVEFOLD_MUTANT").ok().and_then(|text| text.parse().ok());
        (on.unwrap_or(usize::MAX), std::env::var("FIVEFOLD_MUTANTS_SEEN").ok())
    });
    if let Some(path) = seen {
        if !SEEN[number].load(Ordering::Relaxed) && !SEEN[number].swap(true, Ordering::Relaxed) {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
            file.write_all(format!("{number}\\n").as_bytes()).unwrap();
        }
    }
    *on == number
}
"""

Mutant = dict[str, Any]


def described(mutant: Mutant) -> str:
    """Give file, change and the line that it is in: what stays the same when lines move."""
    file, _, _, words = mutant["name"].split(":", 3)
    return f"{file}:{words} | {lines_of(file)[mutant['span']['start']['line'] - 1].strip()}"


@functools.cache
def lines_of(file: str) -> list[str]:
    """Read the lines of a source file."""
    return (ROOT / file).read_text(encoding="utf-8").splitlines()


def sample(count: int, seed: int) -> dict[int, Mutant]:
    """Draw that many places, evenly from all, without those known to change no result."""
    files = [word for place in PLACES for word in ("--file", place)]
    command = ["cargo", "mutants", "--list", "--json", *files, "--exclude", "tests/**"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    places = json.loads(listed)
    places = [
        place
        for place in places
        if not place["file"].startswith(tuple(LEFT_OUT)) and SAME not in place["name"]
    ]
    print(f"{len(places)} places can be changed", flush=True)
    known = {line.split("  #")[0].strip() for line in (ROOT / ".ci/equivalent.txt").read_text().splitlines()}
    # By a number of each place's own, so that code added elsewhere changes hardly anything of a sample.
    places.sort(key=lambda place: hashlib.sha256(f"{seed} {described(place)}".encode()).digest())
    chosen = [place for place in places[:count] if described(place) not in known]
    print(f"{min(count, len(places))} were drawn, {len(chosen)} of them change something", flush=True)
    return dict(enumerate(chosen))


def copy() -> None:
    """Bring the copy of the sources up to date; what did not change keeps its time."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, TREE / name
        if name.startswith(("docs/", "notebooks/", "paper/")) or not source.is_file():
            continue
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def body(text: str, start: int, end: int) -> int | None:
    """Find where the braces of the function begin that stands between two places of a text."""
    head = re.compile(r"\bfn\s+\w+").search(text, start, end)
    depth = 0
    for place in range(head.end() if head else end, end):
        depth += (text[place] in "([") - (text[place] in ")]")
        if text[place] == "{" and depth == 0:
            return place
    return None


def changed_bodies(text: str, mutants: dict[int, Mutant], out: dict[int, str]) -> dict[tuple[int, int], str]:
    """Write the switches of each function, each with the changed body."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(part: Any) -> list[int]:
        return [starts[part[end]["line"] - 1] + part[end]["column"] - 1 for end in ("start", "end")]

    bodies: dict[tuple[int, int], str] = {}
    for number, mutant in mutants.items():
        if not mutant.get("function"):
            out[number] = "outside a function"
            continue
        start, end = span(mutant["function"]["span"])
        first = body(text, start, end)
        if first is None or re.search(r"\bconst\s+fn\b", text[start:first]):
            out[number] = "known while compiling"
            continue
        if re.search(r"->\s*impl\b", text[start:first]):
            out[number] = "of a type without a name, which two bodies cannot share"
            continue
        from_, to = span(mutant["span"])
        if mutant["genre"] == "FnValue":
            new = f"{{ {mutant['replacement']} }}"
        elif from_ < first or to > end:
            out[number] = "outside a function's body"
            continue
        else:
            new = f"{text[first:from_]} {mutant['replacement']} {text[to:end]}"
        allow = "#[allow(warnings, clippy::all, arithmetic_overflow, unconditional_panic)]"
        switch = f"\n/*{number}>*/ {allow} if crate::mutant_on({number}) {{ return {new}; }} /*<{number}*/\n"
        bodies[first, end] = bodies.get((first, end), "") + switch
    return bodies


def rewrite(mutants: dict[int, Mutant], out: dict[int, str]) -> None:
    """Write the sources with their switches, without the changes in `out`."""
    files: dict[str, dict[int, Mutant]] = {}
    for number, mutant in mutants.items():
        within = files.setdefault(mutant["file"], {})
        if number not in out:
            within[number] = mutant
    for file, within in files.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        bodies = changed_bodies(text, within, out)
        outer = [one for one in bodies if any(one[0] < other[0] < one[1] for other in bodies)]
        for one in outer:  # a function around another: its places have moved when its turn comes
            numbers = [int(number) for number in re.findall(r"/\*(\d+)>\*/", bodies.pop(one))]
            out.update(dict.fromkeys(numbers, "around another function"))
        for (first, _), switches in sorted(bodies.items(), reverse=True):
            text = text[: first + 1] + switches + text[first + 1 :]
        (TREE / file).write_text(text, encoding="utf-8")
    lib = (ROOT / "src/lib.rs").read_text(encoding="utf-8") + SWITCH % ((len(mutants) + 1,) * 2)
    (TREE / "src/lib.rs").write_text(lib, encoding="utf-8")


def cargo(*words: str) -> tuple[bool, list[Any]]:
    """Run cargo in the copy: did it succeed, and its messages."""
    command = ["cargo", *words, "--locked", "--quiet", "--message-format=json"]
    folder = {"CARGO_TARGET_DIR": str(FOLDER / "build")}
    done = subprocess.run(
        command,
        cwd=TREE,
        env=os.environ | folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return done.returncode == 0, [json.loads(line) for line in done.stdout.splitlines()]


def refused(messages: list[Any]) -> set[int]:
    """Tell the changes in which the compiler found errors; it may point at the standard library too."""
    numbers = set()
    for message in messages:
        error = message.get("message")
        if not error or error["level"] != "error":
            continue
        spans = [span for part in [error, *error["children"]] for span in part["spans"]]
        for span in [span for span in spans if (TREE / span["file_name"]).is_relative_to(TREE)]:
            text = (TREE / span["file_name"]).read_text(encoding="utf-8")
            for match in re.finditer(r"/\*(\d+)>\*/.*?/\*<\1\*/", text, re.DOTALL):
                first, last = (text.count("\n", 0, end) + 1 for end in match.span())
                if first <= span["line_start"] <= last:
                    numbers.add(int(match[1]))
    return numbers


def build(mutants: dict[int, Mutant], out: dict[int, str]) -> list[str]:
    """Build the test programs; changes that the compiler refuses are left out."""
    while True:
        rewrite(mutants, out)
        good, messages = cargo("check", "--lib")
        if good:
            break
        numbers = refused(messages)
        if not numbers:
            sys.exit(f"the copy does not compile: {[one.get('message') for one in messages][-1:]}"[:2000])
        out.update(dict.fromkeys(numbers, "refused by the compiler"))
    good, messages = cargo("test", "--no-run", *TESTS)
    programs = [one["executable"] for one in messages if one.get("executable") and one["profile"]["test"]]
    if not good or len(programs) != len(TESTS) - TESTS.count("--test"):
        sys.exit("the tests do not compile: run them without changes first")
    return programs


def passes(program: str, test: str, limit: float, **switch: str) -> bool:
    """Tell whether a test passes within a number of seconds."""
    command = [program, "--exact", test, "--test-threads", "1"]
    nothing = subprocess.DEVNULL
    env = os.environ | {"RUST_BACKTRACE": "0", "CARGO_MANIFEST_DIR": str(TREE)} | switch
    try:
        done = subprocess.run(
            command, cwd=TREE, env=env, stdout=nothing, stderr=nothing, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


Visit = tuple[float, str, str, set[int]]


def visit(program: str, test: str) -> Visit:
    """Tell how long a test takes and by which places it comes."""
    notes = FOLDER / f"seen-{Path(program).name}-{test.replace('::', '-')}"
    notes.unlink(missing_ok=True)
    began = time.monotonic()
    if not passes(program, test, 1_200, FIVEFOLD_MUTANTS_SEEN=str(notes)):
        sys.exit(f"{test} fails without a change")
    seen = {int(line) for line in notes.read_text().split()} if notes.exists() else set()
    notes.unlink(missing_ok=True)
    return time.monotonic() - began, program, test, seen


def visits(programs: list[str]) -> list[Visit]:
    """Do so for all tests, the quickest first."""
    tests = []
    for program in programs:
        listed = subprocess.run(
            [program, "--list", "--format", "terse"], check=True, stdout=subprocess.PIPE, text=True
        )
        lines = listed.stdout.splitlines()
        tests += [(program, line.removesuffix(": test")) for line in lines if line.endswith(": test")]
    with ThreadPoolExecutor(WORKERS) as pool:
        return sorted(pool.map(lambda test: visit(*test), tests), key=lambda one: one[:3])


def noticed_by(number: int, tests: list[Visit]) -> str | None:
    """Give the first test that fails on a change, or takes ten times as long."""
    for seconds, program, test, seen in tests:
        if number in seen and not passes(program, test, 30 + 10 * seconds, FIVEFOLD_MUTANT=str(number)):
            return test
    return None


def main(count: int, seed: int) -> int:
    """Draw, build, run; 1 if too few are noticed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    mutants, out = sample(count, seed), {}
    copy()
    programs = build(mutants, out)
    for why, number in Counter(out.values()).items():
        print(f"left out: {number} {why}", flush=True)
    tests = visits(programs)
    print(f"{len(tests)} tests take {sum(one[0] for one in tests):.0f} s", flush=True)
    tried = [number for number in mutants if number not in out]
    with ThreadPoolExecutor(WORKERS) as pool:
        outcomes = dict(zip(tried, pool.map(lambda number: noticed_by(number, tests), tried), strict=True))
    for number, test in outcomes.items():
        if test is None:
            print("not noticed:", described(mutants[number]))
    noticed = sum(test is not None for test in outcomes.values())
    print(f"{noticed} of {len(tried)} changes are noticed")
    return int(noticed < ENOUGH * len(tried))


if __name__ == "__main__":
    if shutil.which("cargo-mutants") is None:
        sys.exit(
            "cargo-mutants is missing: `cargo install --locked cargo-mutants` brings it (about a minute)"
        )
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
