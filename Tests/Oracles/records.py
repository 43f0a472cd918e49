"""Real texts as cells."""

import gzip
import json
import pathlib

CORPUS = pathlib.Path(__file__).resolve().parent / "Fixtures"


def records(path):
    """The records of a file of NDJSON, which may be compressed."""
    opened = gzip.open(path, "rt", encoding="utf-8") if str(path).endswith(".gz") else open(path, encoding="utf-8")
    with opened as lines:
        return [json.loads(line) for line in lines]


def corpora(paths):
    """{name: records} of the files at `paths`, or else of the two that are here."""
    paths = [pathlib.Path(path) for path in paths] or [CORPUS / "debian.ndjson", CORPUS / "intl.ndjson"]
    return {path.name.split(".")[0]: records(path) for path in paths}


def cells(records):
    """The records as cells: every so many have what a record does not, so that each slot is there in rows of all kinds."""
    for index, record in enumerate(records):
        cell = {"id": str(index), **record}
        if index % 2:
            cell["image"] = {"initials": record["title"][:2], "shape": "circle" if index % 4 == 1 else "square"}
        if index % 3 == 0:
            cell |= {"unread": True, "icons": ["📦", {"name": "warning", "text": "!"}]}
        if index % 5 == 0:
            cell |= {"number": str(index), "caption": record["footnote"], "rating": {"value": index % 6, "max": 5}}
        if index % 7 == 0:
            cell["actions"] = [{"id": "open", "title": "Open"}, {"id": "keep", "title": record["title"][:12]}]
        if index % 4 == 1:
            cell["title"] = "  " + record["title"].replace(" ", "  ")
            cell["subtitle"] = record["subtitle"].replace(" ", "     ")
        if index % 9 == 0:
            cell |= {"info": {"text": record["subtitle"][:20] or "new", "state": "critical"}, "accessory": "disclosure"}
        yield cell
