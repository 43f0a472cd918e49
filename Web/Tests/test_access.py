"""Access to the gateway: the rules for hosts, origins, tokens, sessions and sizes."""

import json
import os
import pathlib
import re
import socket

import pytest
from playwright.sync_api import expect
from programs import SECONDS, Gateway, wait_until, work_orders


def post(gateway, request, stream="none", **headers):
    given = {"Origin": gateway.origin, "Content_Type": "application/json"} | headers
    body = request if isinstance(request, (str, bytes)) else json.dumps(request)
    return gateway.request("POST", f"/requests?stream={stream}", body, **given)


def info(session="work", **more):
    return {"id": 1, "method": "session.info", "params": {"session": session, **more}}


def test_the_token_becomes_a_cookie(gateway):
    status, headers, _ = gateway.request("GET", f"/?token={gateway.token}", Cookie=None)
    assert (status, headers["Location"]) == (303, "/")
    assert headers["Set-Cookie"] == f"{gateway.cookie}; Path=/; HttpOnly; SameSite=Strict"


def test_the_token_leaves_the_address(gateway, open_page):
    page = open_page()
    assert gateway.token not in page.url
    assert page.evaluate("document.cookie") == ""


@pytest.mark.parametrize("token", ["", "0" * 32, "wrong"])
def test_a_wrong_token(gateway, token):
    status, headers, text = gateway.request("GET", f"/?token={token}", Cookie=None)
    assert status == 403 and "Set-Cookie" not in headers and "printed last" in text


@pytest.mark.parametrize("path", ["/", "/page.js", "/events", "/nothing"])
@pytest.mark.parametrize("cookie", [None, "cellweb=1", "cellweb-1={token}", "cellweb-{port}=0000", "cellweb-{port}={token}0"])
def test_a_browser_without_the_cookie(gateway, path, cookie):
    cookie = cookie and cookie.format(token=gateway.token, port=gateway.port)
    assert gateway.request("GET", path, Cookie=cookie)[0] == 401


@pytest.mark.parametrize("host", ["evil.example:{port}", "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "[::1]:{port}",
                                  "127.0.0.1:{port}.evil.example", "", None])
def test_a_rebound_host(gateway, host):
    host = host and host.format(port=gateway.port)
    for path in ("/", f"/?token={gateway.token}", "/events"):
        assert gateway.request("GET", path, Host=host)[0] in (400, 403)
    assert post(gateway, info(), Host=host)[0] in (400, 403)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can serve port 80")
def test_the_port_that_browsers_leave_out(daemon):
    gateway = Gateway(daemon, "work", port=80)
    for host in ("127.0.0.1", "localhost"):
        assert gateway.request("GET", "/", Host=host)[0] == 200
        assert post(gateway, info(), Host=host, Origin=f"http://{host}")[0] == 410
    assert gateway.request("GET", "/", Host="evil.example")[0] == 403
    gateway.stop()


def test_localhost(gateway):
    host = f"localhost:{gateway.port}"
    assert gateway.request("GET", "/", Host=host)[0] == 200
    assert post(gateway, info(), Host=host, Origin=f"http://{host}")[0] == 410


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}",
                                    "http://{host}.evil.example", None])
def test_a_foreign_origin(gateway, origin):
    origin = origin and origin.format(host=gateway.host)
    status, _, text = post(gateway, info(), Origin=origin)
    assert status == 403 and ("Origin" in text or "not served" in text)
    if origin:
        assert gateway.request("GET", "/events", Origin=origin)[0] == 403


def test_a_foreign_page_in_the_same_browser(gateway, daemon, browser):
    """A page of another port has the cookie of the gateway, because cookies do not know ports."""
    other = Gateway(daemon, "people")
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(gateway.address)
        page.goto(other.address)
        found = page.evaluate("""async (origin) => {
          const tried = [];
          const post = { method: "POST", body: "{}" };
          for (const [path, options] of [["/", {}], ["/events", {}], ["/requests?stream=1", post]]) {
            const reply = fetch(origin + path, { credentials: "include", ...options });
            tried.push(await reply.then((response) => response.status, () => "refused"));
          }
          return tried;
        }""", gateway.origin)
        assert found == ["refused"] * 3
    finally:
        context.close()
        other.stop()


