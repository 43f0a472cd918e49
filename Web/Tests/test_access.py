"""Access: the rules for hosts, origins, codes, tokens and sessions, with raw requests and WebSockets."""

import json
import os
import pathlib
import re
import socket
import subprocess

import pytest
from programs import CELLWEB, Closed, Gateway, Refused, wait_until

SECRET = "celld.token.{token}"


def status(gateway, *lines):
    """The status of the only answer to the lines of a request."""
    answer = gateway.raw("\r\n".join([*lines, "Connection: close", "", ""]).encode())
    statuses = re.findall(rb"HTTP/1\.1 (\d\d\d)", answer)
    assert len(statuses) == 1, answer
    return int(statuses[0])


def upgrade(gateway, **headers):
    """The status of an upgrade with a token that counts."""
    try:
        with gateway.window(SECRET.format(token=gateway.token), **headers) as window:
            window.wait("daemon.connected")
            return 101
    except Refused as refusal:
        assert refusal.text.endswith(".\n")
        return refusal.status


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "127.0.0.1:1", "localhost:65535",
                                  "127.0.0.1", "localhost"])
def test_hosts_that_are_served(gateway, host):
    """Any port is right, since ssh forwards ports."""
    host = host.format(port=gateway.port)
    assert gateway.request(Host=host)[0] == 200
    assert upgrade(gateway, Host=host, Origin=f"http://{host.lower()}") == 101


@pytest.mark.parametrize("host", [
    "evil.example:{port}", "evil.example", "127.0.0.1:{port}.evil.example", "localhost.evil.example", "localhost.:{port}",
    "[::1]:{port}", "[::ffff:127.0.0.1]:{port}", "127.1:{port}", "2130706433:{port}", "0x7f.0.0.1:{port}", "127.0.0.2:{port}",
    "0.0.0.0:{port}", "a.localhost:{port}", "127.0.0.1:{port}:1", "127.0.0.1:", "localhost:99999", "127.0.0.1:+80",
    "user@127.0.0.1:{port}", "127.0.0.1,evil.example", "", None])
def test_a_rebound_host(gateway, host):
    host = host and host.format(port=gateway.port)
    assert gateway.request(Host=host)[0] in (400, 403)
    assert upgrade(gateway, Host=host) in (400, 403)
    assert upgrade(gateway, Host=host, Origin=f"http://{host}") in (400, 403)


def test_a_request_names_one_host(gateway):
    own, other = f"Host: {gateway.host}", "Host: evil.example"
    assert status(gateway, "GET / HTTP/1.1", own) == 200
    for lines in ([own, other], [other, own], [own, own], [own, "host: localhost"]):
        assert status(gateway, "GET / HTTP/1.1", *lines) == 400
    for target in (f"http://{gateway.host}/", f"HTTP://{gateway.host}/page.js?x"):
        assert status(gateway, f"GET {target} HTTP/1.1", own) == 200
    for target in ("http://evil.example/", "http://127.0.0.1:1/", f"https://{gateway.host}/", f"http://{gateway.host}.evil.example/",
                   f"http://x@{gateway.host}/", "ftp://localhost/"):
        assert status(gateway, f"GET {target} HTTP/1.1", own) == 400


ORIGINS = ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}", "http://{host}.evil.example", "http://{host}/",
           "http://{host}:80", "HTTP://{host}", "ws://{host}", "http://localhost:{port}", "http://a@{host}", "*", "",
           "http://{host}, http://evil.example"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_origin(gateway, origin):
    origin = origin.format(host=gateway.host, port=gateway.port)
    assert upgrade(gateway, Origin=origin) == 403
    assert gateway.request(Origin=origin)[0] == 403


def test_an_upgrade_needs_an_origin(gateway):
    assert upgrade(gateway) == 101
    assert upgrade(gateway, Origin=None) == 403


