"""How long a user waits beside another user who keeps celld busy."""

import json
import multiprocessing
import os
import pwd
import selectors
import socket
import statistics
import time

from . import corpus, programs

CELLS = 20_000
SECONDS = 4
CONNECTIONS = 200
QUIET, BUSY = (pwd.getpwnam(name).pw_uid for name in ("daemon", "nobody"))
POINTS = {"unit": "point", "width": 400}
# The requests of the user who waits, in turn.
PROBES = {
    "ping": {"method": "ping"},
    "header": {"method": "header.pull", "params": {"session": "mine", "id": "7"}},
    "ten rows, columns": {"method": "rows.pull", "params": {"session": "mine", "count": 10}},
    "ten rows, points": {"method": "rows.pull", "params": {
        "session": "mine", "count": 10, "environment": POINTS, "format": "frames"}},
}


class Client:
    """A connection to celld."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""

    def send(self, *requests):
        self.socket.sendall(b"".join(line(request) for request in requests))

    def receive(self):
        """The next line, without reading what it says."""
        while b"\n" not in self.buffer:
            self.buffer += self.socket.recv(1 << 20)
        first, self.buffer = self.buffer.split(b"\n", 1)
        return first

    def call(self, request):
        self.send(request)
        while True:
            # A watch gets other messages in between.
            reply = self.receive()
            if b'"id":1' in reply[:40]:
                assert b'"result"' in reply[:60], reply[:300]
                return reply


def line(request):
    return corpus.compact({"id": 1, **request}) + b"\n"


def push(session, cells):
    return {"method": "cells.push", "params": {"session": session, "cells": cells}}


def heavy_pushes(path, cells):
    client, number = Client(path), 0
    while True:
        number += 1
        client.call(push("pushed", [dict(cell, title=f"{cell['title']} {number}") for cell in cells]))


def point_layouts(path, cells):
    client, width = Client(path), 300
    client.call(push("points", cells))
    while True:
        width += 1
        client.call({"method": "rows.pull", "params": {"session": "points", "count": 50, "exact": True, "format": "frames",
                                                       "environment": {"unit": "point", "width": width % 500 + 300}}})


def batches(path, cells):
    client = Client(path)
    client.call(push("batch", cells[:1000]))
    rows = {"id": 1, "method": "rows.pull", "params": {"session": "batch", "count": 10}}
    text = corpus.compact([rows] * 1000) + b"\n"
    while True:
        client.socket.sendall(text)
        client.receive()


def floods(path, cells):
    """Pipelined requests on many connections, which are always answered late."""
    client = Client(path)
    client.call(push("flood", cells[:1000]))
    text = line({"method": "ping"}) * 200 + line({"method": "rows.pull", "params": {"session": "flood", "count": 10}}) * 20
    selector = selectors.DefaultSelector()
    for _ in range(CONNECTIONS):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, [0])
    while True:
        for key, events in selector.select():
            if events & selectors.EVENT_READ:
                key.fileobj.recv(1 << 18)
            if events & selectors.EVENT_WRITE:
                key.data[0] = (key.data[0] + key.fileobj.send(text[key.data[0]:])) % len(text)


def large_watches(path, cells):
    client, watchers, number = Client(path), [Client(path) for _ in range(10)], 0
    client.call(push("watched", cells[:10_000]))
    for watcher in watchers:
        watcher.call({"method": "rows.watch", "params": {"session": "watched", "count": 10_000, "format": "spans"}})
    while True:
        number += 1
        patches = [{"id": cell["id"], "patch": {"title": f"{number}"}} for cell in cells[number % 9_000:][:500]]
        client.call({"method": "cells.patch", "params": {"session": "watched", "patches": patches}})
        for watcher in watchers:
            watcher.receive()


LOADS = {"nothing": None, f"pushes of {CELLS:,} cells": heavy_pushes, f"{CELLS:,} rows in points, exactly": point_layouts,
         "batches of 1,000 requests": batches, f"floods on {CONNECTIONS} connections": floods,
         "ten watches of 10,000 rows": large_watches}


def as_user(user, body, *arguments):
    """Runs a function in a process of another user."""

    def run():
        os.setgid(user)
        os.setuid(user)
        body(*arguments)

    process = multiprocessing.get_context("fork").Process(target=run, daemon=True)
    process.start()
    return process


def probe(path, cells, results):
    """Measures the waits of one client, which sends a request after the other with pauses."""
    client = Client(path)
    client.call(push("mine", cells[:100]))
    waits = {name: [] for name in PROBES}
    for request in PROBES.values():
        client.call(request)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for name, request in PROBES.items():
            text = line(request)
            start = time.perf_counter()
            client.socket.sendall(text)
            client.receive()
            waits[name].append((time.perf_counter() - start) * 1e3)
            time.sleep(0.001)
    results.put(waits)


def waits_beside(folder, load, cells):
    """{probe: [milliseconds]} of one run."""
    with programs.Server([folder / "celld", "--socket", "SOCKET", "--mode", "666"], False) as server:
        os.chmod(server.folder, 0o755)
        path = str(server.socket)
        busy = as_user(BUSY, LOADS[load], path, cells) if LOADS[load] else None
        time.sleep(1.5)
        results = multiprocessing.get_context("fork").Queue()
        quiet = as_user(QUIET, probe, path, cells, results)
        waits = results.get(timeout=SECONDS + 60)
        quiet.join()
        if busy:
            assert busy.is_alive(), f"the load ended: {load}"
            busy.kill()
            busy.join()
    return waits


def measure(folders, peers, rounds):
    """{(load, build): {probe: [milliseconds]}}; `folders` has the folder of each build."""
    cells = list(corpus.records(peers, "debian-10k", CELLS))
    cells += [dict(cell, id=f"second-{cell['id']}") for cell in cells[:CELLS - len(cells)]]
    found = {}
    for _ in range(rounds):
        for load in LOADS:
            for build, folder in folders.items():
                sums = found.setdefault((load, build), {name: [] for name in PROBES})
                for name, waits in waits_beside(folder, load, cells).items():
                    sums[name] += waits
    return found


def report(found):
    builds = list(dict.fromkeys(build for _, build in found))
    lines = ["## Waits beside another user", "",
             "One user sends a request every millisecond, after the reply to the last one. Another user keeps celld busy. "
             "Milliseconds: p50 / p99 / max.", ""]
    for build in builds:
        lines += [f"### {build}", "", "| beside | " + " | ".join(PROBES) + " |", "|---" * (1 + len(PROBES)) + "|"]
        for load in LOADS:
            numbers = []
            for waits in found[load, build].values():
                percentiles = statistics.quantiles(waits, n=100, method="inclusive")
                numbers.append(f"{statistics.median(waits):.2f} / {percentiles[98]:.2f} / {max(waits):.1f}")
            lines.append(f"| {load} | " + " | ".join(numbers) + " |")
        lines.append("")
    return lines[:-1]
