"""Cells in points of real fonts per second of one core, and Pango on the same corpus."""

import json
import statistics

from .layout import CORPORA
from .programs import CLIENT_CORE, output

STAGES = {"preparation": "celld points preparation", "layout": "celld points layout",
          "resizing": "celld points resizing", "frames": "celld points frames"}
PANGO = "out/pango"


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
                first = json.loads(output(pin + [binary / "layout-bench", "first", *records, "50"]))
                note("first", corpus, width, [first["seconds"]])
    return found


def report(found):
    """The table, ratios first."""
    lines = ["## Points", "", "Cells per second of one core, with the fonts of the machine. A column is seven points.", "",
             "| column | work |", "|---|---|",
             "| to Pango | the resized view to Pango, which lays out the same texts from strings, without frames |",
             "| measure | texts whose words are all known |",
             "| new width | layout at a new width |",
             "| resized | heights of a view that is resized column by column |",
             "| new width and frames | rows are also placed, and their lines are shaped |",
             "| bytes | what measuring adds to a cell |",
             "| first rows | the first 50 rows of a new list, no word of which is known |", "",
             "| corpus | width | to Pango | measure | new width | resized | new width and frames | Pango | bytes | first rows |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    middle = {key: statistics.median(values) for key, values in found.items()}
    for corpus in CORPORA:
        for width in (100, 48):
            def of(stage):
                return middle[(stage, corpus, width)]
            own = [of(STAGES[stage]) for stage in ("preparation", "layout", "resizing", "frames")]
            lines.append(f"| {corpus} | {width} | **{own[2] / of('pango'):,.0f}** | " +
                         " | ".join(f"{value:,.0f}" for value in own) +
                         f" | {of('pango'):,.0f} | {of('bytes'):,.0f} | {of('first') * 1e3:.1f} ms |")
    return lines
