"""The dialog of a cell: its header, its actions, its members, and its data as a tree."""

import re

import pytest
from playwright.sync_api import expect

CELL = {
    "id": "K-1", "title": "Kompressor Süd", "subtitle": "Halle 4", "footnote": "zuletzt geprüft am Montag", "number": 12,
    "description": "Läuft seit Mai ohne Störung.", "unread": True, "rating": {"value": 3.5, "max": 5, "count": 1200},
    "status": [{"text": "Hoch", "state": "negative"}, {"text": "Neu"}], "tags": ["Druck", "Luft"], "href": "https://example.org/k",
    "image": {"initials": "KS", "shape": "circle"},
    "actions": [{"id": "start", "title": "Start"}, {"id": "watch", "title": "Watch", "kind": "toggle"},
                {"id": "off", "title": "Off", "enabled": False}],
    "menu": [{"id": "erase", "title": "Erase", "role": "destructive"}, "start"], "swipe": {"trailing": ["start", "later"]},
    "data": {"serial": "X/9", "limits": {"low": 1, "high": [10, {"unit": "bar"}]}, "none": None, "ok": False, "list": []},
}


@pytest.fixture
def dialog(daemon, open_page):
    """Opens the dialog of a cell, and returns it with its page."""
    def open_dialog(cell, width=700):
        if cell:
            daemon.call("cells.replace", session="people", cells=[cell])
        page = open_page(width, query="?session=people")
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        return page, dialog
    return open_dialog


def members(dialog):
    """The members by their terms."""
    return dialog.locator(".members").evaluate("""list => {
      const found = {};
      let term;
      for (const item of list.children) {
        if (item.localName === "dt") found[term = item.textContent] = [];
        else found[term].push(item.textContent);
      }
      return found;
    }""")


def test_all_members_are_there_as_people_read_them(dialog):
    _, shown = dialog(CELL)
    found = members(shown)
    assert found["Title"] == ["Kompressor Süd"]
    assert found["Status"] == ["Hoch (negative)", "Neu"]
    assert found["Rating"] == ["3.5 of 5 (1,200)"]
    assert found["Tags"] == ["Druck", "Luft"]
    assert found["Image"] == ["KS (circle)"]
    assert found["Actions"] == ["Start", "Watch (toggle)", "Off (disabled)"]
    assert found["Menu"] == ["Erase (destructive)", "start"]
    assert found["Swipe"] == ["Trailing: start, later"]
    assert found["Number"] == ["12"]
    assert not set(found) & {"data", "Data"}
    # Who opens a cell has read it.
    assert set(CELL) - {"data", "unread"} == {re.sub("Link", "href", term).lower() for term in found} - {"selected"}
    expect(shown.locator(".members a")).to_have_attribute("href", "https://example.org/k")


