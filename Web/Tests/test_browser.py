"""Access in Chromium: addresses, tokens, windows, and pages of other origins in the same browser."""

import http.server
import json
import os
import re
import threading

import pytest
from playwright.sync_api import expect
from programs import Gateway, wait_until


class Other:
    """A server on another port of 127.0.0.1. It keeps the requests, and answers with a page."""

    def __init__(self, page="<!doctype html><title>other</title>", headers=()):
        self.requests = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.requests.append(f"{self.command} {self.path}\n{self.headers}")
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                for name, value in headers:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(outer.page.encode())
            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.page = page
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def start(daemon):
    gateways = []

    def start(*sessions, **options):
        gateways.append(Gateway(daemon, *(sessions or ["work"]), **options))
        return gateways[-1]

    yield start
    for gateway in gateways:
        if gateway.process.poll() is None:
            gateway.stop()


@pytest.fixture
def context(browser):
    context = browser.new_context()
    context.set_default_timeout(120_000)
    yield context
    context.close()


def opened(context, address):
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".row")
    return page


def message(page):
    return page.locator("#notice")


def test_the_code_leaves_the_address(context, start):
    gateway = start()
    page = opened(context, gateway.address.replace("#", "?profile=ios#"))
    assert "profile=ios" in page.url and "#" not in page.url
    assert page.evaluate("document.cookie") == ""
    assert gateway.code not in page.evaluate("JSON.stringify([history.state, localStorage, sessionStorage, document.referrer])")
    assert page.evaluate("history.length") == 2
    # Going back and forth does not bring it back.
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector(".row")
    assert "profile=ios" in page.url and "#" not in page.url
    assert page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name).join()").find(gateway.code) < 0


def test_reloads_and_new_windows_need_no_address(context, start):
    gateway = start()
    page = opened(context, gateway.address)
    page.reload()
    page.wait_for_selector(".row")
    opened(context, gateway.origin)
    # The name localhost is another origin, which has no token.
    other = context.new_page()
    other.goto(gateway.origin.replace("127.0.0.1", "localhost"))
    expect(message(other)).to_contain_text("no access")
    assert gateway.messages() == ""


def test_a_used_address(browser, context, start):
    gateway = start()
    address = gateway.address
    opened(context, address)
    other = browser.new_context()
    page = other.new_page()
    page.goto(address)
    expect(message(page)).to_contain_text("This address was used before")
    assert "used address was opened again" in gateway.messages()
    # A new one, in the same window, which the browser does not load again.
    page.goto(gateway.address)
    page.wait_for_selector(".row")
    assert "#" not in page.url
    other.close()


def test_a_used_address_in_a_browser_that_has_a_token(context, start):
    gateway = start()
    address = gateway.address
    opened(context, address)
    opened(context, address)
    assert gateway.messages() == ""


def test_two_windows_that_open_one_address(context, start):
    """The second one offers the code while the first one gets its token."""
    gateway = start()
    first = opened(context, gateway.address)
    token = first.evaluate("localStorage.getItem('celld.token')")
    first.evaluate("localStorage.removeItem('celld.token')")
    sockets = []
    second = context.new_page()
    second.route_web_socket("**", lambda socket: (sockets.append(socket), len(sockets) > 1 and socket.connect_to_server()))
    second.goto(f"{gateway.origin}/#{gateway.code}")
    wait_until(lambda: second.evaluate("1") and sockets, "no connection")
    second.evaluate("addEventListener('storage', () => { document.title = 'known'; })")
    first.evaluate("(token) => localStorage.setItem('celld.token', token)", token)
    expect(second).to_have_title("known")
    sockets[0].close(code=4410)
    second.wait_for_selector(".row")
    assert first.evaluate("localStorage.getItem('celld.token')") == token


def test_a_window_goes_on_when_another_one_gets_access(context, start):
    gateway = start()
    page = context.new_page()
    page.goto(gateway.origin)
    expect(message(page)).to_contain_text("no access")
    opened(context, gateway.address)
    page.wait_for_selector(".row")


def test_the_program_starts_again_on_its_port(context, start):
    gateway = start()
    page = opened(context, gateway.address)
    gateway.stop()
    expect(message(page)).to_contain_text("start it again")
    again = start(port=gateway.port)
    expect(message(page)).to_contain_text("each start prints another one")
    # The address leads to the page that is open already.
    page.goto(again.address)
    page.wait_for_selector(".row")
    expect(message(page)).to_have_text("")


def test_the_daemon_restarts_and_stops(context, start, daemon):
    page = opened(context, start().address)
    daemon.stop()
    expect(message(page)).to_contain_text("aemon")
    daemon.start()
    expect(message(page)).to_have_text("")
    os.kill(daemon.process.pid, 19)
    try:
        page.fill("#search", "Lift")
        expect(message(page)).to_contain_text("has not answered")
    finally:
        os.kill(daemon.process.pid, 18)
    expect(message(page)).to_have_text("")
    expect(page.locator("#facts")).to_contain_text("25 of 200 rows")


