"""Texts of cells that look like something else make no elements, handlers or requests, wherever the page shows them."""

import json

import pytest
from playwright.sync_api import expect
from programs import SECONDS, Gateway

expect.set_options(timeout=1000 * SECONDS)

TEXTS = [
    "<b id=hostile>bold</b>",
    "<img src=http://hostile.example/i.png onerror=window.hostile=1>",
    "<script>window.hostile = 2</script>",
    "</title></svg></div><iframe src=http://hostile.example/></iframe>",
    "<svg><animate onbegin=window.hostile=3 attributeName=x dur=1s /></svg>",
    "<svg><foreignObject><input autofocus onfocus=window.hostile=4></foreignObject></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=window.hostile=5>",
    "\" onmouseover=\"window.hostile=6\" x=\"",
    "' style='background:url(http://hostile.example/s)' '",
    "--></textarea></noscript><object data=http://hostile.example/o>",
    "]]></text><image href=\"http://hostile.example/r.png\"/>",
    "&lt;b&gt;&#60;i&#62;&amp;amp;&NewLine;<details open ontoggle=window.hostile=7>",
    "javascript:window.hostile=8",
    "JaVaScRiPt\t:window.hostile=9//",
    "data:text/html,<script>opener.hostile=10</script>",
    "vbscript:msgbox(1)",
    "blob:http://hostile.example/1",
    "//hostile.example/path",
    "\\\\hostile.example\\path",
    "/events?hostile",
    "${window.hostile=11}{{constructor.constructor('window.hostile=12')()}}",
    "__proto__",
    "url(http://hostile.example/c);} body{display:none",
    "\u202egnp.exe\u202c \u2066isolated\u2069 \u200f\u061c",
    "nothing\ufeff\u200b\u00adseen\ufffd\ufffe",
    "line\u2028separator\u2029<b>\u0085</b>",
    "e" + "\u0301" * 300,
    "<a href=http://hostile.example/>" * 400,
    "\U000e0001\U000e0041\U0001f600<base href=http://hostile.example/>",
]

#: Elements and attributes that no text may make; data: pictures of icons and initials are no elements of these kinds.
FINDINGS = """() => {
  const names = new Set(["script", "iframe", "object", "embed", "form", "base", "meta", "link", "style", "foreignobject", "animate",
    "set", "input", "textarea", "img", "video", "audio", "math", "b", "i", "details", "font"]);
  const found = [];
  for (const root of [document.getElementById("rows"), document.getElementById("detail"), document.getElementById("others"),
    document.getElementById("notice"), document.querySelector(".menu"), document.querySelector("h1")]) {
    for (const element of root?.querySelectorAll("*") ?? []) {
      if (names.has(element.localName.toLowerCase())) found.push(element.localName);
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || (/href|src|action/.test(name) && !name.startsWith("data-") && !/^(#|https:\\/\\/|mailto:)/.test(value)))
          found.push(`${name}=${value}`);
        if (name === "style" && value.includes("hostile")) found.push(`style=${value}`);
      }
    }
  }
  if (document.getElementById("hostile")) found.push("an id");
  if (window.hostile !== undefined || Object.prototype.hostile !== undefined) found.push(`ran ${window.hostile}`);
  return found;
}"""


def cell(number, text):
    """A cell with the text in each member that has one."""
    status = {"text": text, "label": text, "icon": {"text": text, "label": text}}
    actions = [{"id": "a", "title": text, "icon": {"name": text, "label": text}},
               {"id": "b", "title": text, "kind": "toggle", "titleOn": text, "on": True}]
    return {
        "id": f"c{number}", "title": text, "subtitle": text, "footnote": text, "caption": text, "description": text, "preview": text,
        "number": text, "icons": [{"name": text, "label": text}, {"text": text}], "href": text,
        "image": {"initials": text, "source": text, "label": text}, "avatars": [{"initials": text, "label": text, "source": text}],
        "status": [status, text], "info": status, "tags": [text, text], "actions": actions,
        "swipe": {"trailing": [{"id": "t", "title": text}]}, "menu": [{"id": "m", "title": text}],
        "header": {"tags": [text], "footnotes": [text, text], "description": text,
                   "chart": {"title": text, "subtitle": text, "kpi": text, "trend": status, "minimum": text, "maximum": text,
                             "values": [1, 2]}},
        "data": {text: text, "list": [text, {text: {text: text}}]},
    }


