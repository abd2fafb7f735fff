"""Print what makes a shell complete commands, flags and presets with the tab key."""

import argparse

from fivefold import presets

EXAMPLES = """\
examples:
  fivefold completion bash > ~/.local/share/bash-completion/completions/fivefold
  echo 'eval "$(fivefold completion zsh)"' >> ~/.zshrc
  fivefold completion fish > ~/.config/fish/completions/fivefold.fish
"""
BASH = """\
_fivefold() {
  local words current=${COMP_WORDS[COMP_CWORD]}
  case "${COMP_WORDS[1]}" in
%(cases)s
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="%(commands)s"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _fivefold fivefold
"""
ZSH = """\
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help="for which shell")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    print(script(parsed.shell), end="")
    return 0


def script(shell: str) -> str:
    """Write the script for a shell.

    Parameters
    ----------
    shell : {"bash", "zsh", "fish"}
        Which.

    Returns
    -------
    str
        The script.
    """
    words = words_of_commands()
    if shell == "fish":
        lines = [f"complete -c fivefold -n __fish_use_subcommand -f -a '{' '.join(words)}'"]
        lines += [
            f"complete -c fivefold -n '__fish_seen_subcommand_from {name}' -a '{' '.join(own)}'"
            for name, own in words.items()
        ]
        return "\n".join(lines) + "\n"
    cases = "\n".join(f'    {name}) words="{" ".join(own)}" ;;' for name, own in words.items())
    return (ZSH if shell == "zsh" else "") + BASH % {"cases": cases, "commands": " ".join(words)}


def words_of_commands() -> dict[str, list[str]]:
    """Name what may follow each command: flags, steps, and presets where one is taken."""
    from fivefold.cli import COMMANDS, module_of

    found = {}
    for name in COMMANDS:
        parser = argparse.ArgumentParser(prog=name)
        try:
            module_of(name).add_arguments(parser)
        except ImportError:  # an extra is missing: its flags cannot be told
            found[name] = ["--help"]
            continue
        words = words_of(parser)
        takes_rules = any(action.metavar == "PRESET" for action in parser._actions)
        found[name] = sorted(words) + (list(presets()) if takes_rules else [])
    return found


def words_of(parser: argparse.ArgumentParser) -> set[str]:
    """Name the flags and choices of a parser, and of the steps below it."""
    words: set[str] = set()
    for action in parser._actions:
        words.update(flag for flag in action.option_strings if flag.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for name, step in action.choices.items():
                words |= {name, *words_of(step)}
        elif action.choices is not None and not action.option_strings:
            words.update(map(str, action.choices))
    return words
