"""A daemon of another machine: a real sshd on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
from typing import Iterator, List, Optional

import pytest
from conftest import CELLD, LONG, Daemon

import celld
from celld.endpoints import endpoint_of
from celld.host import HostAddress

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Other:
    """The other machine, with an ssh that knows it first in PATH."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path) -> None:
        self.folder = folder
        server = [sys.executable, str(ROOT / "Tests/Oracles/sshd.py"), str(folder), str(programs)]
        self._process = subprocess.Popen(server, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("ssh://")

    def do(self, command: str) -> None:
        """drop, stop or start."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == f"{command}\n"

    def at_login(self, commands: str) -> None:
        """Lets the shell there run more before each command."""
        with (self.folder / "login").open("a", encoding="utf-8") as login:
            login.write(f"{commands}\n")

    def to(self, path: str) -> str:
        return f"{self.address}{path}"

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture
def other(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Other]:
    folder = tmp_path / "ssh"
    folder.mkdir()
    other = Other(folder, pathlib.Path(shutil.which(CELLD) or CELLD).parent)
    monkeypatch.setenv("PATH", f"{folder}/bin{os.pathsep}{os.environ['PATH']}")
    yield other
    other.end()


def daemons_of(folder: pathlib.Path) -> List[int]:
    """The daemons that have a folder in their environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if words[0].endswith(b"celld") and os.fsencode(folder) in environment:
            found.append(int(process.name))
    return found


def without_connection(client: celld.Client, seconds: float) -> None:
    """Returns when a call has waited that long for a connection."""
    with pytest.raises(celld.TimedOut):
        while True:
            with contextlib.suppress(celld.ConnectionLost):
                client.call("ping", timeout=seconds)


def test_a_list_on_another_machine(other: Other, daemon: Daemon) -> None:
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        client.session("lots").push([{"id": "1", "title": "Wheat"}])
        assert client.address == other.to(daemon.socket)
    with celld.Client(daemon.socket, timeout=LONG) as local:
        assert str(local.session("lots").rows()) == "Wheat"


def test_long_lists_go_both_ways(other: Other, daemon: Daemon) -> None:
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        lots = client.session("lots")
        lots.create()
        lots.replace({"id": str(number), "title": f"Lot {number} " + "x" * 500} for number in range(20_000))
        assert sum(1 for _ in lots.each_cell()) == 20_000


@pytest.mark.parametrize("name", ["with a blank; and more", "50%25 'quoted'", 'ends "here"\n$(x)', "Öl%20&%3F"])
def test_paths_that_a_shell_would_read(other: Other, tmp_path: pathlib.Path, name: str) -> None:
    folder = tmp_path / name.replace("%25", "%").replace("%20", " ").replace("%3F", "?")
    folder.mkdir()
    daemon = Daemon(folder)
    daemon.start()
    try:
        with celld.Client(other.to(f"{tmp_path}/{name}/celld.sock"), timeout=LONG) as client:
            client.ping()
    finally:
        daemon.kill()


def test_a_daemon_is_started_there_and_outlives_ssh(other: Other) -> None:
    try:
        with celld.Client(other.address, timeout=LONG) as client:
            client.session("lots").push([{"id": "1", "title": "Wheat"}])
        with celld.Client(str(other.folder / "celld.sock"), timeout=LONG) as local:
            assert str(local.session("lots").rows()) == "Wheat"
        [process] = daemons_of(other.folder)
        assert os.getsid(process) == process
        targets = [os.readlink(link) for link in pathlib.Path(f"/proc/{process}/fd").iterdir()]
        assert not [target for target in targets if "tty" in target or "pts" in target]
    finally:
        for process in daemons_of(other.folder):
            os.kill(process, signal.SIGTERM)


def test_the_default_is_the_host_of_the_environment(
        other: Other, daemon: Daemon, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELLD_HOST", other.to(daemon.socket))
    monkeypatch.delenv("CELLD_SOCKET", raising=False)
    with celld.Client(timeout=LONG) as client:
        assert client.address == other.to(daemon.socket)
    monkeypatch.setenv("CELLD_SOCKET", daemon.socket)
    with celld.Client(timeout=LONG) as client:
        assert client.address == daemon.socket
    assert endpoint_of(None, {"CELLD_HOST": "", "CELLD_SOCKET": ""}) == celld.Socket()
    with pytest.raises(celld.InvalidAddress):
        endpoint_of(None, {"CELLD_HOST": "machine"})


def test_a_watch_goes_on_after_the_connection_was_lost(other: Other, durable: Daemon) -> None:
    with celld.Client(other.to(durable.socket), timeout=LONG) as client:
        lots = client.session("lots")
        lots.push([{"id": "1", "title": "Wheat"}])
        watch = lots.watch()
        assert str(watch.wait(LONG)) == "Wheat"
        other.do("drop")
        with celld.Client(durable.socket, timeout=LONG) as local:
            local.session("lots").patch([{"id": "1", "patch": {"title": "Rye"}}])
        while str(watch.wait(LONG)) != "Rye":
            pass


def test_a_host_that_goes_away_and_comes_back(other: Other, daemon: Daemon) -> None:
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        other.do("stop")
        without_connection(client, 0.2)
        other.do("start")
        client.ping()
    other.do("stop")
    with pytest.raises(celld.NoDaemon, match="ssh cannot connect to 127.0.0.1: .*Connection refused"):
        celld.Client(other.address, timeout=LONG)


def test_no_daemon_is_started_after_the_connection_was_lost(other: Other, daemon: Daemon) -> None:
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        daemon.kill()
        without_connection(client, 3)
        assert not daemons_of(other.folder)
        daemon.start()
        client.ping()


def test_the_noise_of_a_login_shell(other: Other, daemon: Daemon) -> None:
    other.at_login("echo 'Welcome!'; printf '{\"relay\":true}\\n{\"relay\":1,\"socket\":null}\\n\\033]0;title\\007> '")
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        client.ping()
    other.at_login("yes welcome | head -c 60000")
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        client.ping()
    other.at_login("yes welcome | head -c 8000")
    with pytest.raises(celld.NoDaemon, match="prints more than 64 KiB"):
        celld.Client(other.to(daemon.socket), timeout=LONG)
    other.at_login("yes | tr -d '\\n' | head -c 99999")
    with pytest.raises(celld.NoDaemon, match="prints more than 64 KiB"):
        celld.Client(other.to(daemon.socket), timeout=LONG)


@pytest.mark.parametrize("program, message", [
    (None, "no program cellctl on 127.0.0.1 .*Install celld there.* forwarded socket"),
    ("echo \"Error: Unexpected argument 'relay'\" >&2; exit 2", "cellctl on 127.0.0.1 is older and has no relay"),
    ("read line; echo '{\"relay\":2,\"server\":\"9.0\"}'", "has relay 2, not 1"),
    ("read -r line; echo \"$line\" >&2", r'\({"relay":1,"socket":null}\)'),
    ("read line; echo '{\"relay\":1,\"error\":\"the socket is asleep\"}'", "127.0.0.1: the socket is asleep"),
    ("exit 7", r"127.0.0.1 did not answer \(status 7\)"),
    ("echo 'closed on Sundays'; echo; exit 4", r"127.0.0.1 did not answer \(closed on Sundays\)"),
])
def test_what_is_missing_there(other: Other, tmp_path: pathlib.Path, program: Optional[str], message: str) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    other.at_login(f"PATH='{programs}:/usr/bin:/bin'")
    if program is not None:
        (programs / "cellctl").write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
        (programs / "cellctl").chmod(0o755)
    with pytest.raises(celld.NoDaemon, match=message):
        celld.Client(other.address, timeout=LONG)


def test_no_ssh_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/no-such-folder")
    with pytest.raises(celld.NoDaemon, match="Cannot start ssh.*Install it"):
        celld.Client("ssh://127.0.0.1", timeout=LONG)


def test_a_lost_connection_asks_nothing(other: Other, daemon: Daemon) -> None:
    known = (other.folder / "known_hosts").read_text(encoding="utf-8")
    host = celld.Host(other.to(daemon.socket))
    (other.folder / "known_hosts").write_text("", encoding="utf-8")
    with pytest.raises(celld.NoDaemon, match="Host key verification failed.*ssh has a question"):
        asyncio.run(host.open(is_first=False))
    (other.folder / "known_hosts").write_text(known, encoding="utf-8")
    with celld.Client(host, timeout=LONG) as client:
        client.ping()


def test_ssh_ends_with_the_client(other: Other, daemon: Daemon) -> None:
    threads = threading.active_count()
    with celld.Client(other.to(daemon.socket), timeout=LONG) as client:
        children = [child for task in pathlib.Path(f"/proc/{os.getpid()}/task").glob("*/children")
                    for child in task.read_text(encoding="utf-8").split()]
        [process] = [child for child in children if comm(child) == "ssh"]
        client.ping()
    assert not pathlib.Path(f"/proc/{process}").exists()
    assert threading.active_count() <= threads + 1


def comm(process: str) -> str:
    try:
        return pathlib.Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


@pytest.mark.parametrize("address, words, path", [
    ("ssh://orchard", ["--", "orchard"], None),
    ("ssh://orchard/", ["--", "orchard"], None),
    ("ssh://ann@orchard.example:2200/run/a b;c.sock", ["-l", "ann", "-p", "2200", "--", "orchard.example"], "/run/a b;c.sock"),
    ("ssh://[fe80::1]:22/x", ["-p", "22", "--", "fe80::1"], "/x"),
    ("ssh://[::1]", ["--", "::1"], None),
    ("ssh://_a.b-c@h_1", ["-l", "_a.b-c", "--", "h_1"], None),
    ("ssh://h//%2F%c3%96%25", ["--", "h"], "///Ö%"),
])
def test_addresses(address: str, words: List[str], path: Optional[str]) -> None:
    parts = HostAddress.parse(address)
    assert (parts.words, parts.path) == (words, path)


@pytest.mark.parametrize("address, part", [
    ("ssh://-oProxyCommand=x", 'the host begins with "-"'),
    ("ssh://-l@h", 'the user begins with "-"'),
    ("ssh://[-x]", 'the host begins with "-"'),
    ("ssh://", "the host is empty"),
    ("ssh:///run/celld.sock", "the host is empty"),
    ("ssh://@h", "the user is empty"),
    ("ssh://[]", "the host is empty"),
    ("ssh://a b", "the host 'a b' has ' '"),
    ("ssh://a;b", "the host 'a;b' has ';'"),
    ("ssh://a%20b", "has '%'"),
    ("ssh://h\n", "has '\\\\n'"),
    ("ssh://h\u00f6f", "has 'ö'"),
    ("ssh://a$(x)@h", "the user"),
    ("ssh://a@b@h", "the user 'a@b' has '@'"),
    ("ssh://u:secret@h", "an address has no password; leave it out"),
    ("ssh://::1", "write an IPv6 address as"),
    ("ssh://[::1", "write an IPv6 address as"),
    ("ssh://[::1]22", 'expected a port after "]"'),
    ("ssh://[fe80::1%eth0]", "has '%'"),
    ("ssh://h:", "expected a port from 1 to 65535, got ''"),
    ("ssh://h:0", "expected a port"),
    ("ssh://h:65536", "expected a port"),
    ("ssh://h:-1", "expected a port"),
    ("ssh://h:+22", "expected a port"),
    ("ssh://h:2\u0662", "expected a port"),
    ("ssh://h/a?b", "write it as %3F"),
    ("ssh://h/a#b", "write it as %23"),
    ("ssh://h/100%", "write it as %25"),
    ("ssh://h/%zz", "write it as %25"),
    ("ssh://h/%00", r"U\+0000"),
    ("ssh://h/%ff", "not UTF-8"),
    ("SSH://h", "expected ssh://"),
    ("ssh:h", "expected ssh://"),
    ("http://h", "expected ssh://"),
    ("h", "expected ssh://"),
])
def test_addresses_that_are_refused(address: str, part: str) -> None:
    with pytest.raises(celld.InvalidAddress, match=part):
        celld.Host(address)
