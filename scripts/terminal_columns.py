#!/usr/bin/env python3
"""Measures texts on terminals: how far the cursor moves when a text is written.

It is used by scripts/check-widths. It runs itself inside of each terminal: terminal_columns.py TEXTS RESULTS
"""

import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import termios
import time
import tty

PATIENCE = 60
COLUMNS, LINES = 80, 24


def inside(texts, results):
    """Measures the texts on the terminal of this process."""
    descriptor = os.open("/dev/tty", os.O_RDWR)
    saved = termios.tcgetattr(descriptor)
    tty.setraw(descriptor)
    columns = []
    try:
        for text in json.loads(pathlib.Path(texts).read_text()):
            os.write(descriptor, f"\r\x1b[K{text}\x1b[6n".encode())
            columns.append(report(descriptor))
    finally:
        os.write(descriptor, b"\r\x1b[K")
        termios.tcsetattr(descriptor, termios.TCSANOW, saved)
    draft = pathlib.Path(results + ".draft")
    draft.write_text(json.dumps(columns))
    draft.rename(results)


def reply(descriptor, end):
    """The bytes up to `end`; those that came in time."""
    data = b""
    while not data.endswith(end) and select.select([descriptor], [], [], 5)[0]:
        data += os.read(descriptor, 1)
    return data


def report(descriptor):
    """The column of the cursor, from 0."""
    found = re.search(rb"\x1b\[\d+;(\d+)R", reply(descriptor, b"R"))
    return int(found.group(1)) - 1 if found else None


def measure(start, texts):
    """The columns of the texts on the terminal that `start` starts with a command."""
    with tempfile.TemporaryDirectory() as folder:
        source, results = pathlib.Path(folder, "texts"), pathlib.Path(folder, "results")
        source.write_text(json.dumps(texts))
        stop = start([sys.executable, __file__, str(source), str(results)], folder)
        try:
            end = time.time() + PATIENCE
            while not results.exists() and time.time() < end:
                time.sleep(0.05)
            if not results.exists():
                sys.exit("check-widths: a terminal did not measure the texts in time")
            return json.loads(results.read_text())
        finally:
            stop()


def in_tmux(command, folder):
    tmux = ["tmux", "-S", f"{folder}/tmux", "-f", "/dev/null"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    environment.pop("TMUX", None)
    subprocess.run([*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), *command], env=environment, check=True)
    return lambda: subprocess.run([*tmux, "kill-server"], stderr=subprocess.DEVNULL)


def on_display(program):
    """Starts a program on a display of its own."""
    reading, writing = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-screen", "0", "1024x768x24"],
                               pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    number = b""
    while not number.endswith(b"\n"):
        number += os.read(reading, 16) or sys.exit("check-widths: Xvfb does not start")
    os.close(reading)
    environment = {**os.environ, "DISPLAY": f":{number.decode().strip()}", "LC_ALL": "C.UTF-8", "GDK_BACKEND": "x11"}
    terminal = subprocess.Popen(program, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop():
        for process in (terminal, display):
            process.terminate()
            process.wait()

    return stop


def in_xterm(command, folder):
    return on_display(["xterm", "-u8", "-geometry", f"{COLUMNS}x{LINES}", "-e", *command])


VTE_PYTHON = "/usr/bin/python3"
VTE = """
import sys, gi
gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Vte
if sys.argv[1:] == ["version"]:
    sys.exit(print(f"{Vte.MAJOR_VERSION}.{Vte.MINOR_VERSION}.{Vte.MICRO_VERSION}"))
window, terminal = Gtk.Window(), Vte.Terminal()
window.add(terminal)
window.show_all()
terminal.spawn_async(Vte.PtyFlags.DEFAULT, None, sys.argv[1:], None, GLib.SpawnFlags.DEFAULT, None, None, -1, None, None)
Gtk.main()
"""


def in_vte(command, folder):
    return on_display([VTE_PYTHON, "-c", VTE, *command])


def output(command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def installed():
    """{name of a terminal: (its version, what starts it)}, for those that are installed."""
    found = {}
    if shutil.which("tmux"):
        found["tmux"] = (output(["tmux", "-V"]).removeprefix("tmux "), in_tmux)
    if shutil.which("Xvfb"):
        if shutil.which("xterm"):
            found["xterm"] = (re.sub(r"^.*\((\d+)\)$", r"\1", output(["xterm", "-version"])), in_xterm)
        version = output([VTE_PYTHON, "-c", VTE, "version"])
        if version:
            found["VTE"] = (version, in_vte)
    return found


if __name__ == "__main__":
    inside(*sys.argv[1:])
