"""Durable changes: celld with a store beside Redis with an append-only file, and the time of a restart."""

import statistics
import time

from . import corpus, programs

BATCH = 1000
CLIENTS = 50
# (name, durability of celld, appendfsync of Redis, clients, cells of a request)
ROWS = [
    ("batches of 1,000 cells", "written", "everysec", 1, BATCH),
    ("single edits, 50 clients", "written", "everysec", CLIENTS, 1),
    ("single edits, 50 clients", "synced", "always", CLIENTS, 1),
    ("single edits, 1 client", "synced", "always", 1, 1),
]
STORED = 1_000_000


def requests(peers, count):
    """Requests of celld and of Redis with the same cells, and their bytes. Each request that is sent has other titles."""
    texts = [corpus.compact(dict(cell, title=f"{cell['title']} {corpus.NUMBER}")) for cell in corpus.records(peers, "debian-10k", count)]
    commands = (programs.respond("XADD", "bench", "MAXLEN", "~", 1000, "*", "cell", text) for text in texts)
    return corpus.push("bench", texts), b"".join(commands), sum(map(len, texts))


def measure(celld_folder, binary, peers, rounds, seconds):
    """{(row, program): [{"rate", "bytes"}]}; rates are changes a second."""
    results = {}
    for row in ROWS:
        name, durability, appendfsync, clients, count = row
        own, other, size = requests(peers, count)
        for _ in range(rounds):
            for program, text in (("celld", own), ("Redis", other)):
                server = (programs.celld(celld_folder, True, durability) if program == "celld"
                          else programs.redis(True, appendfsync))
                with server:
                    file = server.folder / "request"
                    file.write_bytes(text)
                    result = programs.bench(binary, "edit", server.socket, file, clients, 1, seconds)
                    results.setdefault((row, program), []).append(
                        {"rate": result["rate"], "bytes": result["rate"] * size, "p99_us": result["p99_us"]})
    return results


def measure_restart(celld_folder, peers):
    """Seconds from the start to the first rows of a small session and of one with a million cells, after kill -9."""
    cells = list(corpus.records(peers, "debian-10k", 10_000))
    server = programs.celld(celld_folder, durability="written")
    with server:
        for part in range(STORED // len(cells)):
            batch = [dict(cell, id=f"{part}-{cell['id']}") for cell in cells]
            server.call({"id": 1, "method": "cells.push", "params": {"session": "large", "cells": batch}})
        server.call({"id": 1, "method": "cells.push", "params": {"session": "small", "cells": cells[:100]}})
        server.process.kill()
        server.process.wait()
        start = time.monotonic()
        server.process = programs.subprocess.Popen(
            [celld_folder / "celld", "--socket", server.socket, "--store", server.folder / "store.db"])
        programs.reachable(server.socket)
        times = []
        for session in ("small", "large"):
            params = {"session": session, "count": 50, "environment": corpus.VIEW}
            assert len(server.call({"id": 1, "method": "rows.pull", "params": params})[0]["rows"]) == 50
            times.append(time.monotonic() - start)
    return times


def report(results, restart):
    lines = ["## Durable changes", "",
             "Changes that are answered when they are stored: in celld a cell that changes, in Redis an XADD of the same JSON. "
             "One server on one core, the load generator on the other. Medians.", "",
             "| changes | celld | Redis | ratio | celld | Redis | bytes of cells a second, celld / Redis |",
             "|---|---|---|---|---|---|---|"]
    for row in ROWS:
        name, durability, appendfsync, _, count = row
        own, other = ({key: statistics.median(result[key] for result in results[row, program]) for key in ("rate", "bytes")}
                      for program in ("celld", "Redis"))
        lines.append(
            f"| {name} | `{durability}` | `appendfsync {appendfsync}` | **{own['bytes'] / other['bytes']:.2f}** | "
            f"{own['rate'] * count:,.0f} cells/s | {other['rate'] * count:,.0f}/s | "
            f"{own['bytes'] / 1e6:.1f} / {other['bytes'] / 1e6:.1f} MB/s |")
    lines += ["", f"After `kill -9` with {STORED:,} cells in the store: {restart[0]:.2f} s from the start to the first rows of a "
              f"session with 100 cells, {restart[1]:.2f} s to those of a session with {STORED:,} cells."]
    return lines
