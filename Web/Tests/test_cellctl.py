"""`cellctl serve` and `cellctl demo --web`, which run the gateway."""

import os
import signal
import subprocess

import pytest
from playwright.sync_api import expect
from programs import CELLWEB, FOLDER, SECONDS, wait_until


@pytest.fixture
def start(daemon):
    """Starts cellctl, and returns its process and the address that it prints."""
    started = []

    def start(*arguments):
        variables = os.environ | {"PATH": f"{CELLWEB.parent}:{os.environ['PATH']}", "CELLD_SOCKET": str(daemon.socket_path)}
        process = subprocess.Popen([FOLDER / "cellctl", *arguments], env=variables, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process, process.stdout.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.wait(SECONDS)


def open_address(browser, address):
    page = browser.new_context().new_page()
    page.goto(address)
    page.wait_for_selector(".row")
    return page


def test_serve(browser, start):
    process, address = start("serve", "people")
    page = open_address(browser, address)
    expect(page.locator("#title")).to_have_text("people")
    page.context.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0


def test_a_session_that_comes_later(daemon, browser, start):
    _, address = start("serve", "later")
    page = browser.new_context().new_page()
    page.goto(address)
    expect(page.locator("#message")).to_contain_text("There is no session")
    daemon.call("cells.push", session="later", cells=[{"id": "1", "title": "Here it is"}])
    expect(page.locator("#rows")).to_contain_text("Here it is")
    daemon.call("session.delete", session="later")
    expect(page.locator("#message")).to_contain_text("There is no session")
    daemon.call("cells.push", session="later", cells=[{"id": "1", "title": "Here again"}, {"id": "2", "title": "And more"}])
    expect(page.locator("#rows")).to_contain_text("Here again")
    page.fill("#search", "more")
    expect(page.locator("#facts")).to_contain_text("1 of 2 rows")
    daemon.call("session.delete", session="later")
    expect(page.locator("#message")).to_contain_text("There is no session")
    daemon.call("cells.push", session="later", cells=[{"id": "1", "title": "Once more"}])
    expect(page.locator("#facts")).to_contain_text("1 of 1 row")
    page.context.close()


def test_the_demo(browser, start):
    process, address = start("demo", "--web", "--limit", "20")
    page = open_address(browser, address)
    expect(page.locator("#facts")).to_contain_text("20 rows")
    children = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], stdout=subprocess.PIPE, text=True).stdout.split()
    assert len(children) == 2
    # Both the daemon and the gateway end with cellctl, even if it is killed.
    process.kill()
    process.wait(SECONDS)
    wait_until(lambda: not any(map(is_running, children)), "a child still runs")
    page.context.close()


def test_the_processes_of_the_demo_are_live(browser, start):
    _, address = start("demo", "--web")
    page = open_address(browser, address)
    page.goto(address.split("#")[0] + "?session=processes")
    with subprocess.Popen(["sleep", "1000"]) as later:
        page.fill("#search", f"process {later.pid}")
        row = page.locator(".row", has_text=f"process {later.pid} of")
        expect(row).to_be_visible()
        later.kill()
    expect(row).to_be_hidden()
    page.context.close()


def test_wrong_arguments(daemon, start):
    _, address = start("serve", "people")
    port = address.split(":")[2].split("/")[0]
    failures = {("--port", "70000", "people"): (2, "Expected a port"), (): (2, "sessions"),
                ("--port", port, "people"): (1, f"cellweb: Cannot serve 127.0.0.1:{port}: Address already in use; choose another")}
    for arguments, (status, sentence) in failures.items():
        run = subprocess.run([CELLWEB, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        assert (run.returncode, run.stdout) == (status, "")
        assert sentence in run.stderr


def is_running(process):
    try:
        with open(f"/proc/{process}/stat") as status:
            return status.read().rsplit(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False