def test_an_origin_that_was_named(daemon):
    gateway = Gateway(daemon, "work", options=["--origin", "http://localhost:3000"])
    for origin, expected in {"http://localhost:3000": 101, gateway.origin: 101, "http://localhost:30000": 403,
                             "http://localhost:300": 403, "https://localhost:3000": 403, "http://localhost": 403}.items():
        assert upgrade(gateway, Origin=origin) == expected
    # The host is checked as well.
    assert upgrade(gateway, Origin="http://localhost:3000", Host="localhost.evil.example") == 403
    gateway.stop()


@pytest.mark.parametrize("changes, expected", [
    ({}, 101),
    ({"Connection": "keep-alive, Upgrade"}, 101),
    ({"Sec_WebSocket_Protocol": "celld.token.{token}, celld"}, 101),
    ({"Sec_WebSocket_Protocol": None}, 401),
    ({"Sec_WebSocket_Protocol": "celld"}, 401),
    ({"Sec_WebSocket_Protocol": "celld.token.{token}"}, 401),
    ({"Sec_WebSocket_Protocol": "celld, token.{token}"}, 401),
    ({"Sec_WebSocket_Protocol": "celld, celld.cookie.{token}"}, 401),
    ({"Sec_WebSocket_Protocol": None, "Cookie": "celld={token}; token={token}"}, 401),
    ({"Sec_WebSocket_Version": "8"}, 400),
    ({"Sec_WebSocket_Key": None}, 400),
    ({"Connection": "close"}, 400),
    ({"Upgrade": "h2c"}, 400),
    ({"Upgrade": None}, 400),
    ({"Content_Length": "3"}, 413),
    ({"Transfer_Encoding": "chunked"}, 413),
])
def test_the_upgrade(gateway, changes, expected):
    assert upgrade(gateway, **{name: value and value.format(token=gateway.token) for name, value in changes.items()}) == expected


@pytest.mark.parametrize("path", ["/socket", "//", "/page.js", "/%2e", "/.."])
def test_an_upgrade_at_another_path(gateway, path):
    headers = {"Origin": gateway.origin, "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
               "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": f"celld, celld.token.{gateway.token}"}
    code, _, text = gateway.request(path=path, **headers)
    assert code == 404 and path in text
    assert upgrade(gateway) == 101


def test_only_the_name_of_the_protocol_is_selected(gateway):
    with gateway.window() as window:
        assert window.headers["Sec-WebSocket-Protocol"] == "celld"
        assert "Set-Cookie" not in window.headers
        assert gateway.code not in str(window.headers)


def test_a_code_works_once(daemon):
    gateway = Gateway(daemon, "work")
    code = f"celld.code.{gateway.code}"
    with gateway.window(code) as window:
        token = window.confirm()
        assert token != gateway.code
        assert gateway.messages() == ""
        with gateway.window(code) as late:
            assert late.closing() == 4410
        assert "opened again" in gateway.messages()
        # A token goes first, whatever code comes with it.
        with gateway.window(code, f"celld.token.{token}") as other:
            other.wait("daemon.connected")
        assert window.call("ping")["result"] == {}
    gateway.stop()


def test_only_the_token_that_is_confirmed_first_counts(daemon):
    """Whoever offers the code without confirming it does not keep the owner out, and gets nothing."""
    gateway = Gateway(daemon, "work")
    code = f"celld.code.{gateway.code}"
    first, second, third = (gateway.window(code) for _ in range(3))
    tokens = [window.wait("access")["token"] for window in (first, second, third)]
    assert len({*tokens, gateway.code}) == 4
    for token in tokens:
        with gateway.window(f"celld.token.{token}") as window:
            assert window.closing() == 4401
    # Nothing but the confirmation is answered before it.
    third.send({"id": 1, "method": "session.info", "params": {"session": "work"}})
    assert third.closing() == 4401
    second.send({"method": "access.confirm", "params": {"token": tokens[1]}})
    second.wait("daemon.connected")
    assert first.closing() == 4410
    for token, expected in zip(tokens, (4401, None, 4401), strict=True):
        with gateway.window(f"celld.token.{token}") as window:
            if expected:
                assert window.closing() == expected
            else:
                window.wait("daemon.connected")
    gateway.stop()


