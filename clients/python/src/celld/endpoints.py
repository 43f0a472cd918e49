"""The ways to reach a daemon: its socket, another machine, or a process of one's own."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import shutil
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Mapping, NamedTuple, Optional, Sequence, Union

from .address import candidates, fixed_path
from .errors import NoDaemon, ProtocolError
from .host import HostAddress

_SECONDS_TO_END = 10.0  # for a daemon of one's own after its input has ended
_RELAY = 1  # the version of the first lines between a client and a relay
_MOST_NOISE = 64 << 10  # bytes that a login shell may print before the answer of a relay
_SECONDS_OF_SSH = 30  # for a connection, without the questions of ssh
_SECONDS_OF_QUESTIONS = 120  # in which a server wants them answered
_SECONDS_TO_START = 10  # for a daemon that a client starts
_SECONDS_FOR_ANOTHER = 2  # for one that another client started at the same moment
_ABSENT = (errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR)


class Streams(NamedTuple):
    """An open connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    end: Callable[[], Awaitable[None]]
    address: Optional[str]  # the path of the socket, if there is one


class _Nobody(NamedTuple):
    """No candidate answers."""

    tried: str
    is_absent: bool  # whether there is no socket, as opposed to one that refuses the connection


@dataclass(frozen=True)
class Socket:
    """The daemon at a socket: at `path`, else $CELLD_SOCKET, else the first candidate that answers.

    A client starts celld if no daemon answers, unless it has `spawn=False`.
    """

    path: Optional[str] = None

    #: Whether a client connects again after the connection is lost.
    can_reconnect = True

    async def open(self, *, is_first: bool = True, spawn: bool = False) -> Streams:
        """Connects. With `spawn`, starts a daemon if there is none. Raises NoDaemon with the reason for each candidate."""
        fixed = fixed_path(self.path)
        found = await self._found()
        # Without a fixed path, a socket that refuses the connection is that of another user.
        if isinstance(found, _Nobody) and spawn and (found.is_absent or fixed is None):
            found = await self._spawned(fixed)
        if isinstance(found, _Nobody):
            raise NoDaemon(f"No daemon answers ({found.tried}). Start celld, or name its socket with CELLD_SOCKET.")
        return found

    async def _found(self) -> Union[Streams, _Nobody]:
        reasons = []
        is_absent = True
        for candidate in candidates(self.path):
            problem = candidate.problem()
            if problem is None:
                try:
                    return await _connected(candidate.path)
                except OSError as error:
                    problem = (error.strerror or str(error)).lower()
                    is_absent = is_absent and error.errno in _ABSENT
            else:
                is_absent = False
            reasons.append(f"{candidate.path}: {problem}")
        return _Nobody("; ".join(reasons), is_absent)

    async def _spawned(self, fixed: Optional[str]) -> Streams:
        """Starts a daemon in a session of its own, which ends after a minute without clients and sessions."""
        program = shutil.which("celld")
        if program is None:
            raise NoDaemon("No daemon answers, and celld is not in PATH. Install celld, or name the socket of a daemon with "
                           "CELLD_SOCKET.")
        daemon = _Spawned(program, ["--idle-exit", "60", *(["--socket", fixed] if fixed else [])])
        try:
            end = time.monotonic() + _SECONDS_TO_START
            has_ended = False
            while True:
                found = await self._found()
                if isinstance(found, Streams):
                    return found
                if not has_ended and daemon.has_ended():
                    has_ended = True
                    is_late = "another daemon listens" in daemon.last_words
                    end = time.monotonic() + (_SECONDS_FOR_ANOTHER if is_late else 0)
                elif time.monotonic() > end:
                    words = daemon.last_words if has_ended else f"it does not answer ({found.tried})"
                    raise NoDaemon(f"Cannot start celld: {words}.")
                await asyncio.sleep(0.002)
        finally:
            daemon.leave()