def test_eight_windows(context, start, daemon):
    """More than the connections that a browser opens to one server. Each one is live, and acts."""
    gateway = start()
    pages = [opened(context, gateway.address if number == 0 else gateway.origin) for number in range(8)]
    daemon.call("cells.push", session="work", position="start", cells=[{"id": "new", "title": "Brand-new order"}])
    for number, page in enumerate(pages):
        expect(page.locator("#rows")).to_contain_text("Brand-new")
        page.fill("#search", f"WO-19{number}")
        expect(page.locator("#facts")).to_contain_text("1 of 201 rows")


def test_the_window_after_the_last_one(context, start):
    gateway = start()
    opened(context, gateway.address)
    windows = [gateway.open() for _ in range(31)]
    page = context.new_page()
    page.goto(gateway.origin)
    expect(message(page)).to_contain_text("in use")
    windows.pop().close()
    page.wait_for_selector(".row")
    expect(message(page)).to_have_text("")


READ = """async ([origin, host]) => {
  const tried = {};
  const load = (element, name) => new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("refused");
    element[name] = origin + "/page.js";
    document.body.append(element);
  });
  tried.fetch = await fetch(origin + "/").then((response) => response.status, () => "refused");
  tried.opaque = await fetch(origin + "/", { mode: "no-cors" }).then(() => "answered", () => "refused");
  tried.post = await fetch(origin + "/", { method: "POST", body: "{}" }).then((response) => response.status, () => "refused");
  tried.script = await load(document.createElement("script"), "src");
  tried.image = await load(document.createElement("img"), "src");
  const socket = (protocols) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${host}/`, protocols);
    socket.onopen = () => resolve("open");
    socket.onclose = ({ code }) => resolve(code);
  });
  tried.socket = await socket(["celld", "celld.code.A"]);
  tried.plain = await socket([]);
  const frame = document.createElement("iframe");
  frame.src = origin;
  await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
  try { tried.frame = frame.contentWindow.document?.title ?? "closed"; } catch { tried.frame = "closed"; }
  tried.beacon = navigator.sendBeacon(origin + "/", "x");
  const form = Object.assign(document.createElement("form"), { method: "post", enctype: "text/plain", action: origin, target: "other" });
  document.body.append(Object.assign(document.createElement("iframe"), { name: "other" }), form);
  form.submit();
  const opened = open(origin);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  try { tried.opened = opened?.closed === false ? opened.document.title : "closed"; } catch { tried.opened = "closed"; }
  tried.storage = JSON.stringify({ ...localStorage });
  tried.cookie = document.cookie;
  return tried;
}"""


def test_a_page_of_another_port(context, start):
    """It gets no header that opens the page, reads nothing, and takes no access away."""
    gateway = start()
    page = opened(context, gateway.address)
    token = page.evaluate("localStorage.getItem('celld.token')")
    assert token
    other = Other("<!doctype html><title>other</title><script>fetch('/again')</script>")
    tab = context.new_page()
    tab.goto(other.origin, referer=page.url)
    wait_until(lambda: any("/again" in request for request in other.requests), "the script did not run")
    for request in other.requests:
        assert "Cookie" not in request and token not in request and gateway.code not in request
        assert not re.search(r"[A-Za-z0-9_-]{22,}", re.sub(r"(User-Agent|Sec-Ch-Ua.*?|Accept.*?|Upgrade-Insecure-Requests): .*", "", request)), request
    tried = tab.evaluate(READ, [gateway.origin, gateway.host])
    assert tried == {"fetch": "refused", "opaque": "refused", "post": "refused", "script": "refused", "image": "refused",
                     "socket": 1006, "plain": 1006, "frame": "closed", "beacon": True, "opened": "closed", "storage": "{}", "cookie": ""}
    page.reload()
    page.wait_for_selector(".row")


def test_a_page_of_the_same_origin(context, start):
    """The control: the own page can read all of that."""
    gateway = start()
    page = opened(context, gateway.address)
    assert page.evaluate("fetch('/').then(response => response.status)") == 200
    assert page.evaluate("""new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/`, ["celld", `celld.token.${localStorage.getItem("celld.token")}`]);
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).method);
      socket.onclose = ({ code }) => resolve(code);
    })""") == "daemon.connected"


