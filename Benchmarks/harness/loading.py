"""How long a user waits for a large list: pushes beside Redis, a keyed replacement, and another width of a million rows."""

import statistics
import time

from . import corpus, programs
from .fairness import Client

CELLS = 100_000
ROWS = 1_000_000
BATCH = 1_000
LINE = 12 << 20
CORPORA = {"English": "debian", "international": "intl"}


def batches(cells, count):
    return [cells[start:start + count] for start in range(0, len(cells), count)]


def measure_pushes(celld_folder, binary, peers, rounds):
    """{(corpus, batch, program): [(cells a second, server time of a cell in µs)]}."""
    found = {}
    for name, corpus_name in CORPORA.items():
        cells = list(corpus.records(peers, f"{corpus_name}-100k", CELLS))
        texts = [corpus.compact(cell) for cell in cells]
        of_line = max(1, LINE * len(texts) // sum(map(len, texts)))
        for batch, count in (("1,000 cells", BATCH), ("12 MiB", of_line)):
            requests = {
                "celld": b"".join(corpus.push("bench", part) for part in batches(texts, count)),
                # NUL bytes end the requests: a command of Redis has many lines.
                "Redis": b"".join(programs.respond("RPUSH", "bench", *part) + b"\0" for part in batches(texts, count)),
            }
            for _ in range(rounds):
                for program, text in requests.items():
                    server = programs.celld(celld_folder, True) if program == "celld" else programs.redis(True)
                    with server:
                        file = server.folder / "cells"
                        file.write_bytes(text)
                        before = server.processor_seconds()
                        seconds = programs.bench(binary, "play", server.socket, file)["seconds"]
                        time.sleep(0.2)
                        used = server.processor_seconds() - before
                        found.setdefault((name, batch, program), []).append(
                            (CELLS / seconds, used / CELLS * 1e6))
    return found


def measure_replacement(celld_folder, binary, peers, rounds):
    """Seconds of a replacement of all English cells, of which every fifth is another."""
    cells = list(corpus.records(peers, "debian-100k", CELLS))
    changed = [dict(cell, title=cell["title"] + ".") if index % 5 == 0 else cell for index, cell in enumerate(cells)]
    seconds = []
    for _ in range(rounds):
        with programs.celld(celld_folder) as server:
            first, second = server.folder / "first", server.folder / "second"
            first.write_bytes(b"".join(corpus.pushes("bench", cells, LINE)))
            lines = batches([corpus.compact(cell) for cell in changed], 20_000)
            second.write_bytes(b"".join(
                b'{"id":1,"method":"cells.replace","params":{"session":"bench","more":'
                + (b"true" if index + 1 < len(lines) else b"false") + b',"cells":[' + b",".join(part) + b"]}}\n"
                for index, part in enumerate(lines)))
            programs.bench(binary, "play", server.socket, first)
            seconds.append(programs.bench(binary, "play", server.socket, second)["seconds"])
    return seconds


def measure_widths(celld_folder, peers, changes=200):
    """{what: [seconds]} of a view of a million English rows, on all cores."""
    found = {}
    cells = list(corpus.records(peers, "debian-100k", CELLS))
    with programs.celld(celld_folder) as server:
        client = Client(str(server.socket))
        for part in range(ROWS // CELLS):
            for line in corpus.pushes("bench", (dict(cell, id=f"{part}-{cell['id']}") for cell in cells), LINE):
                client.socket.sendall(line)
                client.receive()

        def call(method, **params):
            return client.call({"id": 1, "method": method, "params": {"session": "bench", **params}})

        def show(width, what, **rows):
            """The time of a change of width, unless that is nil, and of the rows after it."""
            start = time.perf_counter()
            if width:
                call("view.set", view="main", **{**corpus.VIEW, "width": width})
            call("rows.pull", **rows)
            found.setdefault(what, []).append(time.perf_counter() - start)

        show(100, "all heights, texts never seen", count=1, exact=True)
        # Each width is far from the others, next to one, or one of the last three.
        for width in (70, 112, 84):
            show(width, "all heights, never seen", count=1, exact=True)
            show(width + 1, "all heights, one column wider", count=1, exact=True)
            show(width, "all heights, seen before", count=1, exact=True)
        for number in range(changes):
            show(60 + number * 37 % 80, "first 50 rows", count=50)
            show(None, "50 rows from the middle", start=ROWS // 2, count=50)
    return found


def report(pushes, replacement, widths):
    """The tables, ratios first."""
    lines = ["## Loading", "",
             f"{CELLS:,} cells are pushed into an empty list, one request after the other. Redis takes the same JSON texts with "
             "RPUSH, from the same load generator. One server on one core, the load generator on the other. Medians. The first "
             "ratio is of the server's processor time, which other programs on the machine hardly change.", "",
             "| corpus | requests of | ratio of server time | ratio of rates | celld | Redis | server time, celld / Redis |",
             "|---|---|---|---|---|---|---|"]
    for name, batch in sorted({key[:2] for key in pushes}):
        (rate, used), (other_rate, other_used) = (
            [statistics.median(run[index] for run in pushes[name, batch, program]) for index in (0, 1)]
            for program in ("celld", "Redis"))
        lines.append(f"| {name} | {batch} | **{other_used / used:.2f}** | **{rate / other_rate:.2f}** | {rate:,.0f}/s | "
                     f"{other_rate:,.0f}/s | {used:.2f} / {other_used:.2f} µs |")
    lines += ["", f"A keyed replacement of {CELLS:,} English cells, of which a fifth changed, takes "
              f"{statistics.median(replacement):.2f} s.", "", "## Another width", "",
              f"A view of {ROWS:,} English rows, both cores.", "", "| after a change of width | p50 | p99 | changes |",
              "|---|---|---|---|"]
    for what, seconds in widths.items():
        ordered = sorted(seconds)
        lines.append(f"| {what} | {statistics.median(ordered) * 1e3:.1f} ms | "
                     f"{ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * 1e3:.1f} ms | {len(ordered)} |")
    return lines
