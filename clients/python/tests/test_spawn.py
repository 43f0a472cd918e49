"""A daemon that a client starts."""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import shutil
import signal
import stat
from typing import Iterator, List

import pytest
from conftest import CELLD, LONG, Daemon

import celld


@pytest.fixture
def socket(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The path of the default socket, where no daemon listens, and celld in PATH."""
    programs = pathlib.Path(shutil.which(CELLD) or CELLD).parent
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    path = str(tmp_path / "celld.sock")
    monkeypatch.setenv("CELLD_SOCKET", path)
    yield path
    for process in daemons(tmp_path):
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def daemons(folder: pathlib.Path) -> List[int]:
    """The daemons that were started with a folder in their environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            is_found = words[0].endswith(b"celld") and os.fsencode(folder) in (process / "environ").read_bytes()
        except OSError:
            continue
        if is_found:
            found.append(int(process.name))
    return found


def test_a_daemon_is_started_once_and_outlives_the_client(socket: str, tmp_path: pathlib.Path) -> None:
    with celld.Client(timeout=LONG) as client:
        assert client.address == socket
        client.session("lots").push([{"id": "1", "title": "Wheat"}])
    with celld.Client(timeout=LONG, spawn=False) as client:
        assert str(client.session("lots").rows()) == "Wheat"
        [process] = daemons(tmp_path)
        assert os.getsid(process) == process
        words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        assert words == [b"celld", b"--idle-exit", b"60", b"--socket", socket.encode(), b""]
        # It writes to a standard error that nobody reads.
        os.kill(process, signal.SIGHUP)
        client.ping()


def test_clients_that_start_at_the_same_moment_find_one_daemon(socket: str, tmp_path: pathlib.Path) -> None:
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        clients = list(pool.map(lambda _: celld.Client(timeout=LONG), range(8)))
    assert len({client.server["instance"] for client in clients}) == 1
    for client in clients:
        client.close()


def test_a_fixed_path_is_that_of_the_daemon(socket: str, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "mine.sock")
    with celld.Client(path, timeout=LONG) as client:
        assert client.address == path
    with pytest.raises(celld.NoDaemon, match="Cannot start celld: .*no such file or directory"):
        celld.Client(str(tmp_path / "none/celld.sock"), timeout=LONG)


def test_spawn_can_be_refused(socket: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(celld.NoDaemon, match="no such file or directory"):
        celld.Client(timeout=LONG, spawn=False)
    assert not daemons(tmp_path)


def test_a_folder_of_others_is_not_used(socket: str, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
    with pytest.raises(celld.NoDaemon, match="other users can replace the sockets"):
        celld.Client(str(folder / "celld.sock"), timeout=LONG)
    assert not daemons(tmp_path)


def test_no_daemon_is_started_at_a_reconnection(socket: str, tmp_path: pathlib.Path) -> None:
    with celld.Client(timeout=LONG) as client:
        [process] = daemons(tmp_path)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        with pytest.raises((celld.TimedOut, celld.ConnectionLost)):
            while True:
                client.call("ping", timeout=1)
        with pytest.raises(celld.TimedOut):
            client.call("ping", timeout=1)
        assert not daemons(tmp_path)
        daemon = Daemon(tmp_path)
        daemon.start(socket)
        client.ping()
        daemon.kill()


def test_celld_that_is_not_installed(socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/no-such-folder")
    with pytest.raises(celld.NoDaemon, match="celld is not in PATH. Install celld"):
        celld.Client(timeout=LONG)
