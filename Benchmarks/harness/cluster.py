"""Several daemons over one Redis, beside what Redis alone takes. No program is pinned to a core: each row has two servers or more."""

import contextlib
import json
import select
import socket
import statistics
import subprocess
import time

from . import corpus, programs

BATCH, CLIENTS, NODES = 1000, 50, 3
PATCHES = 400
LARGE = 100_000
WIDTH = {"session": "bench", "count": 50, "environment": corpus.VIEW}


class Connection:
    """Sends requests to a daemon, and takes its notifications."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rwb")
        self.notifications = 0

    def call(self, method, **params):
        self.lines.write(corpus.compact({"id": 1, "method": method, "params": params}) + b"\n")
        self.lines.flush()
        while True:
            message = json.loads(self.lines.readline())
            if "error" in message:
                raise RuntimeError(message["error"]["message"])
            if "result" in message:
                return message["result"]
            self.notifications += 1

    def wait(self):
        """Waits for a notification."""
        if not select.select([self.socket], [], [], 10)[0]:
            raise TimeoutError("no notification")
        self.lines.readline()


def node(folder, redis):
    return programs.Server([folder / "celld", "--socket", "SOCKET", "--store", f"redis+unix://{redis.socket}"], False)


def load(binary, server, request, clients, in_flight, seconds):
    """Starts a load generator whose requests are all different."""
    file = server.folder / "request"
    file.write_bytes(request)
    command = [binary / "socket-bench", "edit", server.socket, file, clients, in_flight, seconds]
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)


def rates(*loads):
    return [json.loads(process.communicate()[0])["rate"] for process in loads]


def function(redis, name):
    """The whole name of a function that the daemons have loaded into Redis."""
    names = programs.output(["redis-cli", "-s", redis.socket, "FUNCTION", "LIST"]).split()
    return next(found for found in names if found.startswith(f"celld_{name}_"))


def append(redis, text):
    """A call of the function `append` that always appends, as the log ends where it ended before."""
    head = "1-0 0 0 life 0 0"
    programs.output(["redis-cli", "-s", redis.socket, "SET", "alone:head", head])
    return programs.respond("FCALL", function(redis, "append"), 5, "alone:head", "alone:log", "alone:session", "alone:turn",
                            "alone:changes", head, head, "alone:sessions", 1, "", 0, 3, "*", "record", text)


def patch(id):
    return corpus.compact({"id": 1, "method": "cells.patch", "params": {
        "session": "bench", "patches": [{"id": id, "patch": {"title": f"Work order {corpus.NUMBER}"}}]}}) + b"\n"


def measure(folder, binary, peers, rounds, seconds):
    """{row: [value]}: rates in bytes or in changes a second, times in seconds."""
    cells = list(corpus.records(peers, "debian-10k", BATCH))
    changed = [corpus.compact(dict(cell, title=f"{cell['title']} {corpus.NUMBER}")) for cell in cells]
    batch, size = corpus.push("bench", changed), sum(map(len, changed))
    results = {}

    def note(row, value):
        results.setdefault(row, []).append(value)

    for _ in range(rounds):
        # Each of them fills the file of a Redis of its own, which then rewrites it.
        for row in ("append", "pushes"):
            with programs.redis(appendfsync="everysec") as redis, node(folder, redis) as server:
                server.call({"id": 1, "method": "cells.push", "params": {"session": "bench", "cells": cells}})
                owner, request = (server, batch) if row == "pushes" else (redis, append(redis, b"[" + b",".join(changed) + b"]"))
                note(row, size * rates(load(binary, owner, request, 2, 1, seconds))[0])
        with programs.redis(appendfsync="everysec") as redis, contextlib.ExitStack() as stack:
            nodes = [stack.enter_context(node(folder, redis))]
            first = Connection(nodes[0].socket)
            first.call("cells.push", session="bench", cells=cells)
            xadd = programs.respond("XADD", "plain", "MAXLEN", "~", 1000, "*", "cell", changed[0])
            note("xadd", rates(load(binary, redis, xadd, CLIENTS, 1, seconds))[0])
            note("patches", rates(load(binary, nodes[0], patch("0"), CLIENTS, 1, seconds))[0])
            nodes += [stack.enter_context(node(folder, redis)) for _ in range(NODES - 1)]
            revision = first.call("session.info", session="bench")["revision"]
            clients = [first] + [Connection(server.socket) for server in nodes[1:]]
            for client in clients:
                client.call("rows.pull", session="bench", minRevision=revision, timeout=10_000)
            note("propagation", propagation(clients))
            storm = rates(*(load(binary, server, patch(str(number)), CLIENTS // NODES, 1, seconds)
                            for number, server in enumerate(nodes)))
            note("storm", sum(storm))
            note("storm/least", min(storm) * NODES / sum(storm))
        with programs.redis(appendfsync="everysec") as redis, programs.Server([folder / "celld", "--socket", "SOCKET"], False) as alone:
            request = corpus.compact({"id": 1, "method": "rows.pull", "params": WIDTH}) + b"\n"
            with node(folder, redis) as server:
                for owner in (server, alone):
                    owner.call({"id": 1, "method": "cells.push", "params": {"session": "bench", "cells": cells}})
                for row, owner in (("pulls", server), ("pulls/alone", alone)):
                    note(row, rates(load(binary, owner, request, 1, 1, seconds))[0])
                for start in range(0, LARGE, 10_000):
                    server.call({"id": 1, "method": "cells.push", "params": {"session": "large", "cells": [
                        dict(cell, id=str(start + number)) for number, cell in enumerate(corpus.records(peers, "debian-10k", 10_000))]}})
            start = time.monotonic()
            with node(folder, redis) as server:
                rows = Connection(server.socket).call("rows.pull", **(WIDTH | {"session": "large"}))
                assert rows["count"] == LARGE
                note("load", time.monotonic() - start)
    return results


def propagation(clients):
    """Seconds from sending a patch on one node to the notification on another, one value for each patch."""
    watcher = clients[1]
    watcher.call("rows.watch", session="bench", count=50, environment=corpus.VIEW)
    times = []
    for number in range(PATCHES):
        start = time.monotonic()
        clients[0].call("cells.patch", session="bench", patches=[{"id": "1", "patch": {"title": f"Propagated {number}"}}])
        watcher.wait()
        times.append(time.monotonic() - start)
        time.sleep(0.005)
    return times


def report(results):
    median = {row: statistics.median(values) for row, values in results.items() if row != "propagation"}
    times = sorted(time for values in results["propagation"] for time in values)
    p50, p99 = times[len(times) // 2] * 1e3, times[len(times) * 99 // 100] * 1e3
    return ["## Several daemons over one Redis", "",
            f"Redis with `appendfsync everysec`, {NODES} daemons (one in the first two rows), and the load generator share all cores. Unix "
            "sockets. All clients change one session of 1,000 cells. Medians.", "",
            "| | celld | beside it | ratio |", "|---|---|---|---|",
            f"| pushes of {BATCH:,} cells, 2 clients; the function `append` alone with the same cells | {median['pushes'] / 1e6:,.0f} MB/s "
            f"| {median['append'] / 1e6:,.0f} MB/s | **{median['pushes'] / median['append']:.2f}** |",
            f"| single patches, {CLIENTS} clients on one node; XADD of one cell | {median['patches']:,.0f}/s | {median['xadd']:,.0f}/s "
            f"| **{median['patches'] / median['xadd']:.2f}** |",
            f"| the same, {CLIENTS // NODES} clients on each of {NODES} nodes; all on one node | {median['storm']:,.0f}/s "
            f"| {median['patches']:,.0f}/s | **{median['storm'] / median['patches']:.2f}** |",
            f"| of these, the slowest node; a third | {median['storm/least'] / NODES * 100:.0f} % | {100 / NODES:.0f} % "
            f"| **{median['storm/least']:.2f}** |",
            f"| pulls of 50 rows, store idle; no store | {median['pulls']:,.0f}/s | {median['pulls/alone']:,.0f}/s "
            f"| **{median['pulls'] / median['pulls/alone']:.2f}** |",
            "", f"From a patch on one node to `rows.changed` on another: p50 {p50:.1f} ms, p99 {p99:.1f} ms. From the start of a new node "
            f"to the first rows of a session with {LARGE:,} cells: {median['load']:.2f} s."]
