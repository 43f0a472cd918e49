"""Measures how long the page loads and how long a click takes beside each flood, and how much memory that takes.

usage: CELLCTL_FOLDER=FOLDER CELLWEB=PROGRAM python3 Web/Tests/measure_floods.py

A click is a request for the frames of a row, as the page sends it. Web/README.md has a record.
"""

import pathlib
import tempfile
import time

from programs import Daemon, Gateway, work_orders
from test_strangers import FLOODS, KINDS, flood, loads, stranger

ROUNDS = 10
CLICK = {"session": "work", "environment": {"unit": "point", "width": 500}, "ids": ["WO-1"], "format": "frames"}


def milliseconds(action):
    begun = time.monotonic()
    assert action()
    return 1000 * (time.monotonic() - begun)


def measure(gateway, window, name, before):
    # The page has files that are loaded one after the other here; a browser loads six at a time.
    pages = sorted(milliseconds(lambda: loads(gateway)) for _ in range(ROUNDS))
    clicks = sorted(milliseconds(lambda: window.call("rows.pull", **CLICK)["result"]["rows"]) for _ in range(5 * ROUNDS))
    grown = (gateway.memory("VmHWM") - before) / 1024
    print(f"| {name} | {pages[ROUNDS // 2]:.0f} / {pages[-1]:.0f} | {clicks[len(clicks) // 2]:.1f} / {clicks[-1]:.1f} | +{grown:.0f} |", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(pathlib.Path(folder))
        daemon.call("cells.push", session="work", cells=list(work_orders(200)))
        print("| beside | page, median / longest (ms) | click, median / longest (ms) | memory (MB) |\n|---|---|---|---|")
        for kind in [None, *KINDS, *FLOODS]:
            gateway = Gateway(daemon, "work")
            window = gateway.open()
            before = gateway.memory()
            if kind in FLOODS:
                with flood(gateway, kind):
                    measure(gateway, window, f"4 that send {kind}" if "connect" not in kind else "4 that connect again and again", before)
            else:
                streams = [stranger(gateway, kind) for _ in range(200)] if kind else []
                measure(gateway, window, f"200 strangers: {kind}" if kind else "nothing", before)
                for stream in streams:
                    stream.close()
            window.close()
            gateway.stop()
        daemon.stop()


if __name__ == "__main__":
    main()
