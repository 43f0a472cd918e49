"""The client that blocks, with a real daemon."""

from __future__ import annotations

import os
import pathlib
import queue
import signal
import threading
from typing import Any, List

import pytest
from conftest import CELLD, LONG, Daemon

import celld
from celld.errors import KINDS

NARROW: celld.Environment = {"width": 30}


def test_cells_become_rows(client: celld.Client) -> None:
    jobs = client.session("jobs")
    assert jobs.push([{"id": "1", "title": "Import"}, {"id": "2", "title": "Export"}])["inserted"] == 2
    assert jobs.patch([{"id": "2", "patch": {"status": {"text": "Late", "state": "negative"}}}])["updated"] == 1
    assert jobs.move(["2"], "start")["moved"] == 1
    rows = jobs.rows(environment=NARROW, ids=["2", "9"], include=["cell"])
    assert str(rows) == "Export                    Late"
    assert (rows.missing, rows.count, rows.view, rows[0]["cell"]["id"]) == (["9"], 2, None, "2")
    assert jobs.remove(ids=["2"])["removed"] == 1
    assert [cell["title"] for cell in jobs.each_cell(1)] == ["Import"]
    assert jobs.remove(all=True)["removed"] == 1
    jobs.delete()
    assert client.sessions()["sessions"] == []


