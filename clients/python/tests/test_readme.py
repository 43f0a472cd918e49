"""Each example of the pages is a program of its own. It prints what the page has, and nothing else.

A command of a shell block writes nothing to standard error but the lines of comments right after it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
import time
import venv
from typing import Dict, List, Tuple

import pytest
from conftest import CELLD, LONG, Daemon

import celld

ROOT = pathlib.Path(__file__).resolve().parents[3]


def blocks(page: str) -> List[Tuple[str, str]]:
    """The programs of a page, with what they print."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.S)
    assert len(found) == text.count("```python")
    return found


def environment(daemon: Daemon) -> Dict[str, str]:
    return {**os.environ, "CELLD_SOCKET": daemon.socket, "CELLD": CELLD}


@pytest.mark.parametrize("code, expected", blocks("clients/python/README.md"))
def test_example(daemon: Daemon, tmp_path: pathlib.Path, code: str, expected: str) -> None:
    program = tmp_path / "example.py"
    program.write_text(code, encoding="utf-8")
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment(daemon), timeout=LONG)
    assert (run.stdout, run.stderr, run.returncode) == (expected, "", 0), code


def test_the_watch_on_the_front_page(daemon: Daemon, client: celld.Client, tmp_path: pathlib.Path) -> None:
    [(code, _)] = blocks("README.md")
    program = tmp_path / "example.py"
    program.write_text(code, encoding="utf-8")
    run = subprocess.Popen([sys.executable, "-u", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env=environment(daemon))
    assert run.stdout is not None
    assert run.stdout.readline() == "Import of the orders              Failed\n"
    client.session("jobs").patch([{"id": "1", "patch": {"title": "Export"}}])
    assert run.stdout.readline() == "Export                            Failed\n"
    # The loop ends with the session.
    client.session("jobs").delete()
    assert run.communicate(timeout=LONG) == ("", "")
    assert run.returncode == 0


#: Commands that are not run here: they need root, a package, another host or cellweb. Other checks run most of them.
NOT_RUN = ("sudo ", "tar ", "celld-0.1.0", "celld --store redis://", "PATH=", "scripts/", "cellctl serve", "cellctl demo",
           "cellctl watch jobs --host")
PAGES = ("README.md", "clients/python/README.md", "clients/js/README.md")
#: The output of a program that a container does not have, and a file that a page names.
UNITS = ROOT / "Tests/Fixtures/presets/systemd.input"
ORDERS = '[{"id":"1","title":"Pump station 7"}]'


def commands(page: str) -> List[Tuple[str, str]]:
    """The commands of the shell blocks of a page, with what they write to standard error."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^(?!#)(.+)\n((?:#.*\n)*)", "".join(re.findall(r"```sh\n(.*?)```", text, re.S)), re.M)
    return [(command, re.sub(r"^# ?", "", errors, flags=re.M)) for command, errors in found]


def errors_of(command: str, environment: Dict[str, str], folder: pathlib.Path, seconds: float) -> str:
    """Runs a command on a terminal, and returns what it wrote to standard error. Keys end what does not end by itself."""
    path = folder / "errors"
    controller, terminal = pty.openpty()
    with path.open("wb") as errors:
        run = subprocess.Popen(
            ["bash", "-c", command], stdin=terminal, stdout=terminal, stderr=errors, cwd=folder, env=environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(terminal)
    started = time.monotonic()
    keys = iter([b"\x1b", b"\x1b"])
    while run.poll() is None:
        if select.select([controller], [], [], 0.3)[0]:
            with contextlib.suppress(OSError):
                os.read(controller, 65536)
        elif time.monotonic() - started > seconds:
            os.write(controller, next(keys, b"\x03"))
        else:
            os.write(controller, b"q")
        if time.monotonic() - started > LONG:
            os.killpg(run.pid, signal.SIGKILL)
    os.close(controller)
    return path.read_text(encoding="utf-8")


def times(text: str) -> str:
    """The text with one time for all."""
    return re.sub(r"[0-9.]+ ms", "0 ms", text)


@pytest.mark.parametrize("page", PAGES)
def test_standard_error_of_commands(daemon: Daemon, tmp_path: pathlib.Path, page: str) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "systemctl").write_text(f"#!/bin/sh\ncat '{UNITS}'\n", encoding="utf-8")
    (programs / "systemctl").chmod(0o755)
    (tmp_path / "orders.json").write_text(ORDERS, encoding="utf-8")
    shutil.copytree(ROOT / "clients", tmp_path / "clients", ignore=shutil.ignore_patterns("node_modules"))
    venv.create(tmp_path / "venv", with_pip=True)
    folders = [programs, tmp_path / "venv/bin", pathlib.Path(shutil.which(CELLD) or CELLD).parent]
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    # The package managers know newer versions of themselves.
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "NPM_CONFIG_UPDATE_NOTIFIER": "false", "NPM_CONFIG_AUDIT": "false"}
    variables = {**environment(daemon), **quiet, "PATH": path, "TERM": "xterm"}
    run = [(command, errors) for command, errors in commands(page) if not command.startswith(NOT_RUN)]
    assert run
    for command, errors in run:
        # What goes on in the background has its time, too.
        is_background = command.split("#")[0].rstrip().endswith("&")
        seconds = 6 if is_background else 2 if re.search("--every|watch|pick", command) else LONG
        found = errors_of(command.replace(" &  ", "    "), variables, tmp_path, seconds)
        # A watch that ends before the first run of its command has nothing to report.
        assert times(found) == times(errors) or " watch " in command and not found, command


@pytest.mark.parametrize("width", ["48", "110"])
def test_rows_on_the_front_page(width: str) -> None:
    # A browser draws the page, and counts clusters.
    cells = (ROOT / "Tests/Oracles/Fixtures/list.ndjson").read_text(encoding="utf-8").splitlines(True)[:2]
    run = subprocess.run(
        [pathlib.Path(shutil.which(CELLD) or CELLD).parent / "cellctl", "render", "--width", width, "--set", "widthModel=grapheme"],
        input="".join(cells), stdout=subprocess.PIPE, text=True, check=True)
    assert f"```\n{run.stdout}```" in (ROOT / "README.md").read_text(encoding="utf-8")
