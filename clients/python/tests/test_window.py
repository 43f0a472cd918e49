"""Rows and windows."""

from __future__ import annotations

from typing import Any, Dict

from celld.window import Rows, Subscription, Window


def message(*rows: Dict[str, Any], **members: Any) -> Dict[str, Any]:
    return {"session": "jobs", "view": None, "clock": "c", "revision": 1, "count": len(rows), "rows": list(rows), **members}


def test_the_same_rows_keep_their_content_and_move() -> None:
    window = Window()
    assert window.apply(message({"id": "a", "index": 0, "y": 0, "height": 1, "lines": ["A"]},
                                {"id": "b", "index": 1, "y": 1, "height": 1, "lines": ["B"], "unread": True}))
    assert window.apply(message({"id": "b", "index": 0, "y": 0, "height": 1, "same": True}))
    assert window.rows is not None
    assert list(window.rows) == [{"id": "b", "index": 0, "y": 0, "height": 1, "lines": ["B"], "unread": True}]


def test_a_row_that_the_window_never_had_is_refused() -> None:
    window = Window()
    assert window.apply(message({"id": "a", "index": 0, "y": 0, "height": 1, "lines": ["A"]}))
    before = window.rows
    assert not window.apply(message({"id": "z", "index": 0, "y": 0, "height": 1, "same": True}))
    assert window.rows is before


def test_a_row_that_left_the_window_is_forgotten() -> None:
    window = Window()
    row = {"id": "a", "index": 0, "y": 0, "height": 1, "lines": ["A"]}
    assert window.apply(message(row))
    assert window.apply(message())
    assert not window.apply(message({"id": "a", "index": 0, "y": 0, "height": 1, "same": True}))


def test_parameters_of_one_family_exclude_the_others() -> None:
    first = Subscription({"session": "jobs", "view": "phone", "start": 5, "count": 10})
    second = first.changed({"top": 3, "environment": {"width": 20}})
    assert second.parameters == {"session": "jobs", "top": 3, "environment": {"width": 20}}
    assert second.changed({"height": 9}).parameters["top"] == 3
    assert first.changed({"start": 6}).parameters["count"] == 10
    anchored = second.changed({"height": 9}).changed({"anchor": {"id": "a"}})
    assert anchored.parameters == {"session": "jobs", "anchor": {"id": "a"}, "height": 9, "environment": {"width": 20}}
    assert anchored.changed({"ids": ["b"]}).parameters == {"session": "jobs", "ids": ["b"], "environment": {"width": 20}}


def test_a_subscription_with_an_anchor_follows_its_first_row() -> None:
    subscription = Subscription({"session": "jobs", "anchor": {"id": "a"}, "height": 2})
    subscription.window.apply(message(anchor={"id": "b", "offset": 0, "index": 1}))
    assert subscription.parameters["anchor"] == {"id": "b", "offset": 0, "index": 1}
    subscription.move({"top": 4})
    assert subscription.opening(is_resumed=True) == {"session": "jobs", "top": 4, "height": 2, "since": "c"}


def test_only_a_resumed_subscription_names_its_clock() -> None:
    subscription = Subscription({"session": "jobs"})
    assert subscription.opening(is_resumed=True) == {"session": "jobs"}
    subscription.window.apply(message())
    assert subscription.opening(is_resumed=True) == {"session": "jobs", "since": "c"}
    assert subscription.opening(is_resumed=False) == {"session": "jobs"}


def test_rows_are_a_sequence_with_the_members_of_the_reply() -> None:
    rows = Rows(message({"id": "a", "lines": ["A", "B"]}, {"id": "b", "lines": ["C"]}, count=9))
    assert (len(rows), rows.count, rows[1]["id"], rows.missing, rows.next) == (2, 9, "b", [], None)
    assert rows.lines == ["A", "B", "C"]
    assert str(rows) == "A\nB\nC"
    assert repr(rows) == "<Rows of jobs: 2 of 9, revision 1>"


def test_spans_become_text() -> None:
    spans = [{"text": "A", "x": 2, "width": 1}, {"text": "日", "x": 5, "width": 2}, {"text": "B", "x": 7, "width": 1}]
    assert str(Rows(message({"id": "a", "lines": [spans]}))) == "  A  日B"


def test_html_has_pictures_as_they_are_and_texts_escaped() -> None:
    assert "<li>x</li>" in Rows(message({"id": "a", "picture": "<li>x</li>"}))._repr_html_()
    assert Rows(message({"id": "a", "lines": ["<b>"]}))._repr_html_() == "<pre>&lt;b&gt;</pre>"
    ansi = "\x1b]8;;https://example.com/\x1b\\\x1b[1mA\x1b[0m\x1b]8;;\x1b\\"
    assert Rows(message({"id": "a", "lines": [ansi]}))._repr_html_() == "<pre>A</pre>"