def test_views_keep_what_is_left_out_and_reset_what_is_none(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.create(selection="multiple", drill_down=False)
    assert jobs.info()["drillDown"] is False
    assert jobs.set_view(view="phone", width=None, separator="line")["set"] == {"width": None, "separator": "line"}
    assert jobs.set_view(view="phone", separator=None)["set"] == {"width": None}
    assert [view["view"] for view in jobs.views()["views"]] == ["main", "phone"]
    jobs.delete_view("phone")
    with pytest.raises(celld.ViewNotFound):
        jobs.rows(view="phone")


def test_interaction(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.create(selection="multiple")
    jobs.push([{"id": "1", "title": "A", "unread": True, "actions": [{"id": "hold", "title": "Hold", "kind": "toggle"}]}])
    assert jobs.select(ids=["1"])["selected"] == 1
    with jobs.watch(count=0, events=True) as watch:
        assert jobs.act("hold", id="1", value=True)["delivered"] == 1
        action = watch.next_action(LONG)
        assert (action["id"], action["action"], action["value"]) == ("1", "hold", True)
    assert jobs.header("1", environment=NARROW)["lines"][0].startswith("A")
    jobs.viewed(["1"])
    assert jobs.lint()["findings"] == []


def test_methods_without_a_session(client: celld.Client) -> None:
    assert client.hello(client="test")["protocol"] == 1
    assert client.server["limits"]["line"] > 0
    assert client.layout({"id": "1", "title": "Alone"}, environment=NARROW)["row"]["lines"] == ["Alone"]
    assert client.profile("ios")["font"] == "Inter"
    assert "caller" in client.stats()
    client.ping()


def test_each_kind_of_error_has_a_class(client: celld.Client) -> None:
    document = client.discover()
    assert set(document["components"]["errors"]) == set(KINDS)
    jobs = client.session("jobs")
    with pytest.raises(celld.SessionNotFound):
        jobs.info()
    with pytest.raises(celld.InvalidParams) as raised:
        jobs.push([{"id": "1", "tilte": "A"}])  # type: ignore[typeddict-unknown-key, typeddict-unknown-key]
    assert (raised.value.path, raised.value.hint, raised.value.code) == ("/cells/0/tilte", "title", -32602)
    revision = jobs.push([{"id": "1", "title": "A"}])["revision"]
    with pytest.raises(celld.RevisionConflict) as conflict:
        jobs.remove(all=True, if_revision=revision + 1)
    assert conflict.value.revision == revision
    with pytest.raises(celld.MethodNotFound):
        client.call("cells.psuh")
    assert isinstance(celld.errors.reply_error({"code": 1, "message": "", "data": {"kind": "later"}}), celld.ReplyError)


def test_a_watch_has_the_complete_window(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.push([{"id": str(number), "title": f"Job {number}"} for number in range(10)])
    with jobs.watch(environment=NARROW, start=1, count=3) as watch:
        assert str(watch.wait(LONG)) == "Job 1\nJob 2\nJob 3"
        jobs.patch([{"id": "2", "patch": {"title": "Changed"}}])
        assert str(watch.wait(LONG)) == "Job 1\nChanged\nJob 3"
        jobs.remove(ids=["1"])
        assert str(watch.wait(LONG)) == "Changed\nJob 3\nJob 4"
        with pytest.raises(celld.TimedOut):
            watch.wait(0)
        watch.change(top=8, height=1)
        assert str(watch.wait(LONG)) == "Job 9"
        with pytest.raises(celld.InvalidParams):
            watch.change(environment={"width": -1})
        jobs.patch([{"id": "9", "patch": {"title": "Last"}}])
        assert str(watch.wait(LONG)) == "Last"
    with pytest.raises(celld.WatchEnded):
        watch.wait(LONG)
    assert client.stats()["caller"]["subscriptions"] == 0


def test_a_window_moves_and_keeps_its_place(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.push([{"id": str(number), "title": f"Job {number}"} for number in range(10)])
    with jobs.watch(environment=NARROW, top=0, height=2) as watch:
        assert str(watch.wait(LONG)) == "Job 0\nJob 1"
        assert str(watch.window(top=1, height=2)) == "Job 1\nJob 2"
        anchor: Any = watch.rows.anchor
        assert anchor["id"] == "1"
        watch.window(anchor=anchor, height=2)
        jobs.remove(ids=["0"])
        jobs.patch([{"id": "1", "patch": {"title": "Changed"}}])
        while str(watch.wait(LONG)) != "Changed\nJob 2":
            pass
        watch.change(environment={"width": 5})
        assert str(watch.rows) == "Chan…\nJob 2"
        with pytest.raises(celld.InvalidParams):
            watch.window(top=-1, height=2)
        assert str(watch.rows) == "Chan…\nJob 2"


def test_a_watch_ends_with_its_session_or_view(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.push([{"id": "1", "title": "A"}])
    jobs.set_view(view="side", width=20)
    watch, side = jobs.watch(), jobs.watch(view="side")
    assert [str(next(watch)), str(next(side))] == ["A", "A"]
    jobs.delete_view("side")
    assert list(side) == []
    jobs.delete()
    assert list(watch) == [] and list(watch.actions()) == []
    assert not watch.is_open
    watch.close()


def test_listeners_hear_of_everything(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.push([{"id": "1", "title": "A"}])
    heard: "queue.Queue[str]" = queue.Queue()
    watch = jobs.watch(events=True)

    def listener(message: celld.Notification) -> None:
        heard.put(message.method)
        client.ping()  # which is refused, and does not stop the client

    watch.listen(listener)
    jobs.act("open", id="1")
    assert heard.get(timeout=LONG) == "action.invoked"
    jobs.delete()
    assert heard.get(timeout=LONG) == "session.deleted"


def test_requests_are_sent_in_order_without_waiting(client: celld.Client) -> None:
    cells = [client.submit("cells.push", {"session": "jobs", "cells": [{"id": number, "title": "A"}]}) for number in range(500)]
    assert [cell.result(LONG)["revision"] for cell in cells] == list(range(1, 501))
    assert [cell["id"] for cell in client.session("jobs").each_cell()] == [str(number) for number in range(500)]


def test_threads_share_a_client(client: celld.Client) -> None:
    failed: List[BaseException] = []

    def work(number: int) -> None:
        try:
            session = client.session(f"jobs {number}")
            for step in range(50):
                session.push([{"id": "1", "title": f"{number} {step}"}])
                assert str(session.rows()) == f"{number} {step}"
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_reply_that_does_not_come_in_time(daemon: Daemon, client: celld.Client) -> None:
    daemon.signal(signal.SIGSTOP)
    with pytest.raises(celld.TimedOut) as raised:
        client.call("ping", timeout=0.01)
    assert isinstance(raised.value, TimeoutError)
    daemon.signal(signal.SIGCONT)
    client.ping()


def test_a_closed_client(daemon: Daemon) -> None:
    client = celld.Client(daemon.socket)
    client.session("jobs").push([{"id": "1", "title": "A"}])
    watch = client.session("jobs").watch()
    client.close()
    client.close()
    assert not watch.is_open
    with pytest.raises(celld.ClientClosed):
        client.ping()


def test_closing_a_client_ends_the_loops_of_other_threads(daemon: Daemon) -> None:
    client = celld.Client(daemon.socket)
    client.session("jobs").push([{"id": "1", "title": "A"}])
    watch = client.session("jobs").watch(events=True)
    seen: "queue.Queue[str]" = queue.Queue()

    def read() -> None:
        for rows in watch:
            seen.put(str(rows))

    threads = [threading.Thread(target=read), threading.Thread(target=lambda: list(watch.actions()))]
    for thread in threads:
        thread.start()
    assert seen.get(timeout=LONG) == "A"
    client.close()
    for thread in threads:
        thread.join()


def test_many_large_requests_wait_for_a_slow_daemon(daemon: Daemon, client: celld.Client) -> None:
    daemon.signal(signal.SIGSTOP)
    cells = [{"id": "1", "title": "A", "data": "x" * 200_000}]
    pushes = [client.submit("cells.push", {"session": "jobs", "cells": cells}) for _ in range(50)]
    daemon.signal(signal.SIGCONT)
    assert [push.result(LONG)["revision"] for push in pushes] == [1] * 50


def test_a_daemon_of_ones_own(tmp_path: pathlib.Path) -> None:
    with celld.Client(celld.Stdio(CELLD, ["--store", str(tmp_path / "store.db")]), timeout=LONG) as client:
        assert client.address is None
        pid = client.server["pid"]
        assert "durable" in client.server["features"]
    assert not os.path.exists(f"/proc/{pid}")
    with celld.Client(celld.Plugin(CELLD), timeout=LONG) as plugin:
        pid, address = plugin.server["pid"], plugin.address
        plugin.session("jobs").push([{"id": "1", "title": "A"}])
        with celld.Client(address) as other:
            assert str(other.session("jobs").rows()) == "A"
    assert not os.path.exists(f"/proc/{pid}")
    assert address is not None and not os.path.exists(address)


def test_a_daemon_of_ones_own_is_not_started_again() -> None:
    with celld.Client(celld.Stdio(CELLD), timeout=LONG) as client:
        os.kill(client.server["pid"], signal.SIGKILL)
        with pytest.raises(celld.ConnectionLost):
            while True:
                client.ping()


def test_a_notebook_shows_rows_as_pictures(client: celld.Client) -> None:
    jobs = client.session("jobs")
    jobs.push([{"id": "1", "title": "<script>alert(1)</script>", "href": "javascript:alert(1)"}])
    shown = jobs._repr_html_()
    assert shown.startswith("<ol") and "&lt;script>" in shown.replace("&gt;", ">")
    assert "<script" not in shown and "javascript:" not in shown