@dataclass(frozen=True)
class Host:
    """The daemon of another machine, at `address`: ssh://[user@]host[:port][/path/of/socket].

    `ssh` joins it, so the identity and the rights are those of ssh and of the socket there. The first connection
    may ask for a password on the terminal, later ones never ask. Raises InvalidAddress.
    """

    address: str
    _parts: HostAddress = field(init=False, repr=False, compare=False)

    can_reconnect = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parts", HostAddress.parse(self.address))

    async def open(self, *, is_first: bool = True, spawn: bool = False) -> Streams:
        """Starts ssh, and greets the relay there. Raises NoDaemon with what is missing."""
        # The configuration of a person may have a command and forwardings for this host.
        settings = [f"ConnectTimeout={_SECONDS_OF_SSH}", "ServerAliveInterval=15", "RemoteCommand=none", "ClearAllForwardings=yes"]
        settings += [] if is_first else ["BatchMode=yes"]
        options = [word for setting in settings for word in ("-o", setting)]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                "ssh", "-T", *options, *self._parts.words, "cellctl", "relay", stdin=pipe, stdout=pipe, stderr=pipe,
                limit=_MOST_NOISE, start_new_session=not is_first)
        except OSError as error:
            raise NoDaemon(f"Cannot start ssh: {error.strerror}. Install it, or name the socket of a daemon of this "
                           "machine.") from error
        relay = _Relay(process, self._parts, is_first, spawn)
        try:
            seconds = _SECONDS_OF_SSH + (_SECONDS_OF_QUESTIONS if is_first else 0)
            await asyncio.wait_for(relay.greet(), seconds)
        except asyncio.TimeoutError:
            await relay.end()
            raise NoDaemon(f"{self._parts.host} did not answer within {seconds} s.") from None
        except BaseException:
            await relay.end()
            raise
        assert process.stdin is not None and process.stdout is not None
        return Streams(process.stdout, process.stdin, relay.end, self.address)


@dataclass(frozen=True)
class Stdio:
    """A daemon of one's own on standard input and output. It ends with the client.

    `program` is the name or the path of celld, `arguments` are more options, such as `--store FILE`.
    """

    program: str = "celld"
    arguments: Sequence[str] = ()

    can_reconnect = False

    async def open(self, *, is_first: bool = True, spawn: bool = False) -> Streams:
        """Starts the daemon. Raises NoDaemon if there is no such program."""
        process = await _started(self.program, "--stdio", *self.arguments)
        assert process.stdin is not None and process.stdout is not None
        return Streams(process.stdout, process.stdin, _Ending(process), None)


@dataclass(frozen=True)
class Plugin:
    """A daemon of one's own at a private socket, which other connections can use too.

    It ends with the client. `program` and `arguments` are as for Stdio.
    """

    program: str = "celld"
    arguments: Sequence[str] = ()

    can_reconnect = False

    async def open(self, *, is_first: bool = True, spawn: bool = False) -> Streams:
        """Starts the daemon and connects. Raises NoDaemon if there is no such program."""
        process = await _started(self.program, "--plugin", *self.arguments)
        end = _Ending(process)
        assert process.stdout is not None
        try:
            line = (await process.stdout.readline()).decode(errors="replace").rstrip("\n")
        except ValueError:  # it has more than 64 KiB
            line = ""
        parts = line.split("|")
        if len(parts) != 5 or parts[:3] != ["1", "1", "unix"] or parts[4] != "jsonrpc":
            await end()
            raise ProtocolError(f'Expected 1|1|unix|PATH|jsonrpc from {self.program}, got "{line}".')
        try:
            streams = await _connected(parts[3])
        except OSError as error:
            await end()
            raise NoDaemon(f"Cannot connect to {parts[3]}: {error.strerror}.") from error
        return streams._replace(end=end)


Endpoint = Union[Socket, Host, Stdio, Plugin]


def endpoint_of(given: Union[Endpoint, str, None], environment: Mapping[str, str] = os.environ) -> Endpoint:
    """The endpoint that a client is given: itself, a path, an address of another machine, or the default one."""
    host = environment.get("CELLD_HOST")
    if given is None and host and not environment.get("CELLD_SOCKET"):
        return Host(host)
    if isinstance(given, str) and (given.startswith("ssh:") or "://" in given):
        return Host(given)
    return Socket(given) if given is None or isinstance(given, str) else given


async def _connected(path: str) -> Streams:
    reader, writer = await asyncio.open_unix_connection(path)

    async def nothing() -> None:
        pass

    return Streams(reader, writer, nothing, path)


async def _started(program: str, *arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "CELLD_PLUGIN_COOKIE": "celld"}
    try:
        return await asyncio.create_subprocess_exec(program, *arguments, stdin=pipe, stdout=pipe, env=environment)
    except OSError as error:
        raise NoDaemon(f"Cannot start {program}: {error.strerror}. Install celld, or name its path.") from error


class _Spawned:
    """A celld that outlives this process. Its messages are read until `leave`."""

    def __init__(self, program: str, arguments: Sequence[str]) -> None:
        self._errors, errors = os.pipe()
        os.set_blocking(self._errors, False)
        null = os.open(os.devnull, os.O_RDWR)
        actions = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, errors, 2)]
        self._words = b""
        try:
            self._process = os.posix_spawn(program, ["celld", *arguments], os.environ, file_actions=actions, setsid=True)
        except OSError as error:
            self.leave()
            raise NoDaemon(f"Cannot start {program}: {error.strerror}.") from error
        finally:
            os.close(errors)
            os.close(null)

    def has_ended(self) -> bool:
        """Whether it has ended. Do not call it again then."""
        with contextlib.suppress(BlockingIOError):
            while words := os.read(self._errors, 1 << 12):
                self._words = (self._words + words)[-(1 << 12):]
            os.waitpid(self._process, 0)
            return True
        return False

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        lines = self._words.decode(errors="replace").strip().split("\n")
        return (lines[-1][7:] if lines[-1].startswith("celld: ") else lines[-1]).rstrip(".")

    def leave(self) -> None:
        """Stops reading its messages."""
        os.close(self._errors)