def test_a_wrong_confirmation(daemon):
    gateway = Gateway(daemon, "work")
    messages = [{"method": "access.confirm", "params": {"token": "A" * 22}}, {"method": "access.confirm"}, "x", "[]",
                {"method": "access", "params": {"token": "{token}"}}]
    for message in messages:
        with gateway.window(f"celld.code.{gateway.code}") as window:
            token = window.wait("access")["token"]
            window.send(json.dumps(message).replace("{token}", token))
            assert window.closing() == 4401
    with gateway.window(f"celld.code.{gateway.code}") as window:
        window.confirm()
    gateway.stop()


def test_a_new_address_ends_the_one_before(daemon):
    gateway = Gateway(daemon, "work")
    old = gateway.address
    waiting = gateway.window(f"celld.code.{gateway.code}")
    waiting.wait("access")
    new = gateway.address
    assert new.partition("#")[0] == old.partition("#")[0] and new != old
    assert waiting.closing() == 4410
    with gateway.window(f"celld.code.{old.partition('#')[2]}") as window:
        assert window.closing() == 4410
    with gateway.window(f"celld.code.{gateway.code}") as window:
        window.confirm()
    gateway.stop()


@pytest.mark.parametrize("secret", ["celld.code.", "celld.token.", "celld.code.AAAAAAAAAAAAAAAAAAAAAA", "celld.token.{code}",
                                    "celld.code.{code}A", "celld.token.{token}A", "celld.code.{token}"])
def test_an_unknown_secret(daemon, gateway, secret):
    text = secret.format(token=gateway.token, code=gateway.address.partition("#")[2])
    with gateway.window(text) as window:
        assert window.closing() == 4401


def test_secrets_have_128_random_bits(daemon):
    gateway = Gateway(daemon, "work")
    secrets = [gateway.address.partition("#")[2] for _ in range(20)] + [gateway.token]
    assert len(set(secrets)) == 21
    for secret in secrets:
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", secret)
    gateway.stop()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"])
def test_other_methods(gateway, method):
    code, headers, _ = gateway.request(method, Origin=gateway.origin)
    assert (code, headers["Allow"], headers["Connection"]) == (405, "GET", "close")


def test_headers(gateway):
    answers = [gateway.request(path=path) for path in ("/", "/page.js", "/nothing")]
    answers += [gateway.request(Host="evil.example"), gateway.request("POST")]
    for _, headers, _ in answers:
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in headers


@pytest.mark.parametrize("path", ["/nothing", "/events", "/requests", "/../page.js", "/%2e%2e/etc/passwd", "/page%2ejs", "//", "/page.html",
                                  "/page.js/", "/Page.js"])
def test_other_paths(gateway, path):
    code, _, text = gateway.request(path=path)
    assert code == 404 and text.endswith(".\n")


def test_no_file_is_a_service_worker(gateway):
    assert gateway.request(path="/page.js")[0] == 200
    assert gateway.request(path="/page.js", Service_Worker="script")[0] == 404


def test_headers_may_be_as_long_as_the_cookies_of_other_servers(gateway):
    cookie = "; ".join(f"tool{number}={'x' * 3000}" for number in range(20))
    assert gateway.request(Cookie=cookie)[0] == 200
    assert upgrade(gateway, Cookie=cookie) == 101
    code, headers, text = gateway.request(Cookie=cookie * 2)
    assert code == 431 and "cookies" in text and "Content-Security-Policy" in headers