@pytest.mark.parametrize("headers", [
    [("Set-Cookie", f"celld.token=x; Path={path}") for path in ("/", "/page.js")],
    [("Set-Cookie", f"a{number}={'x' * 3000}; Path=/") for number in range(3)],
    [("Set-Cookie", f"a{number}={'x' * 3000}; Path=/") for number in range(10)],
    [("Set-Cookie", f"a{number}={'x' * 3900}; Path=/") for number in range(16)],
    [("Set-Cookie", f"b{number}=1; Path=/") for number in range(90)],
])
def test_cookies_of_another_port(context, start, headers):
    gateway, other = start(), Other(headers=headers)
    page = opened(context, gateway.address)
    tab = context.new_page()
    for path in ("/", "/1", "/2"):
        tab.goto(other.origin + path)
    page.reload()
    page.wait_for_selector(".row")


def test_names_that_lead_to_this_machine(browser, start):
    """A page that an attacker's DNS server leads to 127.0.0.1 gets a sentence."""
    gateway = start()
    chromium = browser.browser_type.launch(executable_path="/usr/bin/chromium", args=[
        "--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP localhost.evil.example 127.0.0.1"])
    page = chromium.new_page()
    for host in ("evil.example", "localhost.evil.example", "a.localhost"):
        response = page.goto(f"http://{host}:{gateway.port}/#{gateway.code}")
        assert response.status == 403 and "Expected the host" in response.text()
    assert page.goto(gateway.address).status == 200
    page.wait_for_selector(".row")
    chromium.close()


def test_a_page_of_another_site_that_leads_there(context, start):
    """A link of another site opens the page, as one of a mail does. It gets nothing of it."""
    gateway = start()
    opened(context, gateway.address)
    other = Other(f"<!doctype html><a href='{gateway.origin}' target='_blank'>go</a>")
    tab = context.new_page()
    tab.goto(other.origin.replace("127.0.0.1", "localhost"))
    with context.expect_page() as found:
        tab.get_by_text("go").click()
    found.value.wait_for_selector(".row")
    assert found.value.evaluate("window.opener") is None


def test_scripts_of_values_do_not_run(context, start):
    """The policy also stops what would get into the page by a fault of it."""
    page = opened(context, start().address)
    page.evaluate("""() => {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = 1'><a href='javascript:window.ran=2' id=evil>x</a>");
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 3" }));
      document.getElementById("evil").click();
    }""")
    page.wait_for_timeout(500)
    assert page.evaluate("window.ran") is None
    # The control: the page itself can set it.
    page.evaluate("() => { window.ran = 4; }")
    assert page.evaluate("window.ran") == 4


def test_a_relative_link_stops_nothing(context, start, daemon):
    daemon.call("cells.push", session="work", position="start", cells=[
        {"id": f"link{number}", "title": "Link", "href": href} for number, href in enumerate(["events", "/events", "./page.js?x", "/"])])
    gateway = start()
    page = opened(context, gateway.address)
    for link in page.locator("#rows a").all():
        link.click(no_wait_after=True)
    page.bring_to_front()
    page.fill("#search", "WO-199")
    expect(page.locator("#facts")).to_contain_text("1 of 204 rows")


#: Loses the messages of a method until the page is loaded again.
LOSE = """(lost) => {
  if (sessionStorage.getItem("reloaded")) return;
  sessionStorage.setItem("reloaded", "1");
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, listener) {
    listen.call(this, type, (event) => {
      if (type === "message" && JSON.parse(event.data).method?.startsWith(lost)) document.title = "lost";
      else listener(event);
    });
  };
}"""


@pytest.mark.parametrize("lost", ["access", "daemon."])
def test_a_reload_before_the_access_counts(context, start, lost):
    """Whether the answer to the code is lost, or the one to its confirmation."""
    gateway = start()
    context.add_init_script(f"({LOSE})({json.dumps(lost)})")
    page = context.new_page()
    page.goto(gateway.address)
    expect(page).to_have_title("lost")
    page.reload()
    page.wait_for_selector(".row")
    assert page.evaluate("Object.keys(sessionStorage).join()") == "reloaded"
    assert gateway.messages() == ""


def test_a_browser_that_keeps_nothing(browser, start):
    """Its window works until it is loaded again."""
    gateway = start()
    context = browser.new_context()
    context.add_init_script("for (const name of ['localStorage', 'sessionStorage']) "
                            "Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })")
    page = opened(context, gateway.address)
    page.reload()
    expect(message(page)).to_contain_text("no access")
    context.close()


def test_a_request_that_is_too_long(context, start):
    page = opened(context, start().address)
    found = page.evaluate("""async () => {
      const { Link } = await import("/link.js");
      const link = new Link();
      const connected = new Promise((resolve) => link.addEventListener("connected", resolve));
      link.open();
      await connected;
      const long = await link.call("ping", { x: "ä".repeat(40000) }).catch((error) => error.message);
      return [long, JSON.stringify(await link.call("ping", { x: "ä".repeat(30000) }).catch((error) => error.message))];
    }""")
    assert "too long" in found[0] and "too long" not in found[1]
    assert json.loads(found[1]) is not None
