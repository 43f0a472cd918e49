"""A daemon that does not keep to the protocol. Its messages are ProtocolError, and take no memory without a bound."""

from __future__ import annotations

import contextlib
import json
import pathlib
import socket
import threading
from typing import Any, Callable, Dict, Iterator, List

import pytest
from conftest import LONG

import celld
from celld.exchange import LONGEST_GREETING, Exchange, Lines, encoded, longest_line

HELLO = {"protocol": 1, "limits": {"line": 3000, "reply": 2000, "row": 1000}}
ROW = {"id": "1", "index": 0, "y": 0, "height": 1, "lines": ["A"]}
ROWS = {
    "session": "x", "view": None, "revision": 1, "layout": 1, "clock": "a", "widthClass": "compact", "heightClass": "regular",
    "width": 40, "count": 1, "height": 1, "exact": True, "rows": [ROW]}

#: Members of a reply with rows that are malformed, or that are missing.
MORE: List[Dict[str, Any]] = [
    {}, {"cells": 3}, {"cells": [], "next": "1"}, {"cells": [{}], "next": 0}, {"cells": [{}], "next": -1},
    {"cells": [], "subscription": []}, {"cells": [], "subscription": 1, "eventsLost": "1"}]


@contextlib.contextmanager
def daemon(folder: pathlib.Path, answer: Callable[[str, Any], bytes]) -> Iterator[str]:
    """Plays a daemon whose lines a function returns, and yields its socket."""
    path = str(folder / "celld.sock")

    def serve(connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection, connection.makefile("rwb") as stream:
            for line in stream:
                request = json.loads(line)
                stream.write(answer(request["method"], request.get("id")))
                stream.flush()

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        threading.Thread(target=accept, daemon=True).start()
        yield path
        listening.shutdown(socket.SHUT_RDWR)


def answering(members: str, hello: Any = HELLO) -> Callable[[str, Any], bytes]:
    """Answers each method but hello with these members of a message."""

    def answer(method: str, number: Any) -> bytes:
        if method == "hello":
            return encoded({"id": number, "result": hello})
        return f'{{"id":{number},{members}}}\n'.encode()

    return answer


def read_everything(path: str) -> None:
    """Calls what reads replies."""
    with celld.Client(path, timeout=LONG) as client:
        session = client.session("x")
        rows = session.rows()
        str(rows), repr(rows), rows._repr_html_(), rows.width, rows.exact, rows.height
        list(session.each_cell())
        session.watch().wait(LONG)


@pytest.mark.parametrize("members", [
    '"result":3', '"result":null', '"result":[]', '"result":"x"', '"x":1', '"result":{}', '"result":{"rows":null}',
    '"result":{"rows":{}}', '"result":{"rows":[3]}', '"result":{"rows":[{}]}', '"result":{"rows":[{"id":[]}]}',
    '"result":{"rows":[{"id":"1","lines":3}]}', '"result":{"rows":[{"id":"1","lines":[3]}]}',
    '"result":{"rows":[{"id":"1","lines":[[{"x":"1"}]]}]}', '"result":{"rows":[]}', '"result":{"rows":[{"id":"1","picture":3}]}',
    '"error":3', '"error":{}', '"error":{"code":1}', '"error":{"code":"1","message":"m"}', '"error":{"code":1,"message":[]}',
    '"error":{"code":1,"message":"m","data":3}', '"error":{"code":1,"message":"m","data":{"kind":[]}}',
    f'"result":{"[" * 100_000}',
    *(f'"result":{json.dumps({**ROWS, **more})}' for more in MORE),
])
def test_a_malformed_reply_is_an_error_of_this_package(tmp_path: pathlib.Path, members: str) -> None:
    with daemon(tmp_path, answering(members)) as path, pytest.raises(celld.ProtocolError):
        read_everything(path)


@pytest.mark.parametrize("hello", [
    {}, {"protocol": []}, {"protocol": 1, "limits": 3}, {"protocol": 1, "limits": {"line": "x"}}, {"protocol": 1, "limits": {"row": None}}])
def test_a_malformed_hello_is_an_error_of_this_package(tmp_path: pathlib.Path, hello: Any) -> None:
    with daemon(tmp_path, answering('"result":{}', hello)) as path, pytest.raises(celld.ProtocolError):
        celld.Client(path, timeout=LONG)


@pytest.mark.parametrize("note", [
    '{"method":3}', '{"method":"rows.changed","params":3}', '{"method":"rows.changed","params":{"subscription":[]}}',
    '{"method":"rows.changed","params":{"subscription":7}}', '{"method":"rows.changed","params":{"subscription":7,"rows":[{}]}}',
    '{"method":"action.invoked","params":{"subscription":7,"eventsLost":{}}}', "[]", "3", "", "\u00e9"])
def test_a_malformed_notification_ends_the_watch(tmp_path: pathlib.Path, note: str) -> None:
    def answer(method: str, number: Any) -> bytes:
        if method != "rows.watch":
            return encoded({"id": number, "result": HELLO})
        return encoded({"id": number, "result": {**ROWS, "subscription": 7}}) + note.encode() + b"\n"

    with daemon(tmp_path, answer) as path, celld.Client(path, timeout=LONG) as client, pytest.raises(celld.ProtocolError):
        watch = client.session("x").watch()
        while True:
            watch.wait(LONG)


def test_members_of_errors_that_are_missing() -> None:
    error = celld.errors.reply_error({"code": 1, "message": "m", "data": {"kind": "revisionConflict"}})
    assert isinstance(error, celld.RevisionConflict)
    with pytest.raises(celld.ProtocolError):
        error.revision
    busy = celld.errors.reply_error({"code": 1, "message": "m", "data": {"kind": "busy", "retryAfter": []}})
    assert isinstance(busy, celld.Busy)
    with pytest.raises(celld.ProtocolError):
        busy.retry_after


def test_a_line_has_a_limit() -> None:
    for size in (1, 7, 100):
        lines = Lines(10)
        data = b"x" * 10 + b"\n\n" + b"y" * 10 + b"\n" + b"z" * 10
        found = [line for start in range(0, len(data), size) for line in lines.feed(data[start : start + size])]
        assert found == [b"x" * 10, b"", b"y" * 10]
        with pytest.raises(celld.ProtocolError):
            lines.feed(b"z")
    with pytest.raises(celld.ProtocolError):
        Lines(10).feed(b"x" * 11 + b"\n")
    assert Exchange[str]().lines.longest == LONGEST_GREETING < 64 << 20
    assert longest_line({"line": 5, "reply": 7, "row": 2}) == 9 + (64 << 10)
    assert longest_line({"line": 9, "reply": 7, "row": 2}) == 11 + (64 << 10)
    assert longest_line({}) == (20 << 20) + (64 << 10)


def test_lines_after_hello_have_the_limits_of_the_daemon(tmp_path: pathlib.Path) -> None:
    longest = longest_line(HELLO["limits"])  # type: ignore[arg-type]
    for size, is_read in ((longest, True), (longest + 1, False)):
        text = "x" * (size - len('{"id":2,"result":{"a":""}}'))
        folder = tmp_path / str(size)
        folder.mkdir()
        with daemon(folder, answering(f'"result":{{"a":"{text}"}}')) as path, celld.Client(path, timeout=LONG) as client:
            if is_read:
                assert client.call("ping") == {"a": text}
            else:
                with pytest.raises(celld.ProtocolError, match=f"at most {longest} bytes"):
                    client.call("ping")
