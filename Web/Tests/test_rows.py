"""The content of the page: rows for its width, changes, parts of the list, and very long lists."""

import re

from playwright.sync_api import expect
from programs import wait_until, work_orders


def facts(page):
    return page.locator("#facts")


def title(page, row=0):
    """The drawn title of a row."""
    return page.locator('.row [data-slot="title"]').nth(row)


def top_row(page):
    """The label of the first visible row, and its distance from the upper edge."""
    return page.evaluate("""() => {
      const edge = document.getElementById("list").getBoundingClientRect().top;
      for (const row of document.querySelectorAll(".row")) {
        const box = row.getBoundingClientRect();
        if (box.bottom > edge + 1) return [row.textContent, Math.round(box.top - edge)];
      }
    }""")


def scroll_to(page, top):
    page.evaluate("top => { document.getElementById('list').scrollTop = top }", top)


def test_rows_are_text(open_page):
    page = open_page()
    assert "Pump station 0" in page.locator("#rows").inner_text()
    assert page.locator("svg text").first.evaluate("text => text.getComputedTextLength()") > 0


def test_resize(open_page):
    page = open_page(1000)
    expect(facts(page)).to_contain_text("200 rows · expanded · 1000 pt")
    wide = page.locator(".row").first.inner_text()
    for width in range(960, 380, -40):
        page.set_viewport_size({"width": width, "height": 700})
    expect(facts(page)).to_contain_text("compact · 400 pt")
    assert page.locator(".row svg").first.get_attribute("width") == "400"
    assert page.locator(".row").first.inner_text() != wide
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_the_first_row_keeps_its_place_during_a_resize(open_page):
    page = open_page(1000)
    scroll_to(page, 4000)
    row, _ = wait_until(lambda: top_row(page), "no row")
    number = re.search(r"WO-\d+", row)[0]
    page.set_viewport_size({"width": 500, "height": 700})
    expect(facts(page)).to_contain_text("500 pt")
    assert number in top_row(page)[0]


def test_two_windows_of_different_width(open_page):
    narrow, wide = open_page(420), open_page(1100)
    expect(facts(narrow)).to_contain_text("compact · 420 pt")
    expect(facts(wide)).to_contain_text("expanded · 1100 pt")


def test_a_push_from_outside(daemon, open_page):
    pages = [open_page(420), open_page(1100)]
    daemon.call("cells.push", session="work", position="start", cells=[{"id": "new", "title": "Brand-new order"}])
    for page in pages:
        expect(title(page)).to_have_text(re.compile("Brand-new"))
        expect(facts(page)).to_contain_text("201 rows")
    daemon.call("cells.patch", session="work", patches=[{"id": "new", "patch": {"title": "Changed order"}}])
    for page in pages:
        expect(title(page)).to_have_text(re.compile("Changed"))


def test_rows_above_do_not_move_the_window(daemon, open_page):
    page = open_page()
    scroll_to(page, 3000)
    before = wait_until(lambda: top_row(page), "no row")
    daemon.call("cells.push", session="work", position="start",
                cells=[{"id": f"above {number}", "title": "Above"} for number in range(30)])
    expect(facts(page)).to_contain_text("230 rows")
    wait_until(lambda: top_row(page) == before, "the window has moved")


def test_profile_class_theme_and_text_size(open_page):
    page = open_page()
    picture = page.locator(".row svg").first
    assert "Roboto" in picture.get_attribute("font-family")
    page.select_option('[name="profile"]', "ios")
    expect(picture).to_have_attribute("font-family", re.compile("Inter"))
    page.select_option('[name="widthClass"]', "compact")
    expect(facts(page)).to_contain_text("compact · 1200 pt")
    height = float(picture.get_attribute("height"))
    page.select_option('[name="textScale"]', "2")
    page.wait_for_function("height => document.querySelector('.row svg').height.baseVal.value > height", arg=height)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.select_option('[name="theme"]', "dark")
    page.wait_for_function("light => getComputedStyle(document.body).backgroundColor !== light", arg=light)
    page.reload()
    page.wait_for_selector(".row")
    assert page.locator('[name="profile"]').input_value() == "ios"
    page.click("#reset")
    expect(facts(page)).to_contain_text("expanded")


