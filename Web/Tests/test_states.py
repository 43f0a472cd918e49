"""What the page says when it cannot show its list: what happened, and what to do. And what it shows in the meantime."""

import base64
import contextlib
import os
import signal
import socket
import threading
import types

from playwright.sync_api import expect
from programs import SECONDS, Gateway, wait_until


def notice(page):
    return page.get_by_role("alert")


@contextlib.contextmanager
def stopped(daemon):
    """The daemon keeps its connections, and answers nothing."""
    os.kill(daemon.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(daemon.process.pid, signal.SIGCONT)


def test_a_daemon_that_does_not_answer(daemon, open_page):
    page = open_page()
    expect(notice(page)).to_be_hidden()
    with stopped(daemon):
        expect(notice(page)).to_contain_text("The daemon has not answered since")
        assert page.locator(".row").count() > 5
    expect(notice(page)).to_be_hidden()
    page.fill("#search", "boiler")
    expect(page.locator("#facts")).to_contain_text("25 of 200 rows")


def test_a_page_that_is_loaded_while_the_daemon_does_not_answer(daemon, open_page):
    page = open_page()
    with stopped(daemon):
        page.reload()
        expect(notice(page)).to_contain_text("The daemon has not answered since")
    expect(notice(page)).to_be_hidden()
    expect(page.locator(".row").first).to_contain_text("Pump station 0")


def test_a_daemon_that_is_full(browser, tmp_path):
    """It ends each connection at once. The page says so once."""
    path, ends = tmp_path / "celld.sock", []
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def refuse():
            with contextlib.suppress(OSError):
                while True:
                    ends.append(listener.accept()[0].close())
        threading.Thread(target=refuse, daemon=True).start()
        gateway = Gateway(types.SimpleNamespace(socket_path=path), "work")
        page = browser.new_page()
        page.goto(gateway.address)
        expect(notice(page)).to_contain_text("The daemon is away since")
        page.evaluate("""() => new MutationObserver(() => { document.title = "changed"; })
          .observe(document.getElementById("notice"), { childList: true, attributes: true })""")
        wait_until(lambda: page.title() and len(ends) > 10, "no connections")
        assert page.title() == "work · celld"
        page.close()
        gateway.stop()


def test_a_choice_that_the_daemon_does_not_know(open_page, gateway):
    page = open_page()
    page.goto(gateway.origin + "/?session=work&sort=nothing")
    expect(notice(page)).to_contain_text("Unknown field \"nothing\"")
    page.select_option('[name="sort"]', "title")
    expect(page.locator(".row").first).to_contain_text("Boiler")
    expect(notice(page)).to_be_hidden()


COLORS = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}"""


def test_rows_that_are_not_here_yet_have_placeholders(daemon, open_page):
    page = open_page()
    with stopped(daemon):
        page.evaluate("document.getElementById('list').scrollTop = 7000")
        page.evaluate("() => new Promise(requestAnimationFrame)")
        box = page.locator("#list").bounding_box()
        middle = {"x": box["x"], "y": box["y"] + 100, "width": box["width"] - 20, "height": 300}
        below = "point => Boolean(document.elementFromPoint(point.x + 100, point.y + 150).closest('.row'))"
        assert not page.evaluate(below, middle)
        picture = base64.b64encode(page.screenshot(clip=middle)).decode()
        assert page.evaluate(COLORS, picture) > 1
    page.wait_for_function(below, arg=middle)


def test_a_session_that_is_not_served(open_page, gateway):
    page = open_page()
    page.goto(gateway.origin + "/?session=nope")
    expect(notice(page)).to_contain_text("The list “nope” is not shown here")
    lists = page.get_by_role("navigation", name="Lists")
    expect(lists.get_by_role("button")).to_have_text(["work", "people", "huge"])
    assert page.locator(".row").count() == 0
    expect(lists.get_by_role("button", name="work")).to_be_focused()
    lists.get_by_role("button", name="people").click()
    expect(page.locator(".row")).to_contain_text("Ada Lovelace")
    expect(notice(page)).to_be_hidden()
    expect(lists).to_be_hidden()
    expect(page.locator("#list")).to_be_focused()
    expect(page.locator(".row.active")).to_contain_text("Ada Lovelace")
    page.reload()
    expect(page.locator(".row")).to_contain_text("Ada Lovelace")


def test_a_session_that_is_deleted_and_made_again(daemon, open_page):
    page = open_page(query="?session=people")
    daemon.call("session.delete", session="people")
    expect(notice(page)).to_contain_text("The list “people” was deleted at")
    expect(page.locator(".row")).to_have_count(0)
    daemon.call("session.create", session="people")
    daemon.call("cells.push", session="people", cells=[{"id": "grace", "title": "Grace Hopper"}])
    expect(page.locator(".row")).to_contain_text("Grace Hopper")
    expect(notice(page)).to_be_hidden()
    expect(page.locator("#message")).to_contain_text("The list “people” was made again at")


def test_a_session_that_does_not_exist_yet(daemon, open_page, gateway):
    page = open_page()
    daemon.call("session.delete", session="people")
    page.goto(gateway.origin + "/?session=people")
    expect(notice(page)).to_contain_text("There is no list “people” in the daemon")
    page.select_option("#session", "work")
    expect(page.locator(".row").first).to_contain_text("Pump station 0")
    expect(notice(page)).to_be_hidden()


def test_a_gateway_that_is_started_again(daemon, browser):
    first = Gateway(daemon, "work")
    context = browser.new_context()
    context.set_default_timeout(1000 * SECONDS)
    page = context.new_page()
    page.goto(first.address)
    page.wait_for_selector(".row")
    first.stop()
    expect(notice(page)).to_contain_text("cellctl serve has not answered since")
    second = Gateway(daemon, "work", port=first.port)
    expect(notice(page)).to_contain_text("This page has no access. Open the address that cellctl serve printed")
    assert page.locator(".row").count() > 5
    page.goto(second.address)
    expect(page.locator(".row").first).to_contain_text("Pump station 0")
    expect(notice(page)).to_be_hidden()
    context.close()
    second.stop()


SENTENCES = """async (codes) => {
  const { sentence } = await import("/sentences.js");
  return codes.map((code) => sentence(code));
}"""


def test_each_close_code_has_a_sentence(open_page):
    """A sentence says what to do."""
    sentences = open_page().evaluate(SENTENCES, [1013, 4401, 4410, 1006])
    assert [next((word for word in ("Close", "Press", "Open", "Load") if f" {word} " in text), None) for text in sentences] \
        == ["Close", "Open", "Press", "Load"]
    assert len(set(sentences)) == 4
