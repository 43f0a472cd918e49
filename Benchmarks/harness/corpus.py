"""The corpora as requests: the same records go to celld as cells and to Redis as JSON texts."""

import json

VIEW = {"width": 100, "widthClass": "expanded", "statusWidth": 13, "split": 0.5625}
# The load generator puts a number here that no other request has.
NUMBER = "#" * 10


def records(peers, name, count):
    """The records of a corpus, each with an id and the icon that the peers draw."""
    with open(peers / f"data/{name}.ndjson", encoding="utf-8") as lines:
        for index, line in zip(range(count), lines):
            yield {"id": str(index), "icons": ["📦"], **json.loads(line)}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def pushes(session, cells, bound):
    """Push requests of at most `bound` bytes each, as lines."""
    batch, size = [], 0
    for cell in cells:
        cell = compact(cell)
        if batch and size + len(cell) > bound:
            yield push(session, batch)
            batch, size = [], 0
        batch.append(cell)
        size += len(cell) + 1
    yield push(session, batch)


def push(session, batch):
    return (b'{"id":1,"method":"cells.push","params":{"session":' + compact(session) + b',"cells":[' +
            b",".join(batch) + b"]}}\n")


def pull(session, **parameters):
    return compact({"id": 1, "method": "rows.pull", "params": {"session": session, **parameters}}) + b"\n"
