"""A daemon that is killed and started again."""

from __future__ import annotations

import asyncio
import json
import pathlib
import queue
import signal
import socket
import threading
from typing import Any, List

import pytest
from conftest import LONG, Daemon

import celld
from celld.exchange import encoded

NARROW: celld.Environment = {"width": 30}


def change_behind(daemon: Daemon, method: str, **params: Any) -> None:
    """Changes the store of a daemon that does not run, so that its clients do not see it."""
    other = Daemon(daemon.folder, *daemon.options)
    path = str(daemon.folder / "other.sock")
    other.start(path)
    with celld.Client(path, timeout=LONG) as client:
        client.call(method, {"session": "jobs", **params})
    other.stop()


def lost(client: celld.Client, daemon: Daemon) -> None:
    """Kills the daemon while a call waits, and returns when the client has noticed."""
    daemon.signal(signal.SIGSTOP)
    waiting = client.submit("ping")
    daemon.kill()
    with pytest.raises(celld.ConnectionLost):
        waiting.result(LONG)


def shapes(message: celld.Notification) -> List[str]:
    return [f"{row['id']}{' same' if row.get('same') else ''}" for row in message.params["rows"]]


def test_only_what_changed_comes_after_a_restart(durable: Daemon) -> None:
    with celld.Client(durable.socket, timeout=LONG) as client:
        jobs = client.session("jobs")
        jobs.push([{"id": name, "title": name} for name in "abcd"])
        instance = client.server["instance"]
        watch = jobs.watch(environment=NARROW, count=3)
        assert str(watch.wait(LONG)) == "a\nb\nc"
        messages: "queue.Queue[celld.Notification]" = queue.Queue()
        watch.listen(messages.put)

        lost(client, durable)
        change_behind(durable, "cells.patch", patches=[{"id": "b", "patch": {"title": "B"}}])
        durable.start()
        assert shapes(messages.get(timeout=LONG)) == ["a same", "b", "c same"]
        assert str(watch.wait(LONG)) == "a\nB\nc"
        assert client.server["instance"] != instance

        jobs.patch([{"id": "c", "patch": {"title": "C"}}])
        assert shapes(messages.get(timeout=LONG)) == ["a same", "b same", "c"]
        assert str(watch.wait(LONG)) == "a\nB\nC"


def test_a_row_that_the_window_never_had_comes_whole(durable: Daemon) -> None:
    with celld.Client(durable.socket, timeout=LONG) as client:
        jobs = client.session("jobs")
        jobs.push([{"id": name, "title": name} for name in "abcd"])
        watch = jobs.watch(environment=NARROW, count=2)
        assert str(watch.wait(LONG)) == "a\nb"
        lost(client, durable)
        change_behind(durable, "cells.remove", ids=["a"])
        durable.start()
        assert str(watch.wait(LONG)) == "b\nc"
        jobs.remove(ids=["b"])
        assert str(watch.wait(LONG)) == "c\nd"
        assert client.stats()["caller"]["subscriptions"] == 1


def test_calls_wait_for_the_next_daemon(durable: Daemon) -> None:
    with celld.Client(durable.socket, timeout=LONG) as client:
        client.session("jobs").push([{"id": "1", "title": "A"}])
        lost(client, durable)
        waiting = client.submit("rows.pull", {"session": "jobs"})
        with pytest.raises(celld.TimedOut):
            client.call("ping", timeout=0.01)
        durable.start()
        assert waiting.result(LONG)["count"] == 1


def test_a_session_that_is_gone_ends_its_watch(daemon: Daemon) -> None:
    with celld.Client(daemon.socket, timeout=LONG) as client:
        client.session("jobs").push([{"id": "1", "title": "A"}])
        watch = client.session("jobs").watch()
        watch.wait(LONG)
        lost(client, daemon)
        daemon.start()
        with pytest.raises(celld.SessionNotFound):
            watch.wait(LONG)
        assert not watch.is_open


def test_a_client_that_does_not_reconnect(daemon: Daemon) -> None:
    with celld.Client(daemon.socket, timeout=LONG, reconnect=False) as client:
        client.session("jobs").push([{"id": "1", "title": "A"}])
        watch = client.session("jobs").watch()
        watch.wait(LONG)
        lost(client, daemon)
        daemon.start()
        for use in (client.ping, watch.wait):
            with pytest.raises(celld.ConnectionLost):
                use()


def test_a_client_can_be_closed_while_there_is_no_daemon(daemon: Daemon) -> None:
    with celld.Client(daemon.socket, timeout=LONG) as client:
        lost(client, daemon)
        waiting = client.submit("ping")
    with pytest.raises((celld.ClientClosed, celld.ConnectionLost)):
        waiting.result(LONG)


def test_connections_that_end_at_once(tmp_path: pathlib.Path) -> None:
    """A daemon that greets and closes is tried again until one stays."""
    path = str(tmp_path / "celld.sock")
    hello = {"protocol": 1, "limits": {"line": 1 << 24}}

    def serve(listening: socket.socket) -> None:
        for number in range(5):
            connection, _ = listening.accept()
            with connection, connection.makefile("rwb") as stream:
                for line in stream:
                    stream.write(encoded({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": hello}))
                    stream.flush()
                    if number < 4:
                        break

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        server = threading.Thread(target=serve, args=(listening,))
        server.start()
        with celld.Client(path, timeout=LONG) as client:
            while True:
                try:
                    client.ping()
                    break
                except celld.ConnectionLost:
                    continue
            assert client.call("ping") == hello
        server.join()


def test_a_daemon_that_refuses_a_connection(daemon: Daemon) -> None:
    daemon.kill()
    daemon.options = ["--limit", "connections=1"]
    daemon.start()
    with celld.Client(daemon.socket, timeout=LONG) as client:
        # If the connection is closed before the first request is written, the reason cannot be read any more.
        with pytest.raises((celld.LimitExceeded, celld.ConnectionLost)):
            celld.Client(daemon.socket, timeout=LONG)
        client.ping()


def test_another_version_of_the_protocol(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "celld"
    program.write_text("#!/bin/sh\nread line\necho '{\"id\":1,\"result\":{\"protocol\":2}}'\ncat >/dev/null\n")
    program.chmod(0o755)
    with pytest.raises(celld.ProtocolError, match="protocol 2, not 1"):
        celld.Client(celld.Stdio(str(program)), timeout=LONG)
    with pytest.raises(celld.ProtocolError, match="Expected 1|1|unix|PATH|jsonrpc"):
        celld.Client(celld.Plugin("true"), timeout=LONG)


def test_watches_of_asyncio_go_on(durable: Daemon, tmp_path: pathlib.Path) -> None:
    async def run() -> None:
        async with celld.AsyncClient(durable.socket, timeout=LONG) as client:
            jobs = client.session("jobs")
            await jobs.push([{"id": "1", "title": "A"}])
            async with await jobs.watch() as watch:
                titles = []
                async for rows in watch:
                    titles.append(str(rows))
                    if len(titles) == 1:
                        durable.kill()
                        durable.start()
                    elif len(titles) == 2:
                        await jobs.patch([{"id": "1", "patch": {"title": "B"}}])
                    else:
                        break
                assert titles == ["A", "A", "B"]

    asyncio.run(run())
