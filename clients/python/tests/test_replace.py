"""Long lists, which are sent in parts."""

from __future__ import annotations

import asyncio
import threading
from typing import Iterator, List

import pytest
from conftest import LONG, Daemon

import celld
from celld import staging


@pytest.fixture
def short_lines(daemon: Daemon) -> Iterator[Daemon]:
    """A daemon whose lines are so short that a list has many parts."""
    daemon.kill()
    daemon.options = ["--limit", "line=16384"]
    daemon.start()
    yield daemon


def cells(count: int, title: str = "Job") -> List[celld.Cell]:
    return [{"id": str(number), "title": f"{title} {number}"} for number in range(count)]


def created(client: celld.Client) -> celld.Session:
    """A session without cells. A replacement does not create one."""
    session = client.session("jobs")
    session.create(if_absent=True)
    return session


def titles(session: celld.Session) -> List[str]:
    return [cell["title"] for cell in session.each_cell()]


def test_a_list_longer_than_a_line(short_lines: Daemon) -> None:
    with celld.Client(short_lines.socket, timeout=LONG) as client:
        jobs = created(client)
        assert jobs.replace(iter(cells(2000)))["inserted"] == 2000
        assert titles(jobs) == [f"Job {number}" for number in range(2000)]
        result = jobs.replace(cells(1999))
        assert (result["removed"], result["unchanged"]) == (1, 1999)
        assert jobs.replace([])["removed"] == 1999


def test_a_wrong_cell_changes_nothing_and_leaves_nothing_staged(short_lines: Daemon) -> None:
    with celld.Client(short_lines.socket, timeout=LONG) as client:
        jobs = created(client)
        jobs.replace(cells(3))
        wrong = cells(2000)
        wrong[1000] = {"id": "1000", "title": "A", "rating": -1}
        with pytest.raises(celld.InvalidParams):
            jobs.replace(wrong)
        assert len(titles(jobs)) == 3
        assert jobs.replace(cells(2))["removed"] == 1
        with pytest.raises(ValueError):
            jobs.replace([*cells(2000), {"id": "n", "title": "A", "data": float("nan")}])
        assert jobs.replace(cells(1))["removed"] == 1


def test_two_lists_at_the_same_time_do_not_mix(short_lines: Daemon) -> None:
    with celld.Client(short_lines.socket, timeout=LONG) as client:
        lists = [cells(1500, title) for title in ("A", "B", "C")]
        jobs = created(client)
        threads = [threading.Thread(target=jobs.replace, args=(one,)) for one in lists]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert titles(jobs) in [[cell["title"] for cell in one] for one in lists]


def test_a_cancelled_list_leaves_nothing_staged(short_lines: Daemon) -> None:
    async def run() -> None:
        async with celld.AsyncClient(short_lines.socket, timeout=LONG) as client:
            jobs = client.session("jobs")
            await jobs.create()
            for steps in (1, 3, 10, 30):
                task = asyncio.ensure_future(jobs.replace(cells(3000)))
                for _ in range(steps):
                    await client.ping()
                task.cancel()
                await asyncio.wait([task])
                await jobs.replace(cells(2))
                assert (await jobs.info())["count"] == 2

    asyncio.run(run())


def test_a_call_that_fails_drops_what_is_staged(client: celld.Client) -> None:
    jobs = created(client)
    client.call("cells.replace", {"session": "jobs", "cells": [{"id": "s", "title": "Staged"}], "more": True})
    with pytest.raises(celld.RevisionConflict):
        client.call("cells.replace", staging.dropping({"session": "jobs"}))
    assert jobs.replace(cells(1))["inserted"] == 1
