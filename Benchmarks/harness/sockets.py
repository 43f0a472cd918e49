"""Requests per second over the socket, and Redis: ping and PING; 50 rows, and LRANGE of the same bytes."""

import statistics

from . import corpus, programs

SHAPES = [(1, 1), (1, 16), (50, 1), (50, 16)]  # clients, requests in flight of each
ROWS = 50
# celld's request, that of Redis, the name of both, and the requests in one file. celld keeps a reply that is asked for
# twice in a row. Requests for two places take turns, so none is the last one again.
ROWS_OF_RESULTS = [
    ("ping", "PING", "ping / PING", 1),
    ("pull", "LRANGE", "the same 50 rows / LRANGE", 1),
    ("pulls", "LRANGEs", "50 rows at two places in turn / LRANGE", 2),
]


def measure(celld_folder, binary, peers, rounds, seconds):
    """{(program, request, clients, in flight): [rate]}, interleaved run by run."""
    rates = {}
    with programs.celld(celld_folder, pinned=True) as celld, programs.redis(pinned=True) as redis:
        files = {name: celld.folder / name for name in ("cells", "rows", *(name for row in ROWS_OF_RESULTS for name in row[:2]))}
        cells = corpus.records(peers, "debian-10k", 10000)
        files["cells"].write_bytes(b"".join(corpus.pushes("bench", cells, 1 << 20)))
        programs.bench(binary, "play", celld.socket, files["cells"])
        files["ping"].write_bytes(b'{"id":1,"method":"ping"}\n')
        pull = {"start": 100, "count": ROWS, "environment": corpus.VIEW}
        other = {**pull, "start": 300}
        files["pull"].write_bytes(corpus.pull("bench", **pull))
        files["pulls"].write_bytes(corpus.pull("bench", **pull) + corpus.pull("bench", **other))
        rows = []
        for params in (pull, other):
            rows += celld.call({"id": 1, "method": "rows.pull", "params": {"session": "bench", **params}})[0]["rows"]
        assert len(rows) == 2 * ROWS
        files["rows"].write_bytes(b"".join(programs.respond("RPUSH", "rows", corpus.compact(row)) for row in rows))
        # Played line by line, as each command's reply is one line.
        with programs.socket.socket(programs.socket.AF_UNIX) as connection:
            connection.connect(str(redis.socket))
            connection.sendall(files["rows"].read_bytes())
            replies = b""
            while replies.count(b"\n") < len(rows):
                replies += connection.recv(4096)
        files["PING"].write_bytes(programs.respond("PING"))
        ranges = [programs.respond("LRANGE", "rows", start, start + ROWS - 1) for start in (0, ROWS)]
        files["LRANGE"].write_bytes(ranges[0])
        files["LRANGEs"].write_bytes(b"".join(ranges))
        for _ in range(rounds):
            for shape in SHAPES:
                for *requests, _, count in ROWS_OF_RESULTS:
                    clients, in_flight = shape
                    for server, request in zip((celld, redis), requests):
                        before = server.processor_seconds()
                        result = programs.bench(
                            binary, "load", server.socket, files[request], clients, max(1, in_flight // count), seconds)
                        result["server_us"] = (server.processor_seconds() - before) / result["total"] / count * 1e6
                        result["rate"] *= count
                        rates.setdefault((request, *shape), []).append(result)
    return rates


def report(rates):
    """The table, ratios first."""
    def middle(key, member):
        return statistics.median(result[member] for result in rates[key])

    lines = ["## Requests over the socket", "",
             "One load generator on one core, one server at a time on the other. Medians. The ratio is celld to Redis. Server "
             "time is the processor time of the server per request. Other programs on the machine hardly change it.", "",
             "| request | clients | in flight | ratio | celld | Redis | server time, celld / Redis | p50 / p99, celld | "
             "p50 / p99, Redis | reply bytes |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for own, other, name, count in ROWS_OF_RESULTS:
        for shape in SHAPES:
            a, b = (own, *shape), (other, *shape)
            lines.append(
                f"| {name} | {shape[0]} | {max(shape[1], count)} | **{middle(a, 'rate') / middle(b, 'rate'):.2f}** | "
                f"{middle(a, 'rate'):,.0f}/s | {middle(b, 'rate'):,.0f}/s | "
                f"{middle(a, 'server_us'):.2f} / {middle(b, 'server_us'):.2f} µs | "
                f"{middle(a, 'p50_us'):.0f} / {middle(a, 'p99_us'):.0f} µs | "
                f"{middle(b, 'p50_us'):.0f} / {middle(b, 'p99_us'):.0f} µs | "
                f"{middle(a, 'reply'):.0f} / {middle(b, 'reply'):.0f} |")
    return lines
