"""The address of a daemon on another machine (protocol.md, §2)."""

from __future__ import annotations

import re
from typing import List, NamedTuple, NoReturn, Optional, Tuple

from .errors import InvalidAddress

_SCHEME = "ssh://"


class HostAddress(NamedTuple):
    """The parts of ssh://[user@]host[:port][/path/of/socket].

    The host and the user become arguments of ssh. So they have only characters that mean nothing to ssh or to a
    shell, and do not begin like an option. The path goes to the relay as JSON.
    """

    user: Optional[str]
    host: str
    port: Optional[int]
    path: Optional[str]  # of the socket; None is the default one

    @classmethod
    def parse(cls, address: str) -> HostAddress:
        """Reads an address. Raises InvalidAddress, which names the wrong part."""
        if not address.startswith(_SCHEME):
            _refuse(f"expected ssh://[user@]host[:port][/path], got {address!r}",
                    "write ssh://HOST, ssh://USER@HOST:PORT or ssh://HOST/path/of/socket")
        place, slash, path = address[len(_SCHEME):].partition("/")
        user, at, place = place.rpartition("@")
        if ":" in user:
            _refuse("an address has no password", "leave it out; ssh asks for it")
        host, port = _host_and_port(place)
        return cls(_checked(user, "user") if at else None, host, port, _decoded(slash + path) if path else None)

    @property
    def words(self) -> List[str]:
        """The words for ssh that name the other machine. The host comes last, after `--`."""
        user = [] if self.user is None else ["-l", self.user]
        port = [] if self.port is None else ["-p", str(self.port)]
        return [*user, *port, "--", self.host]


def _host_and_port(place: str) -> Tuple[str, Optional[int]]:
    if place.startswith("[") and "]" in place:
        host, _, rest = place[1:].partition("]")
        if rest and not rest.startswith(":"):
            _refuse(f'expected a port after "]", got {rest!r}', "write [::1]:2222")
        host, port = _checked(host, "host", ":"), rest[1:] if rest else None
    else:
        before, colon, after = place.rpartition(":")
        host, port = _checked(before if colon else place, "host"), after if colon else None
    if port is None:
        return host, None
    if not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        _refuse(f"expected a port from 1 to 65535, got {port!r}",
                "write a path as ssh://HOST/path, and an IPv6 address as [::1]")
    return host, int(port)


def _checked(text: str, part: str, more: str = "") -> str:
    if not text:
        _refuse(f"the {part} is empty", "write ssh://HOST")
    if text.startswith("-"):
        _refuse(f'the {part} begins with "-": {text!r}', "name it in ~/.ssh/config, and use that name")
    wrong = re.search(f"[^A-Za-z0-9._{more}-]", text)
    if wrong:
        is_ipv6 = part == "host" and ":" in text
        _refuse(f"the {part} {text!r} has {wrong[0]!r}, and only letters, digits and ._- are possible",
                "write an IPv6 address as [::1]" if is_ipv6 else "name it in ~/.ssh/config, and use that name")
    return text


def _decoded(path: str) -> str:
    mark = re.search("[?#]", path)
    if mark:
        _refuse(f'the path has "{mark[0]}"', f"write it as %{ord(mark[0]):X}")
    if re.search("%(?![0-9A-Fa-f]{2})", path):
        _refuse('"%" in the path is not followed by two hexadecimal digits', "write it as %25")
    try:
        data = re.sub(b"%(..)", lambda found: bytes.fromhex(found[1].decode()), path.encode(), flags=re.S)
        decoded = data.decode()
    except UnicodeError:
        decoded = "\0"
    if "\0" in decoded:
        _refuse("the path is not UTF-8, or has U+0000", "rename the socket")
    return decoded


def _refuse(problem: str, cure: str) -> NoReturn:
    raise InvalidAddress(f"The address of a host: {problem}; {cure}.")
