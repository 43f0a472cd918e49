"""What `cellctl watch` takes on a terminal while cells change: processor time and bytes."""

import fcntl
import os
import pathlib
import pty
import random
import select
import statistics
import struct
import subprocess
import termios
import time

from . import orders, programs

COLUMNS, LINES = 100, 40
CHANGES = 100
SECONDS = 10
CELLS, SMALL = 10_000, 40
# Each update of the screen begins with this.
FRAME = b"\x1b[?2026h"
CLEARED = b"\x1b[2J"


class Terminal:
    """A program on a pseudo-terminal; ends with the `with` block."""

    def __init__(self, command, environment):
        self.descriptor, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color"} | environment)
        os.close(terminal)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        os.close(self.descriptor)
        self.process.wait()

    def read(self, seconds):
        """What the program writes in this time."""
        written, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.descriptor], [], [], left)[0]:
                written += os.read(self.descriptor, 1 << 16)
        return written

    def processor_seconds(self):
        """Seconds of processor time that the program has used, to the nanosecond."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def changes(client, session, ids, numbers):
    """Changes cells of a session, one with each request. Yields the seconds until the next one."""
    start = time.monotonic()
    for number in range(CHANGES * SECONDS):
        state = numbers.choice(["negative", "critical", "positive"])
        patch = {"title": f"Work order {numbers.randrange(10**6)}", "status": {"text": f"{number} %", "state": state}}
        client.call({"id": 1, "method": "cells.patch", "params": {
            "session": session, "patches": [{"id": numbers.choice(ids), "patch": patch}]}})
        yield max(0, start + (number + 1) / CHANGES - time.monotonic())


# The session, the options of watch, and the number of cells that change.
KINDS = {
    "8 rows of 10,000, all on the screen": ("bench", [], 8),
    "all rows of 10,000": ("bench", [], CELLS),
    "all rows of 40, sorted by what changes": ("small", ["--sort", "title"], SMALL),
}


def measure(celld_folder, rounds):
    """{(name): [(per cent of a core that cellctl and celld take, frames a second, bytes of a frame, screens cleared)]}"""
    results = {name: [] for name in KINDS}
    with programs.celld(celld_folder) as server:
        client = orders.fill(server, CELLS)
        client.call({"id": 1, "method": "cells.push", "params": {"session": "small", "cells": list(orders.cells(SMALL))}})
        for _ in range(rounds):
            for name, (session, options, count) in KINDS.items():
                ids = [str(index) for index in range(count)]
                command = [celld_folder / "cellctl", "watch", session, *options]
                with Terminal(command, {"CELLD_SOCKET": str(server.socket)}) as terminal:
                    # The first screen is not measured.
                    terminal.read(2)
                    used, written = (terminal.processor_seconds(), server.processor_seconds()), b""
                    for pause in changes(client, session, ids, random.Random(5)):
                        written += terminal.read(pause)
                    now = terminal.processor_seconds(), server.processor_seconds()
                    frames = written.count(FRAME)
                    results[name].append((
                        *((after - before) / SECONDS * 100 for before, after in zip(used, now)),
                        frames / SECONDS, len(written) / max(frames, 1), written.count(CLEARED)))
    return results


def report(results):
    lines = [
        "## A list on a terminal", "",
        f"`cellctl watch` on a terminal of {COLUMNS} by {LINES}, while {CHANGES} requests a second change the title and the status of "
        "a cell each. Shares of a core, medians. cellctl writes only lines that have changed, at most every 30 ms.", "",
        "| changes | cellctl | celld | frames a second | bytes of a frame | screens cleared |", "|---|---|---|---|---|---|"]
    for name, rounds in results.items():
        own, daemon, frames, size, cleared = (statistics.median(column) for column in zip(*rounds))
        lines.append(f"| {name} | **{own:.2f} %** | {daemon:.1f} % | {frames:.1f} | {size:,.0f} | {cleared:.0f} |")
    return lines
