"""What ten thousand idle connections take: memory, and the time of a ping of another client."""

import resource
import socket
import statistics
import time

from . import programs

COUNT = 10_000
LIMIT = COUNT + 1_000
PING = b'{"id":1,"method":"ping"}\n'


class Idle:
    """Connections that send nothing; closed with the `with` block."""

    def __init__(self, server):
        self.connections = []
        for _ in range(COUNT):
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(server.socket))
            self.connections.append(connection)
        # The server has taken all others before it answers the last.
        self.ping(self.connections[-1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.connections:
            connection.close()

    @staticmethod
    def ping(connection):
        connection.sendall(PING)
        connection.recv(4096)


def pings(binary, server, seconds):
    """The times of pings, one each millisecond, and the server's time of each in µs."""
    file = server.folder / "ping"
    file.write_bytes(PING)
    before = server.processor_seconds()
    result = programs.bench(binary, "pace", server.socket, file, 1, 1000, seconds)
    result["server"] = (server.processor_seconds() - before) / result["total"] * 1e6
    return result


def measure(celld_folder, binary, rounds, seconds):
    """[(pings without idle connections, with them, bytes of each before its first request and after it)]"""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = []
    command = [celld_folder / "celld", "--socket", "SOCKET", "--limit", f"connections={LIMIT}"]
    for _ in range(rounds):
        with programs.Server(command, pinned=True) as server:
            alone = pings(binary, server, seconds)
            before = server.resident()
            with Idle(server) as idle:
                unused = server.resident()
                for connection in idle.connections:
                    idle.ping(connection)
                used = server.resident()
                time.sleep(1)
                found.append((alone, pings(binary, server, seconds), (unused - before) / COUNT, (used - before) / COUNT))
    return found


def report(found):
    unused, used = (statistics.median(round_[place] for round_ in found) for place in (2, 3))
    lines = ["## Idle connections", "",
             f"One client pings every millisecond, alone and beside {COUNT:,} connections that send nothing. Medians. A connection takes "
             f"**{unused:,.0f}** bytes of celld's resident memory, and **{used:,.0f}** after its first request.", "",
             "| idle connections | p50 | p99 | processor time of celld for a ping |", "|---|---|---|---|"]
    for place, name in enumerate(("none", f"{COUNT:,}")):
        p50, p99, own = (statistics.median(round_[place][member] for round_ in found) for member in ("p50_us", "p99_us", "server"))
        lines.append(f"| {name} | {p50:.0f} µs | {p99:.0f} µs | {own:.0f} µs |")
    return lines