@pytest.mark.parametrize("text", ["nonsense\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET  /\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                                  "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\nA\r\n\r\n", "\0\r\n\r\n"])
def test_what_is_not_http(gateway, text):
    answer = gateway.raw(text.encode())
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.endswith(b".\n") and answer.count(b"HTTP/1.1 4") == 1


def info(session="work", **more):
    return {"id": 1, "method": "session.info", "params": {"session": session, **more}}


@pytest.mark.parametrize("message, kind", [
    (info(), None),
    (info("secret"), "accessDenied"),
    (info("nothing"), "accessDenied"),
    (info(""), "accessDenied"),
    (info("work", owner="root"), "accessDenied"),
    (info("work", owner=None), "accessDenied"),
    ({"id": 1, "method": "session.info"}, "accessDenied"),
    ({"id": 1, "method": "session.info", "params": ["work"]}, "accessDenied"),
    ({"id": 1, "method": "session.info", "params": {"session": ["work"]}}, "accessDenied"),
    ({"id": 1, "method": "session.list"}, "accessDenied"),
    ({"id": 1, "method": "hello"}, "accessDenied"),
    ({"id": 1, "method": "stats"}, "accessDenied"),
    ({"id": 1, "method": "access.confirm"}, "accessDenied"),
    ({"id": 1, "method": "session.delete", "params": {"session": "work"}}, "accessDenied"),
    ({"id": 1, "method": "cells.push", "params": {"session": "work", "cells": []}}, "accessDenied"),
    ({"method": "session.info", "params": {"session": "work"}}, "invalidRequest"),
    ({"id": 1, "params": {"session": "work"}}, "invalidRequest"),
    ([info("secret")], "invalidRequest"),
    ([info(), info("secret")], "invalidRequest"),
    ('{"id":1,"method":"ping"}\n{"id":2,"method":"session.list"}', "parseError"),
    ('{"id":1,"method":"ping"}{"id":2,"method":"session.list"}', "parseError"),
    ('{"id":1,"method":"session.info","params":{"session":"work","session":"secret"}}', "parseError"),
    ('{"id":1,"method":"session.info","params":{"session":"work","s\\u0065ssion":"secret"}}', "parseError"),
    ('{"id":1,"method":"ping","method":"session.list"}', "parseError"),
    ('{"id":1,"method":"session.info","params":{"session":"work"},"params":{"session":"secret"}}', "parseError"),
    ("[" * 1000, "parseError"),
    (b"\xff", "parseError"),
    ("", "parseError"),
    ("\n", "parseError"),
])
def test_requests_of_pages(gateway, message, kind):
    with gateway.open() as window:
        answer = window.reply(message)
        assert answer.get("error", {}).get("data", {}).get("kind") == kind
        assert kind or answer["result"]["session"] == "work"
        # Nothing else was answered, and the window goes on.
        assert window.call("ping") == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_a_line_feed_in_a_text_makes_no_second_line(gateway):
    with gateway.open() as window:
        text = '\n{"id": 9, "method": "session.list"}\n'
        answer = window.reply({"id": text, "method": "session.info", "params": {"session": "work", "x": text}})
        assert answer["id"] == text
        # White space between the members is not sent on.
        assert window.reply('{"id": 2,\n\n"method":\r\n"ping"}\n')["id"] == 2
        assert window.call("ping")["id"] == 1


@pytest.mark.parametrize("frames, expected", [
    ([("x", 2, True)], 1003),
    ([(json.dumps(info()), 2, True)], 1003),
    ([('{"id": 1,', 1, False), ('"method": "ping"}', 0, True)], 1003),
    ([("", 0, True)], 1003),
    ([("x" * (64 * 1024 + 1), 1, True)], 1009),
    ([("x" * 126, 9, True)], 1002),
    ([("", 11, True)], 1003),
    ([("", 8, True)], 1000),
])
def test_frames(gateway, frames, expected):
    with gateway.open() as window:
        for data, opcode, is_last in frames:
            window.send_frame(data, opcode, is_last)
        assert window.closing() == expected


def test_more_frames(gateway):
    with gateway.open() as window:
        window.send_frame("beat", 9)
        assert window.receive() == (10, b"beat")
        window.send_frame("beat", 10)
        long = {"id": "x" * (64 * 1024 - 40), "method": "ping"}
        assert window.reply(long)["id"] == long["id"]
        window.send_frame(json.dumps(info()), mask=b"")
        assert window.closing() == 1002


NAMES = [("caf\u00e9", "cafe\u0301"), ("\u1e9b\u0323", "\u1e9b\u0323".encode().decode() + "\u200b"), ("\u2126hm", "\u03a9hm"),
         ("\uf9dd", "\u5229"), ("a\u0323\u0307", "a\u0307\u0323"), ("K2", "\u212a2")]


def test_names_of_sessions_are_compared_by_their_bytes(daemon):
    for pair in NAMES:
        for name, title in zip(pair, ("served", "other"), strict=True):
            daemon.call("cells.push", session=name, cells=[{"id": "1", "title": title}])
    gateway = Gateway(daemon, *[served for served, _ in NAMES])
    with gateway.open() as window:
        for served, other in NAMES:
            assert window.call("cells.get", session=served)["result"]["cells"][0]["title"] == "served"
            for method, parameters in {"cells.get": {}, "rows.pull": {"environment": {"width": 40}}, "selection.set": {"ids": ["1"]},
                                       "action.invoke": {"id": "1", "action": "open"}, "header.pull": {"id": "1"}}.items():
                assert window.call(method, session=other, **parameters)["error"]["data"]["kind"] == "accessDenied"
    gateway.stop()


def test_the_name_localhost_leads_to_the_program(daemon):
    """Browsers try ::1 first for localhost, so nobody else may have the port there."""
    gateway = Gateway(daemon, "work")
    try:
        with socket.create_connection(("::1", gateway.port)) as stream:
            stream.sendall(f"GET / HTTP/1.1\r\nHost: {gateway.host}\r\nConnection: close\r\n\r\n".encode())
            assert stream.recv(12) == b"HTTP/1.1 200"
        with socket.socket(socket.AF_INET6) as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with pytest.raises(OSError, match="in use"):
                other.bind(("::1", gateway.port))
                other.listen()
    finally:
        gateway.stop()


def test_a_port_that_another_program_has(daemon):
    for family, host, name in ((socket.AF_INET, "127.0.0.1", "127.0.0.1"), (socket.AF_INET6, "::1", "[::1]")):
        with socket.socket(family) as other:
            other.bind((host, 0))
            other.listen()
            port = other.getsockname()[1]
            run = subprocess.run([CELLWEB, "--port", str(port), "work"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            assert run.returncode == 1 and run.stdout == ""
            assert f"Cannot serve {name}:{port}: Address already in use; choose another --port." in run.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can serve port 80")
def test_the_port_that_browsers_leave_out(daemon):
    gateway = Gateway(daemon, "work", port=80)
    for host in ("127.0.0.1", "localhost"):
        assert upgrade(gateway, Host=host, Origin=f"http://{host}") == 101
    gateway.stop()


def test_nothing_of_the_secrets_is_in_the_command_line_or_the_environment(daemon):
    gateway = Gateway(daemon, "work")
    token = gateway.token
    for name in ("cmdline", "environ"):
        text = pathlib.Path(f"/proc/{gateway.process.pid}/{name}").read_bytes()
        assert gateway.code.encode() not in text and token.encode() not in text
    gateway.stop()


def test_a_browser_that_has_left(daemon):
    """Its connection to the daemon ends."""
    gateway = Gateway(daemon, "work")

    def count():
        return len(os.listdir(f"/proc/{gateway.process.pid}/fd"))

    before, token = count(), gateway.token
    wait_until(lambda: count() <= before, "the first window is still open")
    windows = [gateway.window(f"celld.token.{token}") for _ in range(10)]
    for window in windows:
        window.wait("daemon.connected")
    assert count() >= before + 20
    for window in windows:
        window.close()
    wait_until(lambda: count() <= before, "connections are left")
    gateway.stop()


def test_closed_is_an_exception(gateway):
    """The control of the tests above: a window that is not closed is waited for, and a message is none."""
    with gateway.open() as window, pytest.raises(Closed):
        window.send_frame("", 8)
        window.receive()
