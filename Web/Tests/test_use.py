"""The use of the page: clicks, keys, menus, the selection."""

import json
import re

import pytest
from playwright.sync_api import expect
from programs import Gateway, request
from test_states import stopped


@pytest.fixture
def events(daemon):
    """The actions that a program hears."""
    with daemon.connect() as stream:
        request(stream, "rows.watch", {"session": "work", "count": 0, "events": True})

        def next_event():
            while True:
                message = json.loads(stream.readline())
                if message.get("method") == "action.invoked":
                    return message["params"]
        yield next_event


def row(page, text):
    return page.locator(".row", has_text=text).first


def cell(daemon, name):
    return daemon.call("cells.get", session="work", ids=[name])["cells"][0]


def active(page):
    """The element that a screen reader reads: a row or an element in it."""
    return page.locator("#" + page.locator("#list").get_attribute("aria-activedescendant"))


def test_a_click_on_an_action(daemon, events, open_page):
    page = open_page()
    row(page, "Lift 1").get_by_role("button", name="Accept").click()
    event = events()
    assert (event["id"], event["action"]) == ("WO-1", "accept")
    expect(page.locator("#message")).to_have_text("Accept: sent to 1 program.")
    row(page, "Lift 1").get_by_role("button", name="Follow").click()
    expect(row(page, "Lift 1").get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "true")
    assert events()["value"] is True


