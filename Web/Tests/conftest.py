"""A daemon, a gateway and a browser for all tests, and a page for each."""

import pytest
from playwright.sync_api import sync_playwright
from programs import SECONDS, Daemon, Gateway, work_orders


@pytest.fixture(scope="session")
def daemon(tmp_path_factory):
    daemon = Daemon(tmp_path_factory.mktemp("celld"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def gateway(daemon):
    gateway = Gateway(daemon, "work", "people", "huge")
    yield gateway
    gateway.stop()


@pytest.fixture(autouse=True)
def sessions(daemon):
    """The lists as every test finds them."""
    for session in ("work", "people", "huge", "secret"):
        daemon.call("session.create", session=session, ifAbsent=True)
        daemon.call("session.configure", session=session, selection="multiple", drillDown=True,
                    selectionActions=[{"id": "archive", "title": "Archive"}])
    daemon.call("cells.remove", session="work", all=True)
    daemon.call("cells.push", session="work", cells=list(work_orders(200)))
    daemon.call("cells.replace", session="people", cells=[{"id": "ada", "title": "Ada Lovelace"}])
    daemon.call("cells.replace", session="secret", cells=[{"id": "1", "title": "Nobody sees this"}])


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, gateway):
    """Opens the address in a window of its own. A test fails if one of its pages reports an error."""
    contexts, errors = [], []

    def open_page(width=1200, height=700, query="", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(1000 * SECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if is_finding(message) else None)
        page.goto(gateway.address.replace("#", query + "#"))
        page.wait_for_selector(".row")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def is_finding(message):
    # Chromium reports each connection that was refused while the gateway or the daemon restarts.
    return message.type in ("error", "warning") and "ERR_" not in message.text
