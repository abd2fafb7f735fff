"""Write the page of the command line, `docs/command-line.md`, from the parsers of its commands.

python docs/command_line.py            write the page
python docs/command_line.py --check    change nothing; 1 if the page differs
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from fivefold import cli

PAGE = Path(__file__).parent / "command-line.md"
HEAD = """# The command line

<!-- Written by `make manual` from the commands themselves. -->

This page lists every command with its arguments. `fivefold COMMAND --help` prints the same, and
`fivefold --version` the version.

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | a game is illegal or ends differently from what its file says, or a file of a study is damaged |
| 2 | the request is wrong: its arguments, a configuration, an unreadable file, a folder of another study |
| 3 | an extra is missing, and the message names it |
| 4 | the disk is full or cannot be written |
| 130 | Ctrl-C |

"""

NEXT = "Next: [How to](how-to/index.md), or the [Python reference](reference.md).\n"


def page() -> str:
    """Give the page: a table of the commands, and a section for each."""
    rows = "".join(f"| [`{name}`](#{name}) | {summary} |\n" for name, summary in cli.COMMANDS.items())
    sections = "\n".join(section(name, summary) for name, summary in cli.COMMANDS.items())
    return f"{HEAD}| command | what it does |\n|---|---|\n{rows}\n{sections}\n{NEXT}"


def section(name: str, summary: str) -> str:
    """Describe a command: what it does, its arguments, its examples."""
    module = cli.import_command(name)
    parser = argparse.ArgumentParser(prog=f"fivefold {name}")
    module.add_arguments(parser)
    description = (module.__doc__ or summary).strip()
    parts = [f"## {name}", description, *tables(parser), f"```text\n{module.EXAMPLES.strip()}\n```"]
    return "\n\n".join(part for part in parts if part) + "\n"


def tables(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Describe the arguments of a parser, then those of its own commands."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    plain = [action for action in parser._actions if action not in groups and action.dest != "help"]
    if plain:
        yield "| argument | meaning |\n|---|---|\n" + "\n".join(map(row, plain))
    for group in groups:
        helps = {action.dest: action.help or "" for action in group._choices_actions}
        for name, below in group.choices.items():
            yield f"### {parser.prog.removeprefix('fivefold ')} {name}"
            yield f"{helps[name].capitalize()}."
            yield from tables(below)


def row(action: argparse.Action) -> str:
    """Write an argument as a row: its names, what it takes, its help."""
    metavar = action.metavar or (None if action.option_strings else action.dest)
    if action.choices is not None and metavar is None:
        metavar = "{" + ",".join(map(str, action.choices)) + "}"
    if metavar is None:
        metavar = action.dest.upper() if action.nargs != 0 else ""
    takes = " ".join(metavar) if isinstance(metavar, tuple) else str(metavar)
    names = ", ".join(f"{flag} {takes}".strip() for flag in action.option_strings) or takes
    description = " ".join((action.help or "").replace("%(default)s", str(action.default)).split())
    return "| `{}` | {} |".format(*(text.replace("|", "\\|") for text in (names, description)))


def main() -> int:
    """Write the page, or compare it."""
    content = page()
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != content)
    PAGE.write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
