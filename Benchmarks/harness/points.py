"""Cells in points of real fonts per second of one core, and Pango on the same corpus."""

import json
import statistics
import time

from . import corpus as corpora
from . import programs
from .fairness import Client
from .layout import CORPORA
from .programs import CLIENT_CORE, output

STAGES = {"preparation": "celld points preparation", "layout": "celld points layout", "frames": "celld points frames"}
PANGO = "out/pango"
ROWS = 50
# What the rows of the table have at 100 columns.
VIEW = {"unit": "point", "width": 700, "widthClass": "expanded", "statusWidth": 91, "split": 0.5625, "tagLines": 1,
        "margins": False}


def measure(binary, peers, rounds):
    """{(stage, corpus, width): values}, interleaved round by round."""
    found = {}

    def note(stage, corpus, width, values):
        found.setdefault((stage, corpus, width), []).extend(values)

    pin = ["taskset", "-c", CLIENT_CORE]
    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            for width in (100, 48):
                records = [peers / f"data/{name}-10k.usv", str(width)]
                line = json.loads(output(pin + [peers / PANGO, *records, "2000", "1"]))
                note("pango", corpus, width, line["cpu"])
                for line in output(pin + [binary / "layout-bench", "points", *records, "10000", "3"]).splitlines():
                    line = json.loads(line)
                    note(line["peer"], corpus, width, line["cpu"])
                    note("bytes", corpus, width, [line["bytes"]])
                # On all cores, too.
                first = json.loads(output([binary / "layout-bench", "first", *records, str(ROWS)]))
                for state, seconds in first.items():
                    note(state, corpus, width, [seconds])
    return found


def measure_pulls(celld_folder, peers, rounds):
    """{(fonts, corpus): [seconds of the first pull of a new list]}, over the socket."""
    found = {}
    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            cells = list(corpora.records(peers, f"{name}-10k", 2 * ROWS))
            with programs.celld(celld_folder) as server:
                client = Client(str(server.socket))
                for fonts, part in (("not open", cells[:ROWS]), ("open", cells[ROWS:])):
                    client.call({"id": 1, "method": "cells.push", "params": {"session": fonts, "cells": part}})
                    start = time.perf_counter()
                    client.call({"id": 1, "method": "rows.pull", "params": {
                        "session": fonts, "format": "frames", "count": ROWS, "environment": VIEW}})
                    found.setdefault((fonts, corpus), []).append(time.perf_counter() - start)
    return found


def report(found, pulls):
    """The tables, ratios first."""
    lines = ["## Points", "", "Cells per second of one core, with the fonts of the machine. A column is seven points.", "",
             "| column | work |", "|---|---|",
             "| to Pango | a new width to Pango, which lays out the same texts from strings, without frames |",
             "| measure | texts whose words are all known |",
             "| new width | layout at a new width |",
             "| new width and frames | rows are also placed, and their lines are shaped |",
             "| bytes | what measuring adds to a cell |",
             f"| first rows | the first {ROWS} rows of a new list, no word of which is known: no font is open; fonts are loaded; the same "
             "on all cores |", "",
             "| corpus | width | to Pango | measure | new width | new width and frames | Pango | bytes | first rows |",
             "|---|---|---|---|---|---|---|---|---|"]
    middle = {key: statistics.median(values) for key, values in found.items()}
    for corpus in CORPORA:
        for width in (100, 48):
            def of(stage):
                return middle[(stage, corpus, width)]
            own = [of(STAGES[stage]) for stage in ("preparation", "layout", "frames")]
            lines.append(f"| {corpus} | {width} | **{own[1] / of('pango'):,.0f}** | " +
                         " | ".join(f"{value:,.0f}" for value in own) +
                         f" | {of('pango'):,.0f} | {of('bytes'):,.0f} | " +
                         " / ".join(f"{of(state) * 1e3:.1f}" for state in ("cold", "loaded", "parallel")) + " ms |")
    lines += ["", f"The first {ROWS} rows of a new list over the socket, in frames of 700 points. The second list of a daemon has other "
              "cells, and its fonts are open.", "", "| corpus | first list of a daemon | second list |", "|---|---|---|"]
    for corpus in CORPORA:
        lines.append(f"| {corpus} | " + " | ".join(
            f"{statistics.median(pulls[(fonts, corpus)]) * 1e3:.1f} ms" for fonts in ("not open", "open")) + " |")
    return lines
