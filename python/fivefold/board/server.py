"""The board as a page of this machine: the standard library's server, a token, nothing from elsewhere."""

from __future__ import annotations

import contextlib
import json
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fivefold._core import FivefoldError, Position, Record, Rules

from .desk import Desk
from .scripts import asset, script
from .seats import Opponent
from .session import Session

__all__ = ["BoardServer", "serve"]

WAIT = 20.0
"""Seconds that a page's question for something new is left open."""
MAX_BYTES = 4_000_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FILES = {
    "/board.js": (script, "text/javascript"),
    "/page.js": (lambda: asset("page.js"), "text/javascript"),
    "/board.css": (lambda: asset("board.css"), "text/css"),
}


class BoardServer:
    """Serves one board to browsers of this machine that know the token.

    Parameters
    ----------
    desk : Desk
        The board.
    port : int
        A port of 127.0.0.1; 0 takes a free one.

    Attributes
    ----------
    address : str
        What a browser opens.
    """

    def __init__(self, desk: Desk, port: int = 0) -> None:
        self.desk, self.token = desk, secrets.token_urlsafe(24)
        self._news = threading.Condition()
        self._number = 0
        desk.listen(self._tell)
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        except (OSError, OverflowError) as error:
            raise FivefoldError(f"port={port!r:.20} is refused: {error}") from None
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.address = f"http://127.0.0.1:{self.port}/?token={self.token}"

    def run(self) -> None:
        """Serve until `close`, or Ctrl-C."""
        try:
            self._server.serve_forever(poll_interval=0.2)
        finally:
            self._server.server_close()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()

    def _tell(self) -> None:
        with self._news:
            self._number += 1
            self._news.notify_all()

    def newer(self, than: int) -> tuple[int, dict[str, Any]] | None:
        """Wait for a view that is newer than one; None if there was none in time."""
        deadline = time.monotonic() + WAIT
        with self._news:
            while self._number <= than:
                left = deadline - time.monotonic()
                if left <= 0:
                    return None
                self._news.wait(left)
            number = self._number
        return number, self.desk.view()


def _handler(board: BoardServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version, sys_version = "fivefold", ""

        def do_GET(self) -> None:
            """Give the page, its files or the view."""
            parts = urlsplit(self.path)
            if not self._is_ours(parts.query):
                return
            if parts.path == "/":
                self._send(200, "text/html", _page(board.token).encode())
            elif parts.path in FILES:
                content, kind = FILES[parts.path]
                self._send(200, kind, content().encode())
            elif parts.path == "/view":
                after = parse_qs(parts.query).get("after", ["-1"])[0]
                newer = board.newer(int(after) if after.lstrip("-").isdecimal() else -1)
                if newer is None:
                    self._send(204, "application/json", b"")
                else:
                    reply = {"number": newer[0], "view": newer[1]}
                    self._send(200, "application/json", json.dumps(reply).encode("utf-8", "replace"))
            else:
                self._send(404, "text/plain", b"there is nothing here")

        def do_POST(self) -> None:
            """Take a message of the page."""
            parts = urlsplit(self.path)
            if not self._is_ours(parts.query):
                return
            size = self.headers.get("Content-Length", "")
            if parts.path != "/message" or not size.isdecimal() or int(size) > MAX_BYTES:
                self.close_connection = True
                self._send(400, "text/plain", b"this is no message")
                return
            try:
                message = json.loads(self.rfile.read(int(size)))
            except (ValueError, RecursionError):
                self._send(400, "text/plain", b"this is no message")
                return
            board.desk.receive(message)
            self._send(200, "application/json", b"{}")

        def _is_ours(self, query: str) -> bool:
            """Let in who knows the token, and asked for this machine by its address."""
            token = parse_qs(query).get("token", [""])[0]
            hosts = (f"127.0.0.1:{board.port}", f"localhost:{board.port}")
            if secrets.compare_digest(token.encode(), board.token.encode()) and (
                self.headers.get("Host") in hosts
            ):
                return True
            self.close_connection = True
            self._send(403, "text/plain", b"open the address that fivefold has printed")
            return False

        def _send(self, code: int, kind: str, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Referrer-Policy", "no-referrer")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # the page may have been closed meanwhile
                self.wfile.write(body)

        def log_message(self, *_parts: Any) -> None:
            """Say nothing: the terminal belongs to who started the server."""

    return Handler


def _page(token: str) -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>fivefold</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/board.css?token={token}"></head>'
        f'<body class="fivefold-page"><div id="board"></div>'
        f'<script type="module" src="/page.js?token={token}"></script></body></html>'
    )


def serve(
    rules: Rules | Position | str = "gomoku",
    opponent: Opponent | Mapping[int, Opponent] | None = None,
    *,
    seat: int = 0,
    seed: int | None = None,
    clock: str | None = None,
    record: Record | None = None,
    port: int = 0,
    theme: str = "light",
    open_browser: bool = True,
    tell: Callable[[str], object] | None = None,
) -> int:
    """Open a board in a browser of this machine, and serve it until Ctrl-C.

    Only this machine can reach the page: it listens on 127.0.0.1, and its address contains a secret token. It
    loads nothing from the network.

    Parameters
    ----------
    rules : Rules, Position or str
        The rules, the name of a preset, or the position to begin from; the board can choose others.
    opponent, seat, seed, clock : optional
        See `fivefold.board.Session`.
    record : Record, optional
        A game to step through and analyse.
    port : int
        Port to listen on; 0 takes a free one.
    theme : str
        A theme of `fivefold.draw`; the page follows the system's light or dark.
    open_browser : bool
        Whether to open the page.
    tell : callable, optional
        Called with the address of the page, which is printed by default.

    Returns
    -------
    int
        0, the exit code of the command.

    Raises
    ------
    FivefoldError
        There is nothing to play, or the port is taken.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.board.serve("renju", "greedy")  # doctest: +SKIP
    the board: http://127.0.0.1:40113/...
    """
    session = Session(rules, opponent, seat=seat, seed=seed, clock=clock, waits=True)
    desk = Desk(session, theme, 640.0, record)
    server = BoardServer(desk, port)
    (tell or _print)(server.address)
    desk.session.is_stopped = False
    threading.Thread(target=desk.session.go_on, daemon=True).start()
    if open_browser:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    try:
        server.run()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return 0


def _print(address: str) -> None:
    print(f"the board: {address}", flush=True)
    print("Ctrl-C ends it", file=sys.stderr)
