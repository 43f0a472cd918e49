"""Each example of the pages is a program of its own. It prints what the page has, and nothing else."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from typing import Dict, List, Tuple

import pytest
from conftest import CELLD, LONG, Daemon

import celld

ROOT = pathlib.Path(__file__).resolve().parents[3]


def blocks(page: str) -> List[Tuple[str, str]]:
    """The programs of a page, with what they print."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.S)
    assert len(found) == text.count("```python")
    return found


def environment(daemon: Daemon) -> Dict[str, str]:
    return {**os.environ, "CELLD_SOCKET": daemon.socket, "CELLD": CELLD}


@pytest.mark.parametrize("code, expected", blocks("clients/python/README.md"))
def test_example(daemon: Daemon, tmp_path: pathlib.Path, code: str, expected: str) -> None:
    program = tmp_path / "example.py"
    program.write_text(code, encoding="utf-8")
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment(daemon), timeout=LONG)
    assert (run.stdout, run.stderr, run.returncode) == (expected, "", 0), code


def test_the_watch_on_the_front_page(daemon: Daemon, client: celld.Client, tmp_path: pathlib.Path) -> None:
    [(code, _)] = blocks("README.md")
    program = tmp_path / "example.py"
    program.write_text(code, encoding="utf-8")
    run = subprocess.Popen([sys.executable, "-u", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env=environment(daemon))
    assert run.stdout is not None
    assert run.stdout.readline() == "Import of the orders              Failed\n"
    client.session("jobs").patch([{"id": "1", "patch": {"title": "Export"}}])
    assert run.stdout.readline() == "Export                            Failed\n"
    # The loop ends with the session.
    client.session("jobs").delete()
    assert run.communicate(timeout=LONG) == ("", "")
    assert run.returncode == 0
