"""The sockets where a daemon can be (protocol.md, §2)."""

from __future__ import annotations

import os
import stat
from typing import Callable, List, Mapping, NamedTuple, Optional, Set

Look = Callable[[str], os.stat_result]  # os.stat, or os.lstat, which does not follow links

LONGEST = 107  # bytes of a path, without the NUL of sockaddr_un


class Candidate(NamedTuple):
    """A path where a socket can be, and the source of the path."""

    path: str
    origin: str  # named, runtime, system or temporary

    @property
    def directory(self) -> str:
        return os.path.dirname(self.path) or "."

    def problem(self) -> Optional[str]:
        """The reason why the path is not used, as a sentence. None if it can be used."""
        length = len(os.fsencode(self.path))
        if length > LONGEST:
            return f"the path is {length} bytes long, and the kernel allows {LONGEST}"
        if self.origin == "named":
            return _lends(self.directory, os.stat, stat.S_IWOTH, keeps_sticky=True)
        if self.origin == "temporary":
            status = _status(self.directory, os.lstat)
            is_private = status and stat.S_ISDIR(status.st_mode) and stat.S_IMODE(status.st_mode) & 0o777 == 0o700
            if status and not (is_private and status.st_uid == os.geteuid()):
                return f"{self.directory} is not a directory of your own with mode 0700"
            return None
        above = os.path.dirname(self.directory)
        owners = {0} if self.origin == "system" else {0, os.geteuid()}
        return (
            _foreign(above, os.stat, owners)
            or _lends(above, os.stat, stat.S_IWGRP | stat.S_IWOTH, keeps_sticky=True)
            or _foreign(self.directory, os.lstat, None if self.origin == "system" else owners)
            or _lends(self.directory, os.lstat, stat.S_IWGRP | stat.S_IWOTH, keeps_sticky=False)
        )


def fixed_path(path: Optional[str] = None, environment: Mapping[str, str] = os.environ) -> Optional[str]:
    """The path that the caller or $CELLD_SOCKET names."""
    return path or environment.get("CELLD_SOCKET") or None


def candidates(path: Optional[str] = None, environment: Mapping[str, str] = os.environ) -> List[Candidate]:
    """The paths to try, in order. If the caller or $CELLD_SOCKET names one, it is the only one."""
    named = fixed_path(path, environment)
    if named:
        return [Candidate(named, "named")]
    found = []
    runtime = environment.get("XDG_RUNTIME_DIR")
    if runtime:
        found.append(Candidate(f"{runtime}/celld/celld.sock", "runtime"))
    found.append(Candidate("/run/celld/celld.sock", "system"))
    found.append(Candidate(f"/tmp/celld-{os.geteuid()}/celld.sock", "temporary"))
    return found


def _status(path: str, look: Look) -> Optional[os.stat_result]:
    try:
        return look(path)
    except OSError:
        return None


def _foreign(path: str, look: Look, owners: Optional[Set[int]]) -> Optional[str]:
    status = _status(path, look)
    if status is None:
        return None
    if not stat.S_ISDIR(status.st_mode):
        return f"{path} is not a directory"
    if owners is not None and status.st_uid not in owners:
        return f"{path} belongs to the user {status.st_uid}"
    return None


def _lends(path: str, look: Look, bits: int, *, keeps_sticky: bool) -> Optional[str]:
    """A sentence if others can replace files in a directory. The sticky bit prevents that in /tmp."""
    status = _status(path, look)
    if status is None or not status.st_mode & bits or (keeps_sticky and status.st_mode & stat.S_ISVTX):
        return None
    return f"other users can replace the sockets in {path}"
