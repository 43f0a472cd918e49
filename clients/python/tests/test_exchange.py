"""The lines of a connection, and the parts of a long list."""

from __future__ import annotations

import json

import pytest

from celld import staging
from celld.errors import ProtocolError
from celld.exchange import Exchange, Lines, Notification, Reply


def test_lines_are_put_together_from_any_parts() -> None:
    text = '{"a":"é"}\n\n{"b":1}\n'.encode()
    for size in range(1, len(text) + 1):
        lines = Lines()
        found = [line for start in range(0, len(text), size) for line in lines.feed(text[start : start + size])]
        assert found == ['{"a":"é"}'.encode(), b"", b'{"b":1}']


def test_replies_and_notifications_are_told_apart() -> None:
    exchange: Exchange[str] = Exchange()
    assert json.loads(exchange.request("ping", {}, "first")) == {"id": 1, "method": "ping", "params": {}}
    exchange.request("ping", {}, "second")
    received = exchange.receive(
        b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
        b'{"jsonrpc":"2.0","method":"rows.changed","params":{"subscription":1}}\n'
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}\n')
    assert list(received) == [
        Reply("first", {}, None), Notification("rows.changed", {"subscription": 1}),
        Reply(None, None, {"code": -32700, "message": "no"})]
    assert exchange.abandon() == ["second"]


def test_what_is_no_message_is_an_error() -> None:
    for line in (b"no JSON\n", b"3\n", b'{"result":{}}\n'):
        with pytest.raises(ProtocolError):
            list(Exchange[str]().receive(line))


def test_a_request_that_is_no_json_leaves_nothing_behind() -> None:
    exchange: Exchange[str] = Exchange()
    with pytest.raises(ValueError):
        exchange.request("cells.push", {"cells": [{"rating": float("nan")}]}, "slot")
    assert exchange.abandon() == []


def test_parts_keep_the_order_and_fit_a_line() -> None:
    cells = [{"id": str(number), "title": "x" * 50} for number in range(100)]
    parts = staging.parts(cells, 1000)
    assert [cell for part in parts for cell in part] == cells
    assert len(parts) > 1
    assert all(len(json.dumps(part)) < 1000 for part in parts)


def test_a_list_has_at_least_one_part() -> None:
    assert staging.parts([], 1000) == [[]]
    long = {"id": "1", "title": "x" * 5000}  # the daemon decides whether it is too long
    assert staging.parts([long, long], 1000) == [[long], [long]]
