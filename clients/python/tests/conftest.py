"""A real daemon for each test, on a socket in a temporary folder."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import threading
from typing import IO, Iterator, Optional, Sequence

import pytest

import celld

#: A limit for what must happen. A busy machine is slower than any limit that is close.
LONG = 300.0
CELLD = os.environ.get("CELLD", "celld")


class Daemon:
    """celld as a process. It can be killed and started again."""

    def __init__(self, folder: pathlib.Path, *options: str) -> None:
        self.folder = folder
        self.socket = str(folder / "celld.sock")
        self.options: Sequence[str] = options
        self.process: Optional[subprocess.Popen[str]] = None

    def start(self, socket: Optional[str] = None) -> None:
        """Starts it, and returns when it listens: it writes that into its log."""
        self.process = subprocess.Popen(
            [CELLD, "--socket", socket or self.socket, "--log-level", "info", *self.options],
            stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        log = ""
        for line in self.process.stderr:
            log += line
            if "serving" in line:
                break
        else:
            raise AssertionError(f"celld did not start: {log}")
        threading.Thread(target=_read_all, args=(self.process.stderr,)).start()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it and waits for that."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)


def _read_all(log: IO[str]) -> None:
    """Reads a log to its end, so that it never fills its pipe."""
    with log:
        log.read()


@pytest.fixture
def daemon(tmp_path: pathlib.Path) -> Iterator[Daemon]:
    """A daemon without a store."""
    daemon = Daemon(tmp_path)
    daemon.start()
    yield daemon
    daemon.kill()


@pytest.fixture
def durable(tmp_path: pathlib.Path) -> Iterator[Daemon]:
    """A daemon whose sessions outlive it."""
    daemon = Daemon(tmp_path, "--store", str(tmp_path / "store.db"))
    daemon.start()
    yield daemon
    daemon.kill()


@pytest.fixture
def client(daemon: Daemon) -> Iterator[celld.Client]:
    with celld.Client(daemon.socket, timeout=LONG) as client:
        yield client