class _Relay:
    """ssh with the relay at its other end."""

    def __init__(
        self, process: asyncio.subprocess.Process, address: HostAddress, is_first: bool, spawn: bool
    ) -> None:
        self._process = process
        self._address = address
        self._is_first = is_first
        self._spawn = spawn
        self._words = b""
        self._last_noise = b""  # the last line that the login shell printed
        self._is_greeted = False
        self._listening = asyncio.ensure_future(self._listen())

    async def greet(self) -> None:
        """Names the socket, and reads the answer. Raises NoDaemon."""
        assert self._process.stdin is not None and self._process.stdout is not None
        spawning = {} if self._spawn else {"spawn": False}
        request = {"relay": _RELAY, "socket": self._address.path, **spawning}
        self._process.stdin.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        noise = 0
        while True:
            try:
                line = await self._process.stdout.readuntil()
            except asyncio.IncompleteReadError:
                raise NoDaemon(await self._failure()) from None
            except asyncio.LimitOverrunError:
                line = b""
                noise = _MOST_NOISE
            answer = _answer(line)
            if answer is not None:
                break
            noise += len(line)
            self._last_noise = line.strip() or self._last_noise
            if noise >= _MOST_NOISE:
                raise NoDaemon(f"The login shell of {self._address.host} prints more than 64 KiB before cellctl; let it print "
                               "nothing if its input is not a terminal.")
        if answer["relay"] != _RELAY:
            raise NoDaemon(f"cellctl on {self._address.host} has relay {answer['relay']}, not {_RELAY}; install the same "
                           f"version of celld on both machines. {self._rest}")
        if "error" in answer:
            raise NoDaemon(f"{self._address.host}: {answer['error']}")
        self._is_greeted = True

    async def end(self) -> None:
        """Ends ssh, which ends the relay."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
        await self._process.wait()
        self._listening.cancel()
        await asyncio.wait([self._listening])

    async def _listen(self) -> None:
        """Reads the messages of ssh. Before the answer, they are for the person who answers its questions."""
        assert self._process.stderr is not None
        is_shown = self._is_first and sys.stderr is not None and os.isatty(2)
        while True:
            words = await self._process.stderr.read(1 << 12)
            if not words:
                return
            if not self._is_greeted:
                self._words = (self._words + words)[-(1 << 12):]
                if is_shown:
                    os.write(2, words)

    async def _failure(self) -> str:
        """The reason why there was no answer."""
        status = await self._process.wait()
        await asyncio.wait([self._listening], timeout=1)
        # Without a message of ssh, what the login shell printed is the reason.
        lines = (self._last_noise + b"\n" + self._words).decode(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), f"status {status}").rstrip(".")
        host = self._address.host
        if status == 255:
            is_question = not self._is_first and ("Permission denied" in said or "Host key verification failed" in said)
            cure = f" ssh has a question, which a new connection does not ask; answer it once with: ssh {host}" if is_question else ""
            return f"ssh cannot connect to {host}: {said}.{cure}"
        if status in (126, 127):
            return f"There is no program cellctl on {host} ({said}). Install celld there. {self._rest}"
        if status in (2, 64):
            return f"cellctl on {host} is older and has no relay. Install the same version of celld there. {self._rest}"
        return f"{host} did not answer ({said})."

    @property
    def _rest(self) -> str:
        """What still works without a relay."""
        words = " ".join(word for word in self._address.words if word != "--")
        return f"A forwarded socket still works: ssh -N -L ./celld.sock:PATH {words}, and ./celld.sock as the socket."


def _answer(line: bytes) -> Optional[Mapping[str, Any]]:
    """The answer of a relay. A login shell may have printed something before it, also on its line."""
    start = line.rfind(b'{"relay":')
    if start < 0:
        return None
    try:
        answer = json.loads(line[start:])
    except (RecursionError, ValueError):
        return None
    is_answer = isinstance(answer.get("relay"), int) and ("server" in answer or "error" in answer)
    return answer if is_answer else None


class _Ending:
    """Ends a daemon of one's own by the end of its input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def __call__(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _SECONDS_TO_END)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()
