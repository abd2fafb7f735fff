"""Tables of a configuration, whose values are checked as they are read."""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from fivefold._arguments import hint
from fivefold.lab.errors import ConfigError


def check_texts(value: Any, where: str) -> None:
    """Refuse half a character, a lone surrogate, anywhere in a configuration: no encoding can write it."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ConfigError(f"{where} = {value!a}: it holds half a character (a lone surrogate)") from None
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_texts(key, "a name of a key")
            check_texts(inner, f"{key}")
    elif isinstance(value, (list, tuple)):
        for inner in value:
            check_texts(inner, where)
    elif callable(value):
        check_texts(getattr(value, "__name__", ""), where)


class Values:
    """A table of a configuration; ConfigError names an unknown key and the nearest right one."""

    def __init__(self, data: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
        self.data, self.where = data, where
        keys = list(keys)
        for key in data:
            if key not in keys:
                raise ConfigError(f'unknown key "{key}" in {where}: {hint(key, keys)}')

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value as it is."""
        return self.data.get(key, default)

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """Return a value that is a whole number in its range, or refuse it."""
        value = self.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise ConfigError(
                f"{key} = {value!r:.80} in {self.where}: a whole number from {low} to {high} is needed"
            )
        return value

    def switch(self, key: str, default: bool) -> bool:
        """Return a value that is true or false, or refuse it."""
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise ConfigError(f"{key} = {value!r:.80} in {self.where}: true or false is needed")
        return value

    def text(self, key: str, default: str, minimum: int = 1) -> str:
        """Return a value that is a text of `minimum` letters or more, or refuse it."""
        value = self.get(key, default)
        if not isinstance(value, str) or len(value) < minimum:
            raise ConfigError(f"{key} = {value!r:.80} in {self.where} is no text")
        return value

    def refuse(self, why: str) -> NoReturn:
        """Refuse the table."""
        raise ConfigError(f"{self.where}: {why}")
