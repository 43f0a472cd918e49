"""Programs that do not close their clients end silently."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest
from conftest import CELLD, LONG, Daemon

OPENED = """
import celld
client = celld.Client()
watch = client.session("lots").watch(count=3)
"""
LOOP = """
import asyncio, celld
loop = asyncio.new_event_loop()
client = celld.AsyncClient()
loop.run_until_complete(client.open())
"""
PROGRAMS = {
    "a request": ("import celld; celld.Client().ping()", 0, ""),
    "a watch": (OPENED, 0, ""),
    "a status": (OPENED + "raise SystemExit(7)", 7, ""),
    "an exception": (OPENED + "raise KeyError('wheat')", 1, "KeyError: 'wheat'\n"),
    "a thread that iterates": (
        OPENED + "import threading\nthreading.Thread(target=list, args=(watch,), daemon=True).start()", 0, ""),
    "a request that waits": (OPENED + "client.submit('rows.pull', {'session': 'lots'})", 0, ""),
    "two clients, one is closed": (OPENED + "other = celld.Client()\nclient.close()", 0, ""),
    "a fork": (OPENED + "import os\nif os.fork() == 0: raise SystemExit(0)\nos.wait()", 0, ""),
    "a daemon of one's own": ("import os, celld\nclient = celld.Client(celld.Plugin(os.environ['CELLD']))", 0, ""),
    "asyncio.run": (
        "import asyncio, celld\nasync def main():\n  global client\n  client = celld.AsyncClient()\n"
        "  await client.open()\n  await client.ping()\nasyncio.run(main())", 0, ""),
    # As in a notebook: the loop stops, and the program goes on.
    "a loop of its own": (LOOP, 0, ""),
    "a loop that is closed": (LOOP + "loop.run_until_complete(client.close())\nloop.close()", 0, ""),
}


@pytest.mark.parametrize("code, status, last", PROGRAMS.values(), ids=PROGRAMS)
def test_end(daemon: Daemon, tmp_path: pathlib.Path, code: str, status: int, last: str) -> None:
    session = "import celld\nwith celld.Client() as client:\n    client.session('lots').create()\n"
    program = tmp_path / "program.py"
    program.write_text(session + code, encoding="utf-8")
    environment = {**os.environ, "CELLD_SOCKET": daemon.socket, "CELLD": CELLD}
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment, timeout=LONG)
    assert (run.stdout, run.returncode) == ("", status), run.stderr
    assert run.stderr.endswith(last) if last else run.stderr == ""
    assert "celld" not in run.stderr.replace(str(program), "").replace("import celld", ""), run.stderr
