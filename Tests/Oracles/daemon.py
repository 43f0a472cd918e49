"""A daemon of one's own, over standard input and output."""

import functools
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@functools.cache
def folder():
    """The folder of the programs: $CELLCTL_FOLDER, or that of a release build, which is made once."""
    given = os.environ.get("CELLCTL_FOLDER")
    if given:
        return pathlib.Path(given)
    built = subprocess.run([ROOT / "scripts/build-release"], stdout=subprocess.PIPE, check=True, text=True)
    return pathlib.Path(built.stdout.strip().split("\n")[-1])


class Daemon:
    """`celld --stdio`; ends with the `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [folder() / "celld", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def call(self, method, **parameters):
        """The result of a request; its error is ours."""
        request = {"id": 1, "method": method, "params": parameters}
        self.process.stdin.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def push(self, session, cells):
        """Makes the list `session` of `cells`, some at a time."""
        for start in range(0, len(cells), 200):
            self.call("cells.push", session=session, cells=cells[start:start + 200])

    def rows(self, session, environment, **parameters):
        """All rows of a list; a reply has as many as its bound admits."""
        rows, start = [], 0
        while start is not None:
            result = self.call("rows.pull", session=session, environment=environment, start=start, count=100_000,
                               exact=True, **parameters)
            rows += result["rows"]
            start = result.get("next")
        return rows
