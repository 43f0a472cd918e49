"""Rows, and the complete window of a watch, without I/O."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union, cast, overload

from .errors import checked, reading

if TYPE_CHECKING:
    from .generated import Row

_ESCAPES = re.compile("\x1b(?:\\[[0-9;]*m|\\]8;[^\x1b]*\x1b\\\\)")


class Rows:
    """The rows of a reply, in order, with what the reply says of their list.

    Rows are dictionaries, as protocol.md has them. `str()` of them is their lines. A notebook shows
    rows of the format html as pictures, and others as text.
    """

    def __init__(self, reply: Mapping[str, Any]) -> None:
        #: All members of the reply.
        self.reply = reply
        with reading("rows"):
            self._rows: Sequence[Row] = checked(reply["rows"], list)
            for row in self._rows:
                checked(row["id"], str)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Row, Sequence[Row]]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @property
    def session(self) -> str:
        """The name of the session."""
        return str(self._member("session"))

    @property
    def view(self) -> Optional[str]:
        """The name of the view; None for an anonymous view."""
        return cast(Optional[str], self._member("view"))

    @property
    def revision(self) -> int:
        """The revision of the session."""
        return cast(int, self._member("revision"))

    @property
    def clock(self) -> str:
        """The clock of these rows, for `since`."""
        return str(self._member("clock"))

    @property
    def count(self) -> int:
        """The number of cells in the list."""
        return cast(int, self._member("count"))

    @property
    def height(self) -> float:
        """The height of the list, in lines or points. An estimate if `exact` is False."""
        return cast(float, self._member("height"))

    @property
    def width(self) -> Optional[float]:
        """The width of the view, in columns or points; None if it is unlimited."""
        return cast(Optional[float], self._member("width"))

    @property
    def exact(self) -> bool:
        """Whether `height` and the `y` of rows are exact."""
        return bool(self._member("exact"))

    @property
    def anchor(self) -> Optional[Mapping[str, Any]]:
        """The first row and its position in the window, for `anchor`. None if the window has no `height`."""
        return self.reply.get("anchor")

    @property
    def missing(self) -> Sequence[str]:
        """The requested ids that the view does not show."""
        return cast(Sequence[str], self.reply.get("missing", []))

    @property
    def next(self) -> Optional[int]:
        """The index to continue with, if the limit `reply` cut the reply.

        With `ids`, it is a position in them.
        """
        return self.reply.get("next")

    @property
    def lines(self) -> List[Any]:
        """The lines of all rows: texts, or lists of spans in the format spans."""
        with reading("lines"):
            return [line for row in self._rows for line in row.get("lines", ())]

    def __str__(self) -> str:
        with reading("lines"):
            return "\n".join(map(_text, self.lines))

    def _member(self, name: str) -> Any:
        with reading("rows"):
            return self.reply[name]

    def __repr__(self) -> str:
        return f"<Rows of {self.session}: {len(self)} of {self.count}, revision {self.revision}>"

    def _repr_html_(self) -> str:
        """HTML for a notebook. celld escapes the texts of pictures; those of lines are escaped here."""
        if self._rows and "picture" in self._rows[0]:
            # A picture of the format html is an item of a list, one of svg is not.
            with reading("pictures"):
                pictures = "\n".join(
                    row["picture"] if row["picture"].startswith("<li") else f"<li>{row['picture']}</li>"
                    for row in self._rows
                )
            return f'<ol style="list-style: none; margin: 0; padding: 0">\n{pictures}\n</ol>'
        return f"<pre>{html.escape(_ESCAPES.sub('', str(self)))}</pre>"


def _text(line: Union[str, Sequence[Mapping[str, Any]]]) -> str:
    """A line as text. Spans are at their x, so gaps between them become spaces."""
    if isinstance(line, str):
        return line
    text, end = "", 0
    for span in line:
        text += " " * (span["x"] - end) + span["text"]
        end = span["x"] + span["width"]
    return text


class Window:
    """The rows that a watch shows. Messages leave out the content of rows that have not changed."""

    def __init__(self) -> None:
        self._known: Dict[str, Mapping[str, Any]] = {}
        self.rows: Optional[Rows] = None

    def apply(self, message: Mapping[str, Any]) -> bool:
        """Takes a reply of rows.watch, or rows.changed.

        Returns False if a row is `same`, but the window never had it. Then nothing is taken, and the
        watch must be opened again without `since`.
        """
        rows: List[Mapping[str, Any]] = []
        for row in message["rows"]:
            if row.get("same"):
                known = self._known.get(row["id"])
                if known is None:
                    return False
                row = {**known, **{name: value for name, value in row.items() if name != "same"}}
            rows.append(row)
        self._known = {row["id"]: row for row in rows}
        self.rows = Rows({**message, "rows": rows})
        return True


#: Parameters that choose the rows of a window, and those that choose its view. Those of one family go together.
_WINDOWS = (frozenset({"start", "count"}), frozenset({"top", "height"}), frozenset({"anchor", "height"}), frozenset({"ids"}))
_VIEWS = (frozenset({"view"}), frozenset({"environment"}))


class Subscription:
    """The parameters and the window of a watch. It outlives a connection."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = dict(parameters)
        self.window = Window()
        #: The number of the present connection; None between connections.
        self.number: Optional[int] = None

    @property
    def parameters(self) -> Dict[str, Any]:
        """The parameters of rows.watch. A watch with an anchor follows its first row, so the anchor changes."""
        rows = self.window.rows
        if "anchor" in self._parameters and rows is not None and "anchor" in rows.reply:
            return {**self._parameters, "anchor": rows.reply["anchor"]}
        return self._parameters

    def changed(self, changes: Mapping[str, Any]) -> Subscription:
        """A subscription with other parameters, and without rows."""
        kept = {name: value for name, value in self.parameters.items() if not _is_excluded(name, changes)}
        return Subscription({**kept, **changes})

    def move(self, changes: Mapping[str, Any]) -> None:
        """Changes the parameters of the window, and keeps its rows until others come."""
        self._parameters = self.changed(changes)._parameters

    def opening(self, *, is_resumed: bool) -> Dict[str, Any]:
        """The parameters of rows.watch. If it is resumed, only what changed in the meantime comes."""
        if is_resumed and self.window.rows is not None:
            return {**self.parameters, "since": self.window.rows.clock}
        return self.parameters


def _is_excluded(name: str, changes: Mapping[str, Any]) -> bool:
    """Whether a parameter has no family with those that change."""
    for families in (_WINDOWS, _VIEWS):
        given = frozenset(changes) & frozenset().union(*families)
        if given and any(name in family for family in families):
            return not any(given | {name} <= family for family in families)
    return False
