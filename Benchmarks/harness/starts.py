"""The time from the start of a program: of cellctl to its end, of celld to the first reply on its socket."""

import contextlib
import os
import pathlib
import signal
import socket
import tempfile
import time

from . import programs

PING = b'{"id":1,"method":"ping"}\n'


def run(command, environment):
    """The seconds from the start of a program to its end."""
    files = [(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_WRONLY, 0) for stream in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=files)
    _, status = os.waitpid(process, 0)
    seconds = time.perf_counter() - start
    if status:
        raise RuntimeError(f"{command} failed")
    return seconds


def first_reply(celld, path):
    """The seconds from the start of celld to the reply to the first ping."""
    start = time.perf_counter()
    process = os.posix_spawn(celld, [celld, "--socket", path], os.environ)
    try:
        while True:
            with socket.socket(socket.AF_UNIX) as connection:
                with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                    connection.connect(path)
                    connection.sendall(PING)
                    connection.recv(4096)
                    return time.perf_counter() - start
            time.sleep(0.0001)
    finally:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)


def measure(celld_folder, count=300):
    """{what: seconds of each start}, interleaved."""
    celld, cellctl = (str(celld_folder / name) for name in ("celld", "cellctl"))
    found = {}
    with programs.celld(celld_folder) as server, tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"CELLD_SOCKET": str(server.socket)}
        path = str(pathlib.Path(folder) / "socket")
        starts = {
            "an empty program (`true`)": lambda: run(["/bin/true"], environment),
            "`cellctl --version`": lambda: run([cellctl, "--version"], environment),
            "`cellctl ping`": lambda: run([cellctl, "ping"], environment),
            "celld, to its first reply": lambda: first_reply(celld, path),
        }
        for _ in range(count):
            for name, start in starts.items():
                found.setdefault(name, []).append(start())
    return found


def report(found):
    count = len(next(iter(found.values())))
    lines = ["## Start", "", f"From the start of a process to its end, or to the reply to a ping on the socket of celld. {count} starts each. "
             "All files are in the cache of the system.", "", "| program | minimum | p50 | p99 |", "|---|---|---|---|"]
    for name, times in found.items():
        times = sorted(times)
        numbers = (times[0], times[len(times) // 2], times[len(times) * 99 // 100])
        lines.append(f"| {name} | " + " | ".join(f"{seconds * 1e3:.2f} ms" for seconds in numbers) + " |")
    return lines