def test_an_image_of_a_foreign_page_opens_no_stream(gateway):
    for site in ("same-site", "cross-site", "none"):
        assert gateway.request("GET", "/events", Sec_Fetch_Site=site)[0] == 403
    assert gateway.request("GET", "/events", Sec_Fetch_Site="same-origin")[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_other_methods(gateway, method):
    assert gateway.request(method, "/", Origin=gateway.origin)[0] == 405


def test_headers(gateway):
    for path in ("/", "/page.js", "/nothing", "/events"):
        headers = gateway.request("GET", path)[1]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("body, status", [
    (info("secret"), 403),
    (info("nothing"), 403),
    (info("work", owner="root"), 403),
    ({"id": 1, "method": "session.info"}, 403),
    ({"id": 1, "method": "session.list"}, 403),
    ({"id": 1, "method": "session.delete", "params": {"session": "work"}}, 403),
    ({"id": 1, "method": "cells.push", "params": {"session": "work", "cells": []}}, 403),
    ({"method": "session.info", "params": {"session": "work"}}, 400),
    ([info("secret")], 400),
    ('{"id":1,"method":"ping"}\n{"id":2,"method":"session.list"}', 400),
    ('{"id":1,"method":"session.info","params":{"session":"work","session":"secret"}}', 400),
    ('{"id":1,"method":"ping","method":"session.list"}', 400),
    ("[" * 1000, 400),
    (b"\xff", 400),
    ("", 400),
    ("x" * (64 * 1024 + 1), 413),
    (info(), 410),
])
def test_requests_of_pages(gateway, body, status):
    found, _, text = post(gateway, body)
    assert found == status, text
    assert text.endswith(".\n")


def test_a_request_needs_its_content_type(gateway):
    assert post(gateway, info(), Content_Type="text/plain")[0] == 415


def test_long_headers(gateway):
    assert gateway.request("GET", "/?" + "x" * 20_000)[0] == 400


def open_stream(gateway):
    stream = socket.create_connection(("127.0.0.1", gateway.port), SECONDS)
    stream.sendall(f"GET /events HTTP/1.1\r\nHost: {gateway.host}\r\nCookie: {gateway.cookie}\r\n\r\n".encode())
    return stream


def read_until(stream, expected):
    received = b""
    while expected not in received:
        part = stream.recv(4096)
        assert part, received
        received += part
    return received


def test_streams_are_bounded(daemon):
    gateway = Gateway(daemon, "work")
    try:
        streams = [open_stream(gateway) for _ in range(32)]
        for stream in streams:
            read_until(stream, b"event: connected")
        status, _, text = gateway.request("GET", "/events")
        assert status == 503 and "close other pages" in text
        for stream in streams:
            stream.close()
        wait_until(lambda: gateway.request("GET", "/events")[0] == 200, "closed streams still count")
    finally:
        assert gateway.stop() == 0


def test_the_end_of_the_gateway(daemon, browser):
    gateway = Gateway(daemon, "work")
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(gateway.address)
        page.wait_for_selector(".row")
        assert gateway.stop() == 0
        expect(page.locator("#message")).to_contain_text("start cellctl serve again")
    finally:
        context.close()


def test_a_browser_that_does_not_read(daemon):
    """Sixty replies of megabytes are asked for, and none is read. The gateway waits instead of queueing them."""
    daemon.replace("huge", list(work_orders(10_000)))
    gateway = Gateway(daemon, "huge")
    try:
        stream = open_stream(gateway)
        name = re.search(rb'"stream":"(\w+)"', read_until(stream, b"sessions"))[1].decode()
        pull = {"id": 1, "method": "rows.pull",
                "params": {"session": "huge", "count": 10_000, "format": "html", "environment": {"unit": "point", "width": 500}}}
        for _ in range(60):
            assert post(gateway, pull, stream=name)[0] == 204
        # The daemon has answered the first one when another connection gets its answer.
        daemon.call("rows.pull", **pull["params"])
        assert gateway.request("GET", "/")[0] == 200
        status = pathlib.Path(f"/proc/{gateway.process.pid}/status").read_text()
        assert int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) < 160 * 1024
        stream.close()
    finally:
        assert gateway.stop() == 0