def test_a_click_on_a_row_opens_it(daemon, events, open_page):
    page = open_page(500)
    row(page, "Lift 1").click(position={"x": 100, "y": 12})
    assert events()["action"] == "open"
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Lift 1")
    dialog.get_by_role("button", name="Next").click()
    expect(dialog.get_by_role("button", name="Back")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert "unread" not in cell(daemon, "WO-1")


def test_the_context_menu(events, open_page):
    page = open_page()
    row(page, "Conveyor 2").click(button="right", position={"x": 200, "y": 20})
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem")).to_have_text(["Share", "Delete", "Snooze"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert events()["action"] == "delete"
    expect(menu).to_have_count(0)
    expect(page.locator("#list")).to_be_focused()


def test_actions_without_room_are_in_the_overflow_menu(events, open_page):
    page = open_page(query="?profile=ios")
    row(page, "Lift 1").get_by_role("button", name="more actions").click()
    page.get_by_role("menuitem", name="Accept").click()
    assert events()["action"] == "accept"


def test_the_selection(daemon, events, open_page):
    page = open_page()
    page.click("#edit")
    bar = page.get_by_role("toolbar", name="Selection")
    expect(bar).to_contain_text("0 selected")
    expect(bar.get_by_role("button", name="Archive")).to_be_disabled()
    row(page, "Lift 1").click(position={"x": 200, "y": 20})
    row(page, "Conveyor 2").get_by_role("checkbox").click()
    expect(bar).to_contain_text("2 selected")
    expect(row(page, "Lift 1")).to_have_attribute("aria-selected", "true")
    bar.get_by_role("button", name="Archive").click()
    assert events()["ids"] == ["WO-1", "WO-2"]
    bar.get_by_role("button", name="All").click()
    expect(bar).to_contain_text("200 selected")
    page.fill("#search", "boiler hamburg")
    expect(page.locator("#facts")).to_contain_text("of 200 rows")
    page.focus("#list")
    page.keyboard.press("Control+a")
    shown = page.locator("#found").text_content().split(" ")[0]
    assert 0 < int(shown) < 25
    expect(bar).to_contain_text(f"{shown} selected")
    page.fill("#search", "")
    daemon.call("selection.set", session="work", ids=["WO-3"])
    expect(bar).to_contain_text("1 selected")
    bar.get_by_role("button", name="None").click()
    expect(bar).to_contain_text("0 selected")


def test_a_list_without_a_selection(daemon, open_page):
    """Its rows are opened, also if the list before was being selected from."""
    daemon.call("session.configure", session="people", selection="none")
    page = open_page(query="?session=people&edit=1")
    row(page, "Ada").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.select_option("#session", "work")
    expect(page.locator('.row [data-slot="control"]').first).to_be_visible()


def beyond(page):
    """The buttons that are not wholly in the window."""
    return page.evaluate("""() => [...document.querySelectorAll("button")].filter((button) => button.checkVisibility())
      .filter((button) => button.getBoundingClientRect().right > innerWidth).map((button) => button.textContent)""")


def test_long_names_and_many_actions_in_a_narrow_window(daemon, browser):
    name = "n" * 200
    titles = ["Archive", "Assign to somebody else", "Postpone", "a" * 80]
    daemon.call("session.create", session=name)
    daemon.call("session.configure", session=name, selection="multiple",
                selectionActions=[{"id": f"a{number}", "title": title} for number, title in enumerate(titles)])
    daemon.call("cells.push", session=name, cells=[{"id": "1", "title": "One"}])
    gateway = Gateway(daemon, name, name)
    page = browser.new_page(viewport={"width": 320, "height": 480})
    page.goto(gateway.address.replace("#", "?edit=1#"))
    expect(page.get_by_role("button", name="Postpone")).to_be_visible()
    assert beyond(page) == []
    page.goto(gateway.origin + "/?session=other")
    # A name that is given twice is one list.
    expect(page.get_by_role("navigation").get_by_role("button")).to_have_text([name])
    assert beyond(page) == []
    page.close()
    gateway.stop()
    daemon.call("session.delete", session=name)


def test_the_keyboard(daemon, events, open_page):
    page = open_page()
    page.focus("#list")
    expect(active(page)).to_contain_text("Pump station 0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".row.active")).to_contain_text("Lift 1")
    page.keyboard.press("ArrowRight")
    expect(active(page)).to_have_attribute("aria-label", "Accept")
    page.keyboard.press("ArrowRight")
    expect(active(page)).to_have_attribute("aria-label", "Follow")
    page.keyboard.press("Enter")
    assert (events()["action"]) == "follow"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert (events()["action"]) == "accept"
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    expect(row(page, "Lift 1")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    expect(page.locator(".row.active")).to_contain_text("WO-199")
    expect(page.locator(".row.active")).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    expect(page.locator(".row.active")).to_contain_text("WO-0")
    page.keyboard.press("ContextMenu")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Pump station 0")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("boiler")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#list")).to_be_focused()
    expect(page.locator("#facts")).to_contain_text("25 of 200 rows")
    page.keyboard.press("Home")
    expect(page.locator(".row.active")).to_contain_text("Boiler 4")


def test_keys_that_come_faster_than_rows(daemon, open_page):
    page = open_page()

    def press(*keys):
        with stopped(daemon):
            for key in keys:
                page.keyboard.press(key)

    press("End", *["ArrowUp"] * 5)
    expect(page.locator(".row.active")).to_contain_text("WO-194")
    press("Home", "End", "Home", "ArrowDown")
    expect(page.locator(".row.active")).to_contain_text("WO-1 ")
    press(*["PageDown"] * 3, *["PageUp"] * 2)
    press(*["PageDown"] * 30, "ArrowUp")
    expect(page.locator(".row.active")).to_contain_text("WO-198")
    # What operates a row waits for it.
    press("Home", "Enter")
    expect(page.get_by_role("dialog")).to_contain_text("WO-0")


def test_keys_work_after_loading(open_page):
    page = open_page()
    expect(page.locator("#list")).to_be_focused()
    expect(active(page)).to_contain_text("Pump station 0")
    page.keyboard.press("ArrowDown")
    expect(active(page)).to_contain_text("Lift 1")
    page.reload()
    page.keyboard.press("End")
    page.wait_for_selector(".row")
    page.keyboard.press("End")
    expect(page.locator(".row.active")).to_contain_text("WO-199")
    # Without a focus, too.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()


def test_the_skip_link(open_page):
    page = open_page()
    skip = page.get_by_role("link", name="Skip to the list")
    # It comes first, and is seen as long as it has the focus.
    assert page.evaluate("document.querySelector('a, button, input, select, [tabindex]').id") == "skip"
    assert skip.evaluate("link => link.offsetWidth") == 1
    skip.focus()
    assert skip.evaluate("link => link.offsetWidth") > 60
    address = page.url
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_be_focused()
    assert page.url == address


def test_groups_by_keyboard(open_page):
    page = open_page(query="?group=data/plant")
    page.focus("#list")
    page.keyboard.press("Home")
    section = page.locator(".row.active")
    page.keyboard.press("ArrowLeft")
    expect(section).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row.active")).to_contain_text("Hamburg")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(section).to_have_attribute("aria-expanded", "true")


def test_names_for_screen_readers(open_page):
    page = open_page()
    grid = page.get_by_role("grid", name="work")
    assert grid.get_attribute("aria-rowcount") == "200"
    first = page.get_by_role("row").first
    assert first.get_attribute("aria-rowindex") == "1"
    label = first.get_by_role("gridcell").get_attribute("aria-label")
    assert re.search("Pump station 0.*WO-0", label)
    for control in page.locator("button:visible, select:visible, input:visible").all():
        assert control.evaluate("item => item.ariaLabel || item.labels?.length || item.textContent.trim()")


def test_a_cell_is_only_text(daemon, open_page):
    page = open_page()
    text = '<img src=x onerror="document.title=1"><script>document.title = 2</script>'
    daemon.call("cells.push", session="work", position="start", cells=[{"id": text, "title": text, "href": "javascript:alert(1)"}])
    expect(page.locator('.row [data-slot="title"]').first).to_contain_text("<img")
    assert page.locator(".row img, .row script, .row a").count() == 0
    assert page.title() == "work · celld"


def test_the_cursor_keeps_its_place_when_its_row_goes(daemon, open_page):
    page = open_page()
    page.locator("#list").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    before = page.locator(".row.active").get_attribute("id")
    cells = daemon.call("cells.get", session="work")["cells"]
    new = [{"id": f"new{number}", "title": f"New {number}"} for number in range(3)]
    daemon.call("cells.replace", session="work", cells=new + cells[:3] + cells[4:])
    expect(page.locator(f"#{before}")).to_have_count(0)
    expect(page.locator(".row.active")).to_contain_text(cells[4]["title"])
    page.keyboard.press("ArrowUp")
    expect(page.locator(".row.active")).to_contain_text(cells[2]["title"])
    # The rows before it, if none after it is left.
    daemon.call("cells.replace", session="work", cells=new + cells[:2])
    expect(page.locator(".row.active")).to_contain_text(cells[1]["title"])


def test_the_window_keeps_its_place_when_its_first_row_goes(daemon, open_page):
    page = open_page()
    page.locator("#list").evaluate("list => { list.scrollTop = 3000; }")
    cells = daemon.call("cells.get", session="work")["cells"]
    top = "list => { const { top } = list.getBoundingClientRect();" \
        " const rows = [...list.querySelectorAll('.row')].map((row) => [row.getBoundingClientRect().top - top, row]);" \
        " return rows.filter(([y, row]) => y + row.offsetHeight > 1).sort((a, b) => a[0] - b[0])[0][1].textContent; }"

    def first():
        text = page.locator("#list").evaluate(top)
        return next((number for number, cell in enumerate(cells) if cell["title"] in text), None)

    page.wait_for_timeout(300)
    number = first()
    assert number is not None and number > 5
    new = [{"id": f"new{number}", "title": f"New {number}"} for number in range(30)]
    daemon.call("cells.replace", session="work", cells=new + cells[5:number] + cells[number + 1:])
    for _ in range(100):
        if first() == number + 1:
            break
        page.wait_for_timeout(50)
    assert first() == number + 1
