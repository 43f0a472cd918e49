"""How long it takes to see a list in another order: in celld, in SQLite, and in a client that sorts by itself."""

import json
import random
import sqlite3
import statistics
import threading
import time

from . import corpus, programs
from .fairness import Client

CELLS = 1_000_000
VIEWED = 100_000
VIEWS = 10
PATCHES = 100
SECONDS = 10


def cells(count):
    """Cells of some 450 bytes, with a number and a text to sort by."""
    numbers = random.Random(7)
    text = "The bearing ran hot twice this week; replace the seal and check the alignment of the shaft. "
    for index in range(count):
        yield {
            "id": str(index), "title": f"Work order {numbers.randrange(count)}", "subtitle": "Preventive maintenance",
            "footnote": f"Plant {index % 40}, hall {index % 7}", "status": ["Open", "Done", "High"][index % 3],
            "tags": ["pump", "vibration"], "description": text * 2,
            "data": {"n": numbers.randrange(10 * count), "plant": f"Plant {index % 40}"},
        }


def fill(server, count):
    client = Client(str(server.socket))
    for line in corpus.pushes("bench", cells(count), 4 << 20):
        client.socket.sendall(line)
        client.receive()
    return client


def pull(client, start=0, **environment):
    """Seconds until 50 rows are there, and the number of rows of the view."""
    begin = time.perf_counter()
    reply = json.loads(client.call({"id": 1, "method": "rows.pull", "params": {
        "session": "bench", "start": start, "count": 50, "environment": {"width": 80, **environment}}}))
    return time.perf_counter() - begin, reply["result"]["count"]


# Rows from here on are sent when the order is complete.
LATER = 2_000

# What is asked of a million cells: the environment, and the same in SQL.
ORDERS = {
    "by a number": ({"sort": "data/n"}, "SELECT id FROM cells ORDER BY n, rowid"),
    "by a number, descending, of one plant": (
        {"sort": "-data/n", "where": {"field": "data/plant", "is": "Plant 7"}},
        "SELECT id FROM cells WHERE plant = 'Plant 7' ORDER BY n DESC, rowid"),
    "by a text": ({"sort": "title"}, "SELECT id FROM cells ORDER BY title, rowid"),
    "by plant, in groups": ({"group": "data/plant", "sort": "data/n"}, "SELECT id FROM cells ORDER BY plant, n, rowid"),
}


def measure(celld_folder, rounds):
    """The seconds of each order, by program; the load of watched views; bytes of a cell in a view."""
    times = {name: {"first": [], "all": [], "again": [], "processor": [], "SQLite": [], "client": []} for name in ORDERS}
    with programs.celld(celld_folder) as server:
        client = fill(server, CELLS)
        pull(client)
        for round_ in range(rounds):
            for number, (name, (environment, _)) in enumerate(ORDERS.items()):
                # Each width is a view of its own, with an order that no other has.
                width = 80 + 2 * (round_ * len(ORDERS) + number)
                new = {**environment, "width": width}
                times[name]["first"].append(pull(client, **new)[0])
                pull(client, LATER, **new)
                times[name]["again"].append(pull(client, **new)[0])
                before = server.processor_seconds()
                times[name]["all"].append(pull(client, LATER, **{**new, "width": width + 1})[0])
                times[name]["processor"].append(server.processor_seconds() - before)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE cells (id TEXT, title TEXT, plant TEXT, n INTEGER)")
    database.executemany("INSERT INTO cells VALUES (?, ?, ?, ?)", (
        (cell["id"], cell["title"], cell["data"]["plant"], cell["data"]["n"]) for cell in cells(CELLS)))
    texts = [json.dumps(cell) for cell in cells(CELLS)]
    for _ in range(rounds):
        for name, (_, query) in ORDERS.items():
            start = time.perf_counter()
            database.execute(query).fetchall()
            times[name]["SQLite"].append(time.perf_counter() - start)
    start = time.perf_counter()
    sorted((json.loads(text) for text in texts), key=lambda cell: cell["data"]["n"])
    times["by a number"]["client"].append(time.perf_counter() - start)
    return times, measure_views(celld_folder)


def measure_views(celld_folder):
    """The share of a core that views take, per cent, and the bytes of a cell in a view."""
    with programs.celld(celld_folder) as server:
        client = fill(server, VIEWED)
        before = server.resident()
        quiet = patched(server, client)
        keys = ["data/n", "-data/n", "title", "-title", "status", "footnote", "-footnote", "data/plant", "tags", "-status"]
        watchers = []
        for key in keys[:VIEWS]:
            watcher = Client(str(server.socket))
            watcher.call({"id": 1, "method": "rows.watch", "params": {
                "session": "bench", "count": 50, "environment": {"width": 80, "sort": [key, "title"]}}})
            # A client that does not read gets nothing.
            threading.Thread(target=drain, args=(watcher.socket,), daemon=True).start()
            watchers.append(watcher)
        # Heights are measured in the background.
        time.sleep(3)
        resident = server.resident() - before
        return quiet, patched(server, client), resident / VIEWED / VIEWS


def drain(connection):
    while connection.recv(1 << 20):
        pass


def patched(server, client):
    """Per cent of a core that celld takes while cells are patched, one at a time."""
    numbers = random.Random(3)
    start, used = time.perf_counter(), server.processor_seconds()
    for number in range(PATCHES * SECONDS):
        patch = {"title": f"Work order {numbers.randrange(VIEWED)}", "data": {"n": numbers.randrange(10 * VIEWED)}}
        client.call({"id": 1, "method": "cells.patch", "params": {
            "session": "bench", "patches": [{"id": str(numbers.randrange(VIEWED)), "patch": patch}]}})
        time.sleep(max(0, start + (number + 1) / PATCHES - time.perf_counter()))
    return (server.processor_seconds() - used) / (time.perf_counter() - start) * 100


def report(times, views):
    quiet, load, size = views
    lines = [
        "## Views with an order of their own", "",
        f"{CELLS:,} cells, in orders that no view had before, with the text of 50 rows: the first ones, and some in the middle, "
        "which are sent when the order is complete. The processor time is that of the complete order. SQLite: all ids, from a "
        "table in memory. The client has all cells as JSON, reads and sorts them (Python).", "",
        "| order | first rows | complete | processor time | the same again | SQLite | client that sorts |",
        "|---|---|---|---|---|---|---|"]
    for name, of in times.items():
        seconds = [f"{1000 * statistics.median(of[key]):,.1f} ms" if of[key] else "" for key in of]
        first, complete, again, processor, *others = seconds
        lines.append(f"| {name} | **{first}** | **{complete}** | {processor} | " + " | ".join([again, *others]) + " |")
    return lines + [
        "", f"{VIEWS} watched views of {VIEWED:,} cells, each sorted by two keys, and {PATCHES} patches a second that move cells: "
        f"celld takes {load:.1f} % of a core ({quiet:.1f} % without the views). A cell takes {size:.0f} bytes in a view, "
        "with its height."]
