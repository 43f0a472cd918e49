"""Bytes of memory per cell, and of Redis with the same JSON in one list; and how long others wait meanwhile."""

import json
import statistics
import time

from . import corpus, programs
from .layout import CORPORA

CELLS = 100_000


def measure(celld_folder, binary, peers):
    """{corpus: bytes per cell, by source}."""
    found = {}
    for name, corpus_name in CORPORA.items():
        texts = [corpus.compact(cell) for cell in corpus.records(peers, f"{corpus_name}-100k", CELLS)]
        result = {"JSON": sum(map(len, texts)) / CELLS}
        with programs.celld(celld_folder) as celld:
            before = celld.resident()
            file = celld.folder / "cells"
            file.write_bytes(b"".join(corpus.pushes("bench", map(json.loads, texts), 1 << 20)))
            programs.bench(binary, "play", celld.socket, file)
            time.sleep(1)
            info = celld.call({"id": 1, "method": "session.info", "params": {"session": "bench"}})[0]
            result["celld resident"] = (celld.resident() - before) / CELLS
            result["celld"] = info["bytes"] / info["count"]
        with programs.redis() as redis:
            before = redis.resident(), used_memory(redis)
            with programs.socket.socket(programs.socket.AF_UNIX) as connection:
                connection.connect(str(redis.socket))
                for text in texts:
                    connection.sendall(programs.respond("RPUSH", "bench", text))
                    while not connection.recv(4096).endswith(b"\n"):
                        pass
            result["Redis resident"] = (redis.resident() - before[0]) / CELLS
            result["Redis"] = (used_memory(redis) - before[1]) / CELLS
        found[name] = result
    return found


def used_memory(redis):
    said = programs.output(["redis-cli", "-s", redis.socket, "info", "memory"])
    return next(int(line.split(":")[1]) for line in said.splitlines() if line.startswith("used_memory:"))


def measure_latency(celld_folder, binary, peers, rounds):
    """[(quiet, busy, seconds of the push, of the layouts)]: pings of others while a large list is pushed and laid out."""
    runs = []
    for _ in range(rounds):
        with programs.celld(celld_folder) as celld:
            ping, cells, pulls = (celld.folder / name for name in ("ping", "cells", "pulls"))
            ping.write_bytes(b'{"id":1,"method":"ping"}\n')
            records = corpus.records(peers, "debian-100k", CELLS)
            cells.write_bytes(b"".join(corpus.pushes("bench", records, 12 << 20)))
            pulls.write_bytes(b"".join(
                corpus.pull("bench", environment={"width": width}, exact=True, count=50) for width in range(60, 130, 7)))
            paced = ("pace", celld.socket, ping, 1, 1000, 600)
            pings = programs.start_bench(binary, *paced)
            time.sleep(2)
            quiet = programs.finish_bench(pings)
            pings = programs.start_bench(binary, *paced)
            time.sleep(0.5)
            pushed = programs.bench(binary, "play", celld.socket, cells)
            pulled = programs.bench(binary, "play", celld.socket, pulls)
            runs.append((quiet, programs.finish_bench(pings), pushed["seconds"],
                         pulled["seconds"] / pulled["requests"]))
    return runs


def report(found, latency):
    """The tables, ratios first."""
    lines = ["## Memory per cell", "", f"{CELLS:,} cells, and Redis with the same JSON texts in one list (RPUSH). "
             "Resident memory is everything. The programs' own count excludes free memory of their allocators.", "",
             "| corpus | ratio, resident | ratio, own count | celld resident | Redis resident | celld | Redis | the JSON |",
             "|---|---|---|---|---|---|---|---|"]
    for name, result in found.items():
        lines.append(
            f"| {name} | **{result['celld resident'] / result['Redis resident']:.2f}** | "
            f"**{result['celld'] / result['Redis']:.2f}** | " + " | ".join(
                f"{result[who]:,.0f}" for who in ("celld resident", "Redis resident", "celld", "Redis", "JSON")) + " |")
    quiet, busy, pushed, pulled = (
        [run[i] for run in latency] for i in range(4))
    lines += ["", "## How long others wait meanwhile", "",
              f"One client pings every millisecond. Another pushes {CELLS:,} cells in requests of 12 MiB, and pulls them at "
              "ten widths, each laid out exactly. Medians of the runs; the last column is the maximum of all.", "",
              "| | p50 | p99 | max | worst |", "|---|---|---|---|---|"]
    for name, results in (("no other work", quiet), ("during push and layout", busy)):
        numbers = [statistics.median(result[member] for result in results) / 1e3 for member in ("p50_us", "p99_us", "max_us")]
        worst = max(result["max_us"] for result in results) / 1e3
        lines.append(f"| {name} | " + " | ".join(f"{number:.2f} ms" for number in numbers + [worst]) + " |")
    lines += ["", f"The push took {statistics.median(pushed):.2f} s, each exact layout of all cells "
              f"{statistics.median(pulled) * 1e3:.0f} ms."]
    return lines
