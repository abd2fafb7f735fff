"""Text in pieces: every end of a line is one sign, and what was looked at is not lost."""

from collections.abc import Callable

# Characters asked for at a time.
CHUNK = 1 << 16


class Text:
    r"""A text that comes bit by bit, with ``\\n`` at the end of each line whatever the file has.

    Parameters
    ----------
    read : callable
        Gives up to the number of characters asked for, or an empty text at the end.
    codec : str, optional
        The encoding of the file as far as it is a guess of the first game.
    """

    def __init__(self, read: Callable[[int], str], codec: str | None = None) -> None:
        self._read, self.codec = read, codec
        self.on_read: Callable[[], object] = int  # called whenever more is read
        self._text, self._place, self._held, self._ended = "", 0, "", False
        self._begins = True

    def _more(self) -> bool:
        if self._ended:
            return False
        chunk = self._read(CHUNK)
        if self._begins:  # files that were opened as UTF-8 keep their mark
            chunk, self._begins = chunk.removeprefix("\ufeff") or self._read(CHUNK), False
        self.on_read()
        self._ended = not chunk
        chunk = self._held + chunk
        # A carriage return may be the first half of a line's end.
        self._held = "\r" if chunk.endswith("\r") and not self._ended else ""
        if self._held:
            chunk = chunk[:-1]
        if "\r" in chunk:
            chunk = chunk.replace("\r\n", "\n").replace("\r", "\n")
        self._text = self._text[self._place :] + chunk
        self._place = 0
        return True

    def peek(self, count: int) -> str:
        """Return the next `count` characters, or what is left, and leave them there."""
        while len(self._text) - self._place < count and self._more():
            pass
        return self._text[self._place : self._place + count]

    def read(self, count: int) -> str:
        """Read up to `count` characters."""
        parts, wanted = [], count
        while wanted > 0:
            part = self._text[self._place : self._place + wanted]
            self._place += len(part)
            wanted -= len(part)
            parts.append(part)
            if wanted and not self._more():
                break
        return "".join(parts)

    def readline(self, count: int) -> str:
        """Read a line, of a long one no more than `count` characters."""
        parts, wanted = [], count
        while wanted > 0:
            end = self._text.find("\n", self._place, self._place + wanted) + 1
            part = self._text[self._place : end or self._place + wanted]
            self._place += len(part)
            wanted -= len(part)
            parts.append(part)
            if end or (wanted and not self._more()):
                break
        return "".join(parts)

    def blanks(self) -> str:
        """Read the blank lines that come next, many at once but perhaps not all."""
        text = self.peek(1 << 12)
        rest = text.lstrip()
        # Blanks before something belong to its line.
        end = text.rfind("\n", 0, len(text) - len(rest)) + 1
        self._place += end
        return text[:end]
