#!/usr/bin/env python3
"""Writes inputs for a fuzzer to begin with, made of the real texts and of the examples that the project has.

usage: Fuzz/seeds.py TARGET FOLDER    (text, protocol, rows or pictures)
"""

import hashlib
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Oracles"))

import records

# Bytes at the start of an input that choose the environment: see Tests/FuzzChecks.
CHOICES = {"text": 7, "protocol": 2, "rows": 60, "pictures": 60}
MOST = 1024


def texts():
    for corpus in records.corpora([]).values():
        for record in corpus:
            yield from (record[name] for name in ("title", "subtitle", "description") if record.get(name))


def requests():
    """The requests of protocol.md. A line that begins with four spaces goes on with the one before."""
    page = re.sub(r"\n {4}", "", (ROOT / "protocol.md").read_text(encoding="utf-8"))
    return re.findall(r"^--> (.*)$", page, re.M)


def inputs(target):
    found = list(requests() if target == "protocol" else dict.fromkeys(texts()))
    for number, text in enumerate(found):
        chosen = random.Random(f"{target}/{number}")
        start = chosen.randbytes(CHOICES[target])
        if target in ("rows", "pictures"):
            # Bytes that choose what a cell has, between the texts.
            for other in [text, *chosen.choices(found, k=4)]:
                start += other.encode()[:120] + chosen.randbytes(6)
        else:
            start += text.encode()
        yield start[:MOST]


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for content in inputs(target):
        (folder / hashlib.sha1(content).hexdigest()).write_bytes(content)


if __name__ == "__main__":
    main()
