"""The candidates of protocol.md, §2."""

from __future__ import annotations

import os
import pathlib

import pytest

import celld
from celld.address import Candidate, candidates


def test_a_named_socket_is_the_only_candidate() -> None:
    assert candidates("/a", {"CELLD_SOCKET": "/b"}) == [Candidate("/a", "named")]
    assert candidates(None, {"CELLD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/r"}) == [Candidate("/b", "named")]


def test_the_candidates_are_in_order() -> None:
    paths = [candidate.path for candidate in candidates(None, {"XDG_RUNTIME_DIR": "/r", "CELLD_SOCKET": ""})]
    assert paths == ["/r/celld/celld.sock", "/run/celld/celld.sock", f"/tmp/celld-{os.geteuid()}/celld.sock"]
    assert candidates(None, {})[0].path == "/run/celld/celld.sock"


def test_a_path_that_is_too_long_is_named_with_its_length() -> None:
    assert Candidate("/" + "x" * 106, "named").problem() is None
    assert Candidate("/" + "x" * 107, "named").problem() == "the path is 108 bytes long, and the kernel allows 107"


def test_a_directory_of_all_users_needs_the_sticky_bit(tmp_path: pathlib.Path) -> None:
    candidate = Candidate(f"{tmp_path}/celld.sock", "named")
    tmp_path.chmod(0o777)
    assert candidate.problem() == f"other users can replace the sockets in {tmp_path}"
    tmp_path.chmod(0o1777)
    assert candidate.problem() is None
    tmp_path.chmod(0o770)
    assert candidate.problem() is None


def test_a_temporary_directory_is_private(tmp_path: pathlib.Path) -> None:
    candidate = Candidate(f"{tmp_path}/celld.sock", "temporary")
    tmp_path.chmod(0o700)
    assert candidate.problem() is None
    tmp_path.chmod(0o750)
    assert candidate.problem() == f"{tmp_path} is not a directory of your own with mode 0700"


def test_only_the_owner_writes_the_runtime_directory(tmp_path: pathlib.Path) -> None:
    directory = tmp_path / "celld"
    candidate = Candidate(f"{directory}/celld.sock", "runtime")
    assert candidate.problem() is None  # it does not exist, so no daemon will answer
    directory.mkdir(mode=0o700)
    assert candidate.problem() is None
    directory.chmod(0o1777)
    assert candidate.problem() == f"other users can replace the sockets in {directory}"
    directory.rmdir()
    (tmp_path / "elsewhere").mkdir()
    directory.symlink_to(tmp_path / "elsewhere")
    assert candidate.problem() == f"{directory} is not a directory"


def test_no_daemon_is_an_error_with_all_reasons(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "none.sock")
    monkeypatch.setenv("CELLD_SOCKET", path)
    with pytest.raises(celld.NoDaemon, match="none.sock: no such file or directory") as raised:
        celld.Client(spawn=False)
    assert isinstance(raised.value, ConnectionError)
    with pytest.raises(celld.NoDaemon, match="Cannot start no-such-program"):
        celld.Client(celld.Stdio("no-such-program"))
