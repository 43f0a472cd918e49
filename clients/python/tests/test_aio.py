"""The client for asyncio, with a real daemon."""

from __future__ import annotations

import asyncio

import pytest
from conftest import CELLD, LONG, Daemon

import celld


def test_calls_are_answered_in_order(daemon: Daemon) -> None:
    async def run() -> None:
        async with celld.AsyncClient(daemon.socket, timeout=LONG) as client:
            pushes = [client.session("jobs").push([{"id": number, "title": "A"}]) for number in range(300)]
            assert [one["revision"] for one in await asyncio.gather(*pushes)] == list(range(1, 301))
            assert [cell["id"] async for cell in client.session("jobs").each_cell(100)] == [str(n) for n in range(300)]

    asyncio.run(run())


def test_rows_actions_and_listeners(daemon: Daemon) -> None:
    async def run() -> None:
        async with celld.AsyncClient(daemon.socket, timeout=LONG) as client:
            jobs = client.session("jobs")
            await jobs.push([{"id": "1", "title": "A"}])
            watch = await jobs.watch(events=True, environment={"width": 20})
            heard = []
            watch.listen(lambda message: heard.append(message.method))
            assert str(await watch.wait(LONG)) == "A"
            await jobs.act("open", id="1")
            assert (await watch.next_action(LONG))["action"] == "open"
            await jobs.patch([{"id": "1", "patch": {"title": "B"}}])
            assert str(await watch.wait(LONG)) == "B"
            await watch.unwatch()
            assert [rows async for rows in watch] == []
            assert "action.invoked" in heard and "rows.changed" in heard

    asyncio.run(run())


def test_actions_that_nobody_reads_are_counted(daemon: Daemon) -> None:
    async def run() -> None:
        async with celld.AsyncClient(daemon.socket, timeout=LONG) as client:
            jobs = client.session("jobs")
            await jobs.push([{"id": "1", "title": "A"}])
            async with await jobs.watch(events=True, count=0) as watch:
                for _ in range(300):
                    await jobs.act("open", id="1")
                await client.ping()
                assert watch.events_lost == 44

    asyncio.run(run())


def test_a_cancelled_watch_leaves_no_subscription(daemon: Daemon) -> None:
    async def run() -> None:
        async with celld.AsyncClient(daemon.socket, timeout=LONG) as client:
            jobs = client.session("jobs")
            await jobs.push([{"id": "1", "title": "A"}])
            opening = asyncio.ensure_future(jobs.watch())
            await asyncio.sleep(0)  # sends the request
            opening.cancel()
            await asyncio.wait([opening])
            await client.ping()
            assert (await client.stats())["caller"]["subscriptions"] == 0

    asyncio.run(run())


def test_a_client_that_is_not_open() -> None:
    async def run() -> None:
        client = celld.AsyncClient(celld.Stdio(CELLD))
        with pytest.raises(celld.ClientClosed):
            await client.ping()
        await client.open()
        await client.ping()
        await client.close()
        with pytest.raises(celld.ClientClosed):
            await client.ping()

    asyncio.run(run())
