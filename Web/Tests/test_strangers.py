"""Connections without access, and windows that do not read or that send without end: the others do not notice."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import time

import pytest
from programs import SECONDS, Closed, Gateway, wait_until, work_orders

FILES = ("/", "/page.css", "/page.js", "/list.js", "/rows.js", "/link.js")


@pytest.fixture
def own(daemon):
    """A gateway of one test."""
    gateway = Gateway(daemon, "work", "huge")
    yield gateway
    if gateway.process.poll() is None:
        gateway.process.kill()
        gateway.process.wait(SECONDS)


def loads(gateway):
    """Whether all files come, one after the other on new connections."""
    with contextlib.suppress(OSError):
        return all(gateway.request(path=path)[0] == 200 for path in FILES)
    return False


def stranger(gateway, kind):
    stream = gateway.connect(buffer=4096 if kind == "unread answers" else None)
    get = f"GET / HTTP/1.1\r\nHost: {gateway.host}\r\n".encode()
    stream.setblocking(False)
    with contextlib.suppress(OSError):
        stream.send({"idle": b"", "half a line": b"GE", "half a head": get, "not HTTP": b"\x16\x03\x01", "a line feed": b"\n",
                     "a body": get + b"Content-Length: 1000000\r\n\r\n", "chunks": get + b"Transfer-Encoding: chunked\r\n\r\n1\r\n",
                     "unread answers": (get + b"\r\n") * 3000, "idle after an answer": get + b"\r\n",
                     "half an upgrade": get + b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
                     "a wrong token": get + f"Origin: {gateway.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                     f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     f"Sec-WebSocket-Protocol: celld, celld.token.x\r\n\r\n".encode()}[kind])
    return stream


KINDS = ["idle", "half a line", "half a head", "not HTTP", "a line feed", "a body", "chunks", "unread answers",
         "idle after an answer", "half an upgrade", "a wrong token"]


def has_ended(stream):
    """Whether the other end has closed a connection."""
    try:
        while stream.recv(65536):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.parametrize("kind", KINDS)
def test_many_strangers(own, kind):
    """The page loads beside them, an open window goes on, and they are bounded."""
    window = own.open()
    before = own.memory()
    streams = [stranger(own, kind) for _ in range(200)]
    assert loads(own)
    assert window.call("ping")["result"] == {}
    # The newest ones are still there: the page does not load because they were all sent away.
    assert descriptors(own) < 100
    assert own.memory() - before < 64 * 1024
    for stream in streams:
        stream.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_stranger_ends(own, kind):
    """Whatever it sends, and although it goes on to send: a byte now and then does not renew its time."""
    stream = stranger(own, kind)

    def ends():
        with contextlib.suppress(OSError):
            stream.send(b"x")
        return has_ended(stream)

    wait_until(ends, "the stranger is still there")


def test_the_oldest_silent_stranger_goes_first(own):
    """Then the oldest that waits after an answer. A window stays."""
    window = own.open()
    waiting = [stranger(own, "idle after an answer") for _ in range(8)]
    for stream in waiting:
        wait_until(lambda stream=stream: read_some(stream), "no answer")
    silent = [stranger(own, "half a head") for _ in range(56)]
    extra = [stranger(own, "idle") for _ in range(10)]
    wait_until(lambda: all(has_ended(stream) for stream in silent[:10]), "the oldest silent ones are still there")
    assert not any(has_ended(stream) for stream in waiting)
    assert window.call("ping")["result"] == {}
    for stream in waiting + silent + extra:
        stream.close()


def read_some(stream):
    with contextlib.suppress(BlockingIOError):
        return stream.recv(65536)
    return b""


def test_one_request_at_a_time(own):
    get = f"GET /theme.js HTTP/1.1\r\nHost: {own.host}\r\n\r\n".encode()
    with own.connect() as stream:
        for _ in range(3):
            stream.sendall(get)
            received = b""
            while b"function" not in received:
                received += stream.recv(65536)
    # Requests that do not wait for an answer end the connection.
    answer = own.raw(get * 50)
    assert answer.count(b"HTTP/1.1 200") <= 1


@pytest.mark.parametrize("request_line, headers", [
    ("GET /nothing", {}), ("POST /", {}), ("GET /", {"Host": "evil.example"}), ("GET /", {"Origin": "http://evil.example"}),
    ("GET /", {"Content-Length": "5"}), ("GET /", {"X": "x" * 70_000}), ("GET /\0", {}), ("GET /", {"Upgrade": "websocket"})])
def test_a_refusal_ends_the_connection(own, request_line, headers):
    given = "".join(f"{name}: {value}\r\n" for name, value in ({"Host": own.host} | headers).items())
    answer = own.raw(f"{request_line} HTTP/1.1\r\n{given}\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 4") and answer.endswith(b".\n") and answer.count(b"HTTP/1.1 4") == 1


@pytest.mark.parametrize("start, code", [
    ("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000\r\n\r\n", 405), ("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: " + "x" * 70_000, 431),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\nf4240\r\n", 403), ("nonsense\r\n", 400)])
def test_a_refusal_arrives_although_more_is_sent(own, start, code):
    """A reset would destroy it."""
    with own.connect() as stream:
        stream.sendall(start.format(host=own.host).encode())
        send_more(stream)
        answer = b"".join(iter(lambda: stream.recv(65536), b""))
    assert answer.startswith(f"HTTP/1.1 {code} ".encode()) and answer.endswith(b".\n")


def test_a_close_code_arrives_although_more_is_sent(own):
    with own.open() as window:
        window.stream.sendall(b"\x81\xff" + (1 << 30).to_bytes(8) + b"mask")
        send_more(window.stream)
        assert window.closing() == 1009


def send_more(stream):
    """Waits for an answer, and sends on without reading it."""
    stream.recv(1, socket.MSG_PEEK)
    for _ in range(10):
        stream.sendall(b"x" * 50_000)


FLOODS = {
    "requests one after the other": "s.sendall(get); s.recv(65536)",
    "many requests at once": "s.sendall(get * 50); s.recv(1 << 20)",
    "requests without reading": "s.sendall(get * 50)",
    "a body of small chunks": "s.sendall(head + b'Transfer-Encoding: chunked\\r\\n\\r\\n' + b'1\\r\\nx\\r\\n' * 10000)",
    "an endless header": "s.sendall(head + b'X: ' + b'x' * 1000000)",
    "endless headers": "s.sendall(head + b'X: x\\r\\n' * 100000)",
    "an endless target": "s.sendall(b'GET /' + b'x' * 1000000)",
    "connections": "raise OSError",
    "wrong codes": "s.sendall(head + upgrade); s.recv(65536); raise OSError",
}
FLOOD = """
import socket, sys, threading
port, flood = int(sys.argv[1]), compile(sys.argv[2], "flood", "exec")
head = f"GET / HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n".encode()
get = head + b"\\r\\n"
upgrade = (f"Origin: http://127.0.0.1:{port}\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Protocol: celld, celld.code.A\\r\\n\\r\\n").encode()
def work():
    while True:
        with socket.socket() as s:
            try:
                s.settimeout(2)
                s.connect(("127.0.0.1", port))
                while True:
                    exec(flood)
            except OSError:
                pass
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
print(flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def flood(gateway, kind):
    process = subprocess.Popen(["python3", "-c", FLOOD, str(gateway.port), FLOODS[kind]], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    process.stdout.readline()
    try:
        yield
    finally:
        process.kill()
        process.wait(SECONDS)
        process.stdout.close()
        process.stdin.close()


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood(own, daemon, kind):
    """The page loads, an open window gets its rows and its replies, and memory is bounded."""
    window = own.open()
    window.call("rows.watch", session="work", environment={"unit": "point", "width": 500}, format="html", top=0, height=300)
    before = own.memory()
    with flood(own, kind):
        for number in range(3):
            wait_until(lambda: loads(own), "the page does not load")
            title = f"pushed {number}"
            daemon.call("cells.patch", session="work", patches=[{"id": "WO-0", "patch": {"title": title}}])
            while title not in json.dumps(window.wait("rows.changed")):
                pass
            assert window.call("ping")["result"] == {}
        assert own.memory() - before < 64 * 1024
        assert own.stop() == 0


PULL = {"id": 1, "method": "rows.pull",
        "params": {"session": "huge", "count": 10_000, "format": "html", "environment": {"unit": "point", "width": 500}}}


def test_windows_that_do_not_read(own, daemon):
    """Megabytes are asked for in each, and none is read. Nothing is queued, and another window goes on."""
    daemon.replace("huge", list(work_orders(10_000)))
    other, before = own.open(), own.memory()
    windows = [own.window(f"celld.token.{own.token}", buffer=4096) for _ in range(20)]
    for window in windows:
        for number in range(8):
            window.send(PULL | {"id": number})
    for _ in range(10):
        assert other.call("ping")["result"] == {}
    assert loads(own)
    assert own.memory("VmHWM") - before < 64 * 1024
    assert descriptors(own) > 40
    # They end when nothing was taken for ten seconds.
    wait_until(lambda: descriptors(own) < 30, "the windows are still there")
    assert other.call("ping")["result"] == {}
    assert own.stop() == 0
    for window in windows:
        window.close()


def descriptors(gateway):
    return len(os.listdir(f"/proc/{gateway.process.pid}/fd"))


def test_a_window_that_reads_slowly(own, daemon):
    """It is not ended, gets all of a long reply, and then the newest state."""
    daemon.replace("huge", list(work_orders(10_000)))
    with own.window(f"celld.token.{own.token}", buffer=4096) as window:
        window.wait("daemon.connected")
        parts = []
        window.send(PULL)
        while True:
            is_last, opcode, data = window.frame()
            parts.append((opcode, data))
            if is_last:
                break
        assert [opcode for opcode, _ in parts] == [1] + [0] * (len(parts) - 1) and len(parts) > 1
        assert len(json.loads(b"".join(data for _, data in parts))["result"]["rows"]) > 1000
        assert window.call("ping")["result"] == {}


def test_windows_that_send_without_end(own, daemon):
    """Requests that are refused, and such that the daemon answers slowly: the others are served."""
    daemon.replace("huge", list(work_orders(10_000)))
    other, before, isDone = own.open(), own.memory(), threading.Event()

    def send(message):
        with own.window(f"celld.token.{own.token}", buffer=4096) as window, contextlib.suppress(OSError):
            window.stream.settimeout(1)
            while not isDone.is_set():
                window.send(message)

    threads = [threading.Thread(target=send, args=[message])
               for message in (PULL, {"id": 1, "method": "session.list"}, "x", {"id": "x" * 60_000, "method": "ping"})]
    for thread in threads:
        thread.start()
    for _ in range(20):
        assert other.call("ping")["result"] == {}
        assert loads(own)
    assert own.memory("VmHWM") - before < 64 * 1024
    isDone.set()
    for thread in threads:
        thread.join()


def test_windows_are_bounded(own):
    windows = [own.open() for _ in range(32)]
    with own.window(f"celld.token.{own.token}") as window:
        assert window.closing() == 1013
    # An address is not used up by that.
    with own.window() as window:
        assert window.closing() == 1013
    windows.pop().close()

    def opens():
        with own.window(f"celld.token.{own.token}") as window, contextlib.suppress(Closed):
            return window.wait("daemon.connected")
        return None

    wait_until(opens, "no window is free")
    with own.window(f"celld.code.{own.code}") as window:
        wait_until(lambda: window.confirm(), "no access")
    for window in windows:
        window.close()


def test_windows_end_beside_a_stopped_daemon(own, daemon):
    """They do not count any more, although nothing is read from them."""
    windows = [own.open() for _ in range(32)]
    os.kill(daemon.process.pid, signal.SIGSTOP)
    try:
        for window in windows:
            with contextlib.suppress(OSError):
                window.stream.settimeout(0.2)
                for _ in range(12):
                    window.send({"id": "x" * 60_000, "method": "ping"})
            window.close()

        def opens():
            with own.window(f"celld.token.{own.token}") as window, contextlib.suppress(Closed):
                return window.wait("daemon.connected")
            return None

        wait_until(opens, "no window is free")
    finally:
        os.kill(daemon.process.pid, signal.SIGCONT)


def test_few_descriptors(daemon):
    gateway = Gateway(daemon, "work", limit=48)
    assert loads(gateway)
    window = gateway.open()
    streams = [stranger(gateway, "idle") for _ in range(100)]
    wait_until(lambda: loads(gateway), "the page does not load")
    assert window.call("ping")["result"] == {}
    # It waits: the processor time does not grow with the time.
    begun, used = time.monotonic(), gateway.processor_time()
    time.sleep(2)
    assert (gateway.processor_time() - used) / (time.monotonic() - begun) < 0.1
    windows = []
    with contextlib.suppress(Closed):
        while True:
            windows.append(gateway.open())
            assert len(windows) < 32
    assert windows
    assert loads(gateway) and window.call("ping")["result"] == {}
    for stream in streams:
        stream.close()
    gateway.stop()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_end(own, daemon, number):
    """Whoever is connected: strangers, and windows that read or do not."""
    daemon.replace("huge", list(work_orders(10_000)))
    window, unread = own.open(), own.window(f"celld.token.{own.token}", buffer=4096)
    unread.send(PULL)
    streams = [stranger(own, kind) for kind in KINDS for _ in range(3)]
    candidate = own.window()
    candidate.wait("access")
    assert own.stop(number) == 0
    assert window.closing() == 1001
    for stream in streams:
        stream.close()
    unread.close()


def test_the_end_beside_a_stopped_daemon(own, daemon):
    window = own.open()
    os.kill(daemon.process.pid, signal.SIGSTOP)
    try:
        window.send({"id": 1, "method": "ping"})
        assert own.stop() == 0
    finally:
        os.kill(daemon.process.pid, signal.SIGCONT)


def test_a_second_signal(own):
    own.process.send_signal(signal.SIGTERM)
    own.process.send_signal(signal.SIGTERM)
    assert own.process.wait(SECONDS) == 0


def test_the_end_of_the_input(own):
    own.process.stdin.close()
    assert own.process.wait(SECONDS) == 0


def test_the_daemon_restarts(own, daemon):
    window = own.open()
    daemon.stop()
    assert "daemon" in window.wait("daemon.away")["message"].lower()
    assert window.call("ping")["error"]["data"]["kind"] == "busy"
    assert window.call("session.list")["error"]["data"]["kind"] == "accessDenied"
    daemon.start()
    assert window.wait("daemon.connected") == {"sessions": ["work", "huge"]}
    assert window.call("ping")["result"] == {}