def test_the_tree_by_keyboard(dialog):
    page, shown = dialog(CELL)
    tree = shown.get_by_role("tree", name="Data")
    item = tree.get_by_role("treeitem")
    expect(item).to_have_count(5)
    item.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    limits = item.nth(1)
    expect(limits).to_have_attribute("aria-expanded", "true")
    expect(item).to_have_count(7)
    page.keyboard.press("ArrowRight")
    expect(item.nth(2)).to_be_focused()
    assert item.nth(2).get_attribute("aria-label") == "low: 1"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(item).to_have_count(9)
    page.keyboard.press("End")
    expect(item.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(item).to_have_count(5)
    page.keyboard.press("*")
    assert item.count() > 5
    # One item has the focus, and Tab leaves the tree.
    assert tree.locator('[tabindex="0"]').count() == 1
    page.keyboard.press("Tab")
    expect(shown.locator(".buttons button:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#list")).to_be_focused()


def test_large_and_deep_data(dialog):
    deep = "the end"
    for level in range(40):
        deep = {f"level {level}": deep}
    page, shown = dialog({"id": "1", "title": "Large", "data": {"deep": deep, "many": list(range(5000)), "text": "x" * 50_000}})
    tree = shown.get_by_role("tree")
    item = tree.get_by_role("treeitem")
    expect(item).to_have_count(3)
    tree.get_by_role("treeitem", name="many: 5,000 items").click()
    expect(item).to_have_count(3 + 101)
    tree.get_by_role("treeitem", name="4,900 more").click()
    expect(item).to_have_count(3 + 201)
    assert len(tree.get_by_role("treeitem", name="text: x").inner_text()) < 11_000
    item.first.focus()
    for _ in range(41):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
    expect(tree).to_contain_text("the end")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.locator(".content").evaluate("item => item.scrollWidth <= item.clientWidth")


@pytest.mark.parametrize("data, text", [(7.25, "7.25"), ("only a text", "only a text"), ([], "(no items)")])
def test_data_without_entries_is_no_tree(dialog, data, text):
    _, shown = dialog({"id": "1", "title": "One", "data": data})
    expect(shown).to_contain_text(text)
    assert shown.get_by_role("treeitem").count() == 0


def test_numbers_keep_their_digits(daemon, dialog):
    with daemon.connect() as stream:
        # As text, since Python writes numbers in its own way, too.
        print('{"id":1,"method":"cells.replace","params":{"session":"people","cells":[{"id":"1","title":"One","data":'
              '{"order":12345678901234567890,"weight":1.10,"tiny":1E-9,"plain":5}}]}}', file=stream, flush=True)
        stream.readline()
        page, shown = dialog(None)
    items = shown.get_by_role("treeitem")
    expect(items).to_have_text(["order12345678901234567890", "weight1.10", "tiny1E-9", "plain5"])
    # They are numbers to sort by.
    assert page.locator('[name="sort"] option', has_text="Weight").count() == 2


def test_a_cell_without_data_and_actions(dialog):
    _, shown = dialog({"id": "1", "title": "Bare"})
    expect(shown.get_by_role("heading", name="Data")).to_be_hidden()
    expect(shown.get_by_role("group", name="Actions")).to_be_hidden()


def test_the_actions(daemon, dialog):
    page, shown = dialog(CELL)
    bar = shown.get_by_role("group", name="Actions")
    expect(bar.get_by_role("button")).to_have_text(["Start", "Watch", "Off", "Erase", "later"])
    expect(bar.get_by_role("button", name="Off")).to_be_disabled()
    watch = bar.get_by_role("button", name="Watch")
    expect(watch).to_have_attribute("aria-pressed", "false")
    watch.click()
    expect(watch).to_have_attribute("aria-pressed", "true")
    expect(watch).to_be_focused()
    expect(shown.get_by_role("status")).to_contain_text("Watch: no program listens")
    assert daemon.call("cells.get", session="people")["cells"][0]["actions"][1]["on"] is True


def test_the_dialog_follows_its_cell(daemon, dialog):
    _, shown = dialog(CELL)
    tree = shown.get_by_role("tree")
    tree.get_by_role("treeitem", name="limits").click()
    changed = CELL["data"] | {"serial": "Y/10"}
    daemon.call("cells.patch", session="people", patches=[{"id": "K-1", "patch": {"data": changed, "subtitle": "Halle 5"}}])
    expect(tree.get_by_role("treeitem").first).to_have_attribute("aria-label", "serial: Y/10")
    expect(shown.locator(".members")).to_contain_text("Halle 5")
    expect(shown.locator(".header")).to_contain_text("Halle 5")
    # What was open stays open, and keeps the focus.
    expect(tree.get_by_role("treeitem", name="low: 1")).to_be_visible()
    expect(tree.get_by_role("treeitem", name="limits")).to_be_focused()


def test_a_cell_that_is_removed(daemon, dialog):
    _, shown = dialog(CELL)
    daemon.call("cells.remove", session="people", all=True)
    expect(shown.get_by_role("status")).to_have_text("This cell was removed from the list.")
    for button in shown.get_by_role("group", name="Actions").get_by_role("button").all():
        expect(button).to_be_disabled()
    expect(shown.locator(".members")).to_contain_text("Kompressor")
    daemon.call("cells.push", session="people", cells=[CELL])
    expect(shown.get_by_role("status")).to_have_text("")
    expect(shown.get_by_role("button", name="Start")).to_be_enabled()


def test_a_list_that_is_deleted(daemon, dialog):
    _, shown = dialog(CELL)
    daemon.call("session.delete", session="people")
    expect(shown.get_by_role("status")).to_have_text("The list was deleted.")
    for button in shown.get_by_role("group", name="Actions").get_by_role("button").all():
        expect(button).to_be_disabled()
    daemon.call("session.create", session="people")
    daemon.call("cells.push", session="people", cells=[CELL])
    expect(shown.get_by_role("button", name="Start")).to_be_enabled()
