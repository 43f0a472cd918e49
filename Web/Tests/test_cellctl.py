"""`cellctl serve` and `cellctl demo --web`, which run the gateway."""

import http.server
import os
import pathlib
import pty
import re
import signal
import subprocess
import threading

import pytest
from playwright.sync_api import expect
from programs import CELLWEB, FOLDER, ROOT, SECONDS, Gateway, wait_until


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
    expect(page.locator("#notice")).to_contain_text("There is no list")
    daemon.call("cells.push", session="later", cells=[{"id": "1", "title": "Here it is"}])
    expect(page.locator("#rows")).to_contain_text("Here it is")
    daemon.call("session.delete", session="later")
    expect(page.locator("#notice")).to_contain_text("was deleted")
    daemon.call("cells.push", session="later", cells=[{"id": "1", "title": "Here again"}, {"id": "2", "title": "And more"}])
    expect(page.locator("#rows")).to_contain_text("Here again")
    page.fill("#search", "more")
    expect(page.locator("#facts")).to_contain_text("1 of 2 rows")
    daemon.call("session.delete", session="later")
    expect(page.locator("#notice")).to_contain_text("was deleted")
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


def ask(folder, *arguments):
    """`cellctl serve --address` of a user with this folder for sockets."""
    return subprocess.run([FOLDER / "cellctl", "serve", "--address", *arguments], env=os.environ | {"XDG_RUNTIME_DIR": str(folder)},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS)


def test_an_address_of_a_page_that_is_served(daemon, tmp_path, monkeypatch):
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    first = Gateway(daemon, "people")
    path = tmp_path / f"celld/cellweb-{first.port}.sock"
    assert path.is_socket() and path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    run = ask(tmp_path)
    address = run.stdout.strip()
    assert run.returncode == 0 and address.startswith(first.origin + "/#") and address != first.address
    with first.window(f"celld.code.{ask(tmp_path, '--port', str(first.port)).stdout.strip().partition('#')[2]}") as window:
        window.confirm()
    with first.window(f"celld.code.{address.partition('#')[2]}") as window:
        assert window.closing() == 4410
    second = Gateway(daemon, "work")
    run = ask(tmp_path)
    assert run.returncode == 2 and str(first.port) in run.stderr and str(second.port) in run.stderr
    assert ask(tmp_path, "--port", str(second.port)).stdout.startswith(second.origin + "/#")
    # A program that was killed leaves its socket, which does not count.
    second.process.kill()
    second.process.wait(SECONDS)
    assert (tmp_path / f"celld/cellweb-{second.port}.sock").exists()
    assert ask(tmp_path).stdout.startswith(first.origin + "/#")
    assert first.stop() == 0
    assert not path.exists()
    assert ask(tmp_path).returncode == 4


def test_enter_in_the_terminal(daemon):
    """A terminal is a pseudo terminal here. Without one, the input is left alone."""
    own, other = pty.openpty()
    process = subprocess.Popen([CELLWEB, "--socket", daemon.socket_path, "people"], stdin=other, stdout=subprocess.PIPE, text=True)
    addresses = [process.stdout.readline()]
    for _ in range(2):
        os.write(own, b"\n")
        addresses.append(process.stdout.readline())
    assert len(set(addresses)) == 3 and len({address.partition("#")[0] for address in addresses}) == 1
    process.terminate()
    assert process.wait(SECONDS) == 0
    os.close(own)
    os.close(other)


def test_the_input_of_a_script_is_left_alone(daemon):
    reading, writing = os.pipe()
    os.write(writing, b"one\ntwo\n")
    process = subprocess.Popen([CELLWEB, "--socket", daemon.socket_path, "people"], stdin=reading, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("http")
    process.terminate()
    assert process.wait(SECONDS) == 0
    assert os.read(reading, 100) == b"one\ntwo\n"
    assert process.stdout.read() == ""


def test_the_browser_is_opened(daemon, browser, tmp_path, monkeypatch):
    """xdg-open gets the name of a file that only the user can read. It is gone once the address was used."""
    opened = tmp_path / "opened"
    program = tmp_path / "xdg-open"
    program.write_text(f'#!/bin/sh\nprintf %s "$*" >{opened}.new && mv {opened}.new {opened}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for is_used in (True, False):
        opened.unlink(missing_ok=True)
        gateway = Gateway(daemon, "people", options=["--open"])
        wait_until(opened.exists, "nothing is opened")
        path = pathlib.Path(opened.read_text())
        assert gateway.code not in str(path)
        assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
        assert gateway.code in path.read_text()
        if is_used:
            context = browser.new_context()
            page = context.new_page()
            page.goto(path.as_uri())
            page.wait_for_selector(".row")
            context.close()
            wait_until(lambda path=path: not path.parent.exists(), "the file is still there")
        assert gateway.stop() == 0
        assert not path.parent.exists()


@pytest.mark.parametrize("origin", ["*", "null", "", "localhost:3000", "http://", "http://a b", "http://localhost:3000/",
                                    "http://localhost:3000, http://a", "ftp://localhost", "http://LOCALHOST"])
def test_an_origin_is_a_whole_one(origin):
    run = subprocess.run([CELLWEB, "--origin", origin, "people"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    assert run.returncode == 2 and "Expected an origin" in run.stderr and run.stdout == ""


def test_the_page_of_the_manual(daemon, browser):
    """The example of cellweb(1), served by another server, in at most 30 lines."""
    manual = (ROOT / "docs/man/cellweb.md").read_text()
    page_text = re.search(r"```html\n(.*?)```", manual, re.DOTALL)[1]
    assert len(page_text.splitlines()) <= 30

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page_text.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://localhost:{server.server_port}"
    context = browser.new_context()
    page = context.new_page()
    # The control: without --origin it is refused.
    other = Gateway(daemon, "people")
    page.goto(f"{origin}/#{other.port}.{other.code}")
    expect(page).to_have_title("closed: 1006")
    other.stop()
    page.close()
    gateway = Gateway(daemon, "people", options=["--origin", origin])
    page = context.new_page()
    page.goto(f"{origin}/#{gateway.port}.{gateway.code}")
    expect(page.locator("li")).to_have_text(["Ada Lovelace"])
    assert page.url == origin + "/"
    daemon.call("cells.push", session="people", cells=[{"id": "grace", "title": "Grace Hopper"}])
    expect(page.locator("li")).to_have_text(["Ada Lovelace", "Grace Hopper"])
    daemon.call("cells.patch", session="people", patches=[{"id": "ada", "patch": {"title": "Ada King"}}])
    expect(page.locator("li")).to_have_text(["Ada King", "Grace Hopper"])
    page.reload()
    expect(page.locator("li")).to_have_text(["Ada King", "Grace Hopper"])
    gateway.stop()
    context.close()
    server.shutdown()