@pytest.fixture
def hostile(daemon, browser):
    """A page of a list of hostile texts, whose name is one, too. Fails if it asks another server."""
    name = TEXTS[1]
    daemon.call("session.create", session=name, ifAbsent=True, selection="multiple",
                selectionActions=[{"id": "s", "title": TEXTS[0]}])
    daemon.call("cells.replace", session=name, cells=[cell(number, text) for number, text in enumerate(TEXTS)])
    gateway = Gateway(daemon, name, "people")
    contexts, requests, errors = [], [], []

    def open_page(query="", **options):
        context = browser.new_context(**options)
        context.set_default_timeout(1000 * SECONDS)
        contexts.append(context)
        context.on("request", lambda request: requests.append(request.url))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(gateway.address)
        if query:
            page.goto(f"{gateway.origin}/?{query}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    gateway.stop()
    daemon.call("session.delete", session=name)
    assert [url for url in requests if not url.startswith((gateway.origin, "data:"))] == []
    assert errors == []


@pytest.mark.parametrize("query, width", [("", 1280), ("profile=ios&edit=1", 700), ("profile=swiftui&textScale=2", 360)])
def test_rows(hostile, query, width):
    page = hostile(query, viewport={"width": width, "height": 20_000})
    expect(page.locator(".row")).to_have_count(len(TEXTS))
    assert page.evaluate(FINDINGS) == []
    assert page.evaluate("document.title") == f"{TEXTS[1]} · celld"


def test_the_control(hostile):
    """What the tests look for would be found."""
    page = hostile()
    page.wait_for_selector(".row")
    for text in ["<b></b>", "<u id=hostile></u>", "<form></form>", "<svg><a href='/events'></a></svg>", "<math></math>"]:
        page.evaluate("text => document.getElementById('rows').insertAdjacentHTML('beforeend', text)", text)
        assert page.evaluate(FINDINGS) != [], text
        page.evaluate("document.getElementById('rows').lastElementChild.remove()")
    assert page.evaluate(FINDINGS) == []


@pytest.mark.parametrize("width", [900, 400])
def test_dialogs_trees_and_menus(hostile, width):
    page = hostile(viewport={"width": width, "height": 800})
    page.wait_for_selector(".row")
    dialog, menu = page.get_by_role("dialog"), page.get_by_role("menu")
    for number, text in enumerate(TEXTS):
        page.keyboard.press("ContextMenu")
        expect(menu).to_be_visible()
        assert page.evaluate(FINDINGS) == []
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        expect(dialog).to_be_visible()
        items = dialog.get_by_role("treeitem")
        items.first.focus()
        for key in ["*", "ArrowDown", "*", "ArrowDown", "*", "ArrowDown", "ArrowRight", "*"]:
            page.keyboard.press(key)
        assert page.evaluate(FINDINGS) == []
        # The texts are there as they came.
        expect(dialog.locator(".members dd").first).to_have_text(f"c{number}")
        title = dialog.locator(".members dd").nth(1).text_content()
        assert title == text or title.startswith(text[:1000])
        assert text in dialog.locator(".tree").text_content() or len(text) > 10_000
        assert page.evaluate("() => [...document.querySelectorAll('#detail .members a')].map((link) => link.protocol)") == []
        while dialog.get_by_role("button", name="Next").is_visible() and dialog.get_by_role("button", name="Next").is_enabled():
            before = dialog.locator(".header").inner_html()
            dialog.get_by_role("button", name="Next").click()
            page.wait_for_function("before => document.querySelector('#detail .header').innerHTML !== before", arg=before)
            assert page.evaluate(FINDINGS) == []
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        page.keyboard.press("ArrowDown")


@pytest.mark.parametrize("text", TEXTS[2:7], ids=range(2, 7))
def test_names_of_sessions_in_the_address(hostile, text):
    page = hostile()
    page.wait_for_selector(".row")
    page.evaluate("text => { location.search = new URLSearchParams({ session: text, search: text, sort: text, group: text }) }", text)
    expect(page.get_by_role("alert")).to_contain_text(text)
    assert page.evaluate(FINDINGS) == []


LINKS = ["/events", "events", "?session=people", "#code", "./x", "..", "//hostile.example/", "/\\hostile.example", "http:/events", "http:events",
         "https:events", " /events", "http", "javascript:1", "ftp://hostile.example/", "file:///etc/passwd", "https://", "HTTPS://hostile.example/a",
         "http://hostile.example/b", "mailto:ada@hostile.example"]


def test_only_links_that_lead_away_are_links(daemon, hostile):
    page = hostile(viewport={"width": 900, "height": 3000})
    page.wait_for_selector(".row")
    daemon.call("cells.replace", session=TEXTS[1], cells=[
        {"id": f"l{number}", "title": link, "href": link} for number, link in enumerate(LINKS)])
    expect(page.locator(".row")).to_have_count(len(LINKS))
    links = page.evaluate("() => [...document.querySelectorAll('.row a')].map((link) => link.getAttribute('href'))")
    assert sorted(links) == sorted(LINKS[-3:]), json.dumps(links)
    # A click on another one opens its cell.
    page.locator(".row", has_text="?session=people").locator('[data-slot="title"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.get_by_role("dialog").locator("a").count() == 0
    assert len(page.context.pages) == 1
