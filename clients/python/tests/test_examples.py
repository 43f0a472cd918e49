"""The examples in Python, each as a user runs it."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import time
from importlib.machinery import SourceFileLoader
from typing import Any, Callable, Dict, Iterator, List

import pytest
from conftest import CELLD, LONG, Daemon

import celld

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


def environment(daemon: Daemon) -> Dict[str, str]:
    return {**os.environ, "CELLD_SOCKET": daemon.socket, "CELLD": CELLD}


def on_screen(daemon: Daemon) -> Dict[str, str]:
    """The environment of a program that does not have a terminal."""
    return {**environment(daemon), "COLUMNS": "40", "LINES": "10"}


def until(read: Callable[[], str], text: str) -> str:
    """Reads again and again until the text is there."""
    end = time.monotonic() + LONG
    while text not in (found := read()):
        assert time.monotonic() < end, f"no {text!r} in:\n{found}"
        time.sleep(0.02)
    return found


@pytest.fixture
def jobs(client: celld.Client) -> celld.Session:
    session = client.session("jobs")
    session.push([{"id": str(number), "title": f"Job {number}", "status": "Open",
                   "description": "Copies the orders of the day"} for number in range(200)])
    return session


def test_python_plugin(daemon: Daemon, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "files"
    (folder / "b").mkdir(parents=True)
    (folder / "a.txt").write_text("hello")
    program = [sys.executable, str(EXAMPLES / "python-plugin"), str(folder)]
    shown = subprocess.run(program, env=on_screen(daemon), stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = shown.splitlines()
    assert lines[0] == "▭ b" and lines[2].startswith("▤ a.txt") and lines[2].endswith("5 bytes")
    assert all(len(line) <= 40 for line in lines)


def until_line(screen: Callable[[], str], number: int, text: str) -> None:
    """Looks again and again until a line begins with the text."""
    until(lambda: (screen().splitlines() + [""] * number)[number][: len(text)], text)


def test_dashboard(daemon: Daemon, jobs: celld.Session) -> None:
    program = [sys.executable, str(EXAMPLES / "dashboard"), "jobs"]
    process = subprocess.Popen(program, env=on_screen(daemon), stdout=subprocess.PIPE)
    assert process.stdout is not None
    shown = bytearray()

    def read() -> str:
        assert process.stdout is not None
        shown.extend(os.read(process.stdout.fileno(), 1 << 16))
        return shown.decode(errors="replace")

    assert "Job 4" not in until(read, "Job 3")  # 8 lines have 4 rows with a description
    jobs.push([{"id": "0", "title": "Changed"}])
    until(read, "Changed")
    process.send_signal(signal.SIGINT)
    process.stdout.read()
    process.stdout.close()
    assert process.wait() == 0


@pytest.fixture
def tmux(daemon: Daemon, tmp_path: pathlib.Path) -> Iterator[Callable[..., str]]:
    def run(*arguments: str) -> str:
        command = ["tmux", "-S", str(tmp_path / "tmux"), "-f", os.devnull, *arguments]
        return subprocess.run(command, env=environment(daemon), stdout=subprocess.PIPE, text=True, check=True).stdout

    yield run
    subprocess.run(["tmux", "-S", str(tmp_path / "tmux"), "kill-server"], check=False)


def test_dashboard_in_a_window(tmux: Callable[..., str], jobs: celld.Session) -> None:
    tmux("new-session", "-d", "-x", "40", "-y", "9", f"{sys.executable} {EXAMPLES}/dashboard jobs; echo ended; cat")
    for columns, lines in ((40, 9), (60, 14), (30, 6)):
        tmux("resize-window", "-x", str(columns), "-y", str(lines))
        end = time.monotonic() + LONG
        rows = [f"Job {number // 2}".ljust(columns - 4) + "Open" if number % 2 == 0 else "Copies the orders of the day"
                for number in range(lines - 2)]
        while (shown := tmux("capture-pane", "-p").splitlines()[1 : lines - 1]) != rows:
            assert time.monotonic() < end, shown
            time.sleep(0.05)
    tmux("send-keys", "C-c")
    until(lambda: tmux("capture-pane", "-p"), "ended")


def test_curses(tmux: Callable[..., str], jobs: celld.Session) -> None:
    def screen() -> str:
        return tmux("capture-pane", "-p")

    tmux("new-session", "-d", "-x", "30", "-y", "9", f"{sys.executable} {EXAMPLES}/curses jobs; echo ended; cat")
    until(screen, "Job 4")  # 9 lines have four rows with a description, and a half
    assert screen().startswith("Job 0")
    tmux("send-keys", "Down", "Down", "Down")
    until_line(screen, 1, "Job 2")
    tmux("send-keys", "End")
    until(screen, "Job 199")
    jobs.patch([{"id": "199", "patch": {"title": "Changed"}}])
    until(screen, "Changed")
    tmux("send-keys", "Up", "Up", "Up")
    until_line(screen, 0, "Job 194")
    tmux("resize-window", "-x", "110", "-y", "5")  # a description next to the title has no line of its own
    # tmux cuts the old screen first, at its beginning or at its end.
    until_line(screen, 0, "Job 194")
    until_line(screen, 4, "Job 198")
    tmux("send-keys", "Home")
    until_line(screen, 0, "Job 0")
    tmux("send-keys", "q")
    until(screen, "ended")


@pytest.mark.parametrize("example", ["curses", "dashboard", "textual"])
def test_usage(daemon: Daemon, example: str) -> None:
    run = subprocess.run([sys.executable, EXAMPLES / example], env=environment(daemon), stderr=subprocess.PIPE, text=True)
    assert run.returncode == 1 and "SESSION" in run.stderr and "Traceback" not in run.stderr


def test_textual(client: celld.Client, daemon: Daemon, jobs: celld.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    loader = SourceFileLoader("textual_example", str(EXAMPLES / "textual"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec = importlib.util.spec_from_loader("textual_example", loader)
    assert spec is not None
    example = importlib.util.module_from_spec(spec)
    loader.exec_module(example)
    monkeypatch.setenv("CELLD_SOCKET", daemon.socket)

    async def run() -> None:
        app: Any = example.CellList("jobs")
        async with app.run_test(size=(60, 20)) as pilot:
            options = app.query_one("OptionList")

            async def until_shown(count: int, text: str) -> List[str]:
                while options.option_count != count or text not in str(options.get_option_at_index(0).prompt):
                    await pilot.pause()
                return str(options.get_option_at_index(0).prompt).splitlines()

            lines = await until_shown(200, "Job 0")
            assert lines[0].split() == ["Job", "0", "Open"] and lines[1] == "Copies the orders of the day"
            while options.virtual_size.height != 400:  # two lines for each row: no line is wrapped again
                await pilot.pause()
            with jobs.watch(count=0, events=True) as watch:
                options.focus()
                await pilot.press("down", "enter")
                action = await asyncio.get_running_loop().run_in_executor(None, watch.next_action, LONG)
                assert action["action"] == "open" and action["id"] in ("0", "1")
            # The rows follow the size at once, in both directions.
            for width in (40, 90, 25):
                await pilot.resize_terminal(width, 20)
                status = " " * (width - 6 - len("Job 0") - len("Open")) + "Open"
                while str(options.get_option_at_index(0).prompt).splitlines()[0] != f"Job 0{status}":
                    await pilot.pause()
            # The highlight stays on its cell.
            jobs.push([{"id": "new", "title": "New"}], position="start")
            await until_shown(201, "New")
            assert options.get_option_at_index(options.highlighted).id == action["id"]
            jobs.replace([{"id": "0", "title": "Changed"}])
            await until_shown(1, "Changed")
            await pilot.press("q")

    asyncio.run(run())
