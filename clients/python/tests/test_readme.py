"""The examples of README.md print what the page has."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re
from typing import Any, Dict

import pytest
from conftest import CELLD, Daemon

PAGE = pathlib.Path(__file__).resolve().parents[1] / "README.md"


def test_examples(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELLD_SOCKET", daemon.socket)
    monkeypatch.setenv("CELLD", CELLD)
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(examples) == PAGE.read_text(encoding="utf-8").count("```python")
    names: Dict[str, Any] = {}
    for code, expected in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), names)
        assert printed.getvalue() == expected, code
