"""The parts in which a long list is sent, without I/O."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping

from .exchange import encoded

LONGEST_PART = 1 << 20  # bytes; the parts of a list pass the limits `line` and `input` easily

#: The last number that `ifRevision` can have. No session has this revision, so the call fails.
_NO_REVISION = 1 << 53


def parts(cells: Iterable[Mapping[str, Any]], line_limit: int) -> List[List[Mapping[str, Any]]]:
    """The cells in parts that fit a line each; at least one part, which can be empty.

    Raises ValueError or TypeError if a cell is not JSON, before anything is sent.
    """
    limit = min(LONGEST_PART, line_limit // 2)
    found: List[List[Mapping[str, Any]]] = [[]]
    size = 0
    for cell in cells:
        length = len(encoded(cell))
        if found[-1] and size + length > limit:
            found.append([])
            size = 0
        found[-1].append(cell)
        size += length
    return found


def dropping(session: Mapping[str, Any]) -> Dict[str, Any]:
    """Parameters of a cells.replace that fails. Then the daemon drops what was staged."""
    return {**session, "cells": [], "more": True, "ifRevision": _NO_REVISION}
