"""Print the shell code that completes commands, flags and presets with the tab key.

This needs the extra `completion`.
"""

import argparse
from types import ModuleType

from .arguments import add

EXAMPLES = """\
examples:
  fivefold completion bash > ~/.local/share/bash-completion/completions/fivefold
  echo 'eval "$(fivefold completion zsh)"' >> ~/.zshrc
  fivefold completion fish > ~/.config/fish/completions/fivefold.fish
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "shell", "the shell", choices=("bash", "zsh", "fish"))


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    print(library().shellcode(["fivefold"], shell=parsed.shell))
    return 0


def library() -> ModuleType:
    """Return what asks the parsers; ImportError where the extra is missing."""
    try:
        import argcomplete
    except ImportError:
        raise ImportError("completion needs argcomplete: pip install fivefold[completion]") from None
    module: ModuleType = argcomplete
    return module