def test_the_theme_follows_the_system(open_page):
    page = open_page(color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"dark => {background} !== dark", arg=dark)


def test_search_filter_sort_and_groups(open_page):
    page = open_page()
    page.fill("#search", "pump station")
    expect(facts(page)).to_contain_text("25 of 200 rows")
    expect(page.locator("#found")).to_have_text("25 of 200 rows")
    page.fill("#search", "no such thing")
    expect(page.locator("#empty")).to_contain_text("No rows match")
    page.fill("#search", "")
    expect(facts(page)).to_contain_text("200 rows")
    page.select_option('[name="state"]', "negative")
    expect(page.locator('.row [data-slot="status"]').first).to_have_text("High")
    page.select_option('[name="state"]', "")
    page.select_option('[name="sort"]', "-title")
    expect(title(page)).to_have_text(re.compile("Valve 198"))
    page.select_option('[name="group"]', "data/plant")
    section = page.locator(".row", has_text="Berlin").first
    expect(section).to_have_attribute("aria-expanded", "true")
    section.click()
    expect(section).to_have_attribute("aria-expanded", "false")
    expect(title(page, 1)).to_have_text("Hamburg")
    section.click()
    expect(section).to_have_attribute("aria-expanded", "true")


def test_searches_that_are_too_long(open_page):
    page = open_page()
    # The 64th unit is half a character.
    page.fill("#search", "a" + "😀" * 40)
    expect(facts(page)).to_contain_text("0 of 200 rows")
    page.fill("#search", "boiler")
    expect(facts(page)).to_contain_text("25 of 200 rows")
    # The address has the search. One that is pasted can still be loaded again.
    page.fill("#search", "")
    page.focus("#search")
    page.keyboard.insert_text("é" * 100_000)
    expect(facts(page)).to_contain_text("0 of 200 rows")
    page.reload()
    expect(facts(page)).to_contain_text("0 of 200 rows")


def test_only_fields_that_the_daemon_knows_are_offered(daemon, open_page):
    daemon.call("cells.replace", session="people", cells=[{"id": "a", "title": "A", "data": {"": 1, "a/b": 2, "c~d": "e", "%": True}}])
    page = open_page(query="?session=people")
    for name in ("group", "sort"):
        for value in page.eval_on_selector_all(f"[name={name}] option", "options => options.map(({ value }) => value)"):
            page.select_option(f"[name={name}]", value)
            expect(facts(page)).to_contain_text("2 rows" if name == "group" and value else "1 row ")
            expect(page.get_by_role("alert")).to_be_hidden()
        page.click("#reset")


def marked(page):
    """The texts that are marked as hits, each once."""
    return page.evaluate("() => [...new Set([...CSS.highlights.get('hit')].map(String))].sort()")


def test_hits_are_marked(daemon, open_page):
    daemon.call("cells.push", session="work", position="start", cells=[
        {"id": "1", "title": "Die Pumpe in KÖLN", "subtitle": "I\u0307zmir, ﬁne Kolnische", "image": "KO", "data": {"a": {"b": "köln"}}}])
    page = open_page()
    page.fill("#search", "koln PUMP")
    expect(facts(page)).to_contain_text("1 of 201 rows")
    wait_until(lambda: marked(page) == ["Koln", "KÖLN", "Pump"], "other hits")
    page.fill("#search", "berlin")
    expect(facts(page)).not_to_contain_text("1 of 201")
    # Rows are there for a word in their data.
    wait_until(lambda: marked(page) == [], "words are marked that no row shows")
    page.fill("#search", "station")
    wait_until(lambda: marked(page) == ["station"], "no hits")
    scroll_to(page, 500)
    wait_until(lambda: marked(page) == ["station"], "no hits after scrolling")
    page.fill("#search", "")
    wait_until(lambda: marked(page) == [], "words are still marked")


def test_other_sessions_of_the_command_line(open_page):
    page = open_page()
    page.keyboard.press("End")
    page.select_option("#session", "people")
    expect(title(page)).to_have_text("Ada Lovelace")
    page.focus("#list")
    expect(page.locator(".row.active")).to_contain_text("Ada Lovelace")
    assert page.title() == "people · celld"


def test_a_restart_of_the_daemon(daemon, open_page):
    page = open_page()
    daemon.stop()
    expect(page.locator("#notice")).to_contain_text("The daemon is away since")
    assert page.locator(".row").count() > 5
    daemon.start()
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator("#message")).to_contain_text("The connection came back at")
    daemon.call("cells.push", session="work", position="start", cells=[{"id": "new", "title": "After the restart"}])
    expect(title(page)).to_have_text(re.compile("After the"))


def test_a_hundred_thousand_rows(daemon, open_page):
    daemon.replace("huge", list(work_orders(100_000)))
    page = open_page(query="?session=huge")
    expect(facts(page)).to_contain_text("100,000 rows")
    page.locator("#list").hover()
    for _ in range(30):
        page.mouse.wheel(0, 400)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    wait_until(lambda: top_row(page), "no rows after the wheel")
    middle = page.evaluate("document.getElementById('list').scrollHeight / 2")
    scroll_to(page, middle)
    page.wait_for_function("""() => {
      const list = document.getElementById("list").getBoundingClientRect();
      return document.elementFromPoint(list.x + 200, list.y + 200)?.closest(".row");
    }""")
    assert 5 < page.locator(".row").count() < 100
    index = int(page.locator(".row").first.get_attribute("aria-rowindex"))
    assert 30_000 < index < 70_000
    page.set_viewport_size({"width": 600, "height": 700})
    expect(facts(page)).to_contain_text("600 pt")
    page.focus("#list")
    page.keyboard.press("End")
    expect(page.locator(".row.active")).to_contain_text("WO-99999")
    page.keyboard.press("Home")
    expect(page.locator(".row.active")).to_contain_text("WO-0")


def test_a_list_that_is_higher_than_an_element_can_be(gateway, browser):
    """The scroll bar then has fewer positions than the list. The limit is lowered for the test."""
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    page = context.new_page()

    def lower(route):
        body = route.fetch().text()
        assert "MAX_HEIGHT = 15_000_000" in body
        route.fulfill(body=body.replace("MAX_HEIGHT = 15_000_000", "MAX_HEIGHT = 8_000"), content_type="text/javascript")

    page.route("**/viewport.js", lower)
    page.goto(gateway.address)
    page.wait_for_selector(".row")
    assert page.evaluate("document.getElementById('list').scrollHeight") == 8000
    page.locator("#list").hover()
    seen = set()
    while "WO-199" not in seen:
        page.mouse.wheel(0, 300)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        wait_until(lambda: top_row(page), "no rows after the wheel")
        seen |= set(re.findall(r"WO-\d+", page.locator("#rows").text_content()))
    # Nothing was left out on the way.
    assert len(seen) == 200
    page.focus("#list")
    page.keyboard.press("Home")
    expect(page.locator(".row.active")).to_contain_text("WO-0")
    page.keyboard.press("End")
    expect(page.locator(".row.active")).to_contain_text("WO-199")
    expect(page.locator(".row.active")).to_be_in_viewport()
    context.close()


def test_frames_while_scrolling(daemon, open_page):
    daemon.replace("huge", list(work_orders(100_000)))
    page = open_page(query="?session=huge")
    frames = page.evaluate("""async () => {
      const list = document.getElementById("list"), times = [];
      let empty = 0, last = performance.now();
      for (let frame = 0; frame < 120; frame++) {
        list.scrollTop += 60;
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
        const { x, y } = list.getBoundingClientRect();
        if (!document.elementFromPoint(x + 200, y + 200)?.closest(".row")) empty++;
      }
      times.sort((first, second) => first - second);
      return { median: times[60], slowest: times.at(-1), empty };
    }""")
    print(f"frames while scrolling 100,000 rows: median {frames['median']:.1f} ms, slowest {frames['slowest']:.1f} ms")
    # Another program may take the processors for a moment.
    assert frames["empty"] < 30
    assert frames["median"] < 100
