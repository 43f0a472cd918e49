"""The programs that the tests start, and the cells that they push."""

import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(os.environ.get("CELLCTL_FOLDER", ROOT / ".build/debug"))
CELLWEB = pathlib.Path(os.environ.get("CELLWEB", ROOT / "Web/.build/debug/cellweb"))
SECONDS = 120


def wait_until(condition, what):
    """Calls a function until it returns something true, and returns that."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError(f"timed out: {what}")


class Daemon:
    """celld with a store. It can be restarted."""

    def __init__(self, folder):
        self.socket_path = folder / "celld.sock"
        self.store = folder / "celld.db"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([FOLDER / "celld", "--socket", self.socket_path, "--store", self.store],
                                        stderr=subprocess.DEVNULL)
        wait_until(self.answers, "celld does not answer")

    def answers(self):
        try:
            return self.call("ping") == {}
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(SECONDS)

    def connect(self):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(SECONDS)
        connection.connect(str(self.socket_path))
        return connection.makefile("rw", encoding="utf-8")

    def call(self, method, **parameters):
        with self.connect() as stream:
            return request(stream, method, parameters)

    def replace(self, session, cells):
        """Makes a list, in parts that fit into lines."""
        with self.connect() as stream:
            for start in range(0, len(cells), 10_000):
                request(stream, "cells.replace", {"session": session, "cells": cells[start:start + 10_000],
                                                  "more": start + 10_000 < len(cells)})


def request(stream, method, parameters):
    print(json.dumps({"id": 1, "method": method, "params": parameters}), file=stream, flush=True)
    reply = json.loads(stream.readline())
    if "error" in reply:
        raise RuntimeError(reply["error"]["message"])
    return reply["result"]


class Gateway:
    """cellweb for some sessions. `limit` is the number of its descriptors, `options` are more arguments."""

    def __init__(self, daemon, *sessions, port=0, options=(), limit=None, **more):
        wrapper = ["prlimit", f"--nofile={limit}"] if limit else []
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*wrapper, CELLWEB, "--socket", daemon.socket_path, "--port", str(port), "--end-with-input", *options, "--", *sessions],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, **more)
        self.origin, _, self.code = self.read_address().partition("/#")
        self.host = self.origin.removeprefix("http://")
        self.port = int(self.host.split(":")[1])
        self.is_given = False
        self._token = None

    def read_address(self):
        return self.process.stdout.readline().strip()

    @property
    def address(self):
        """An address that nobody has used. Enter gives a new one for each use."""
        if self.is_given:
            print(file=self.process.stdin, flush=True)
            self.code = self.read_address().partition("/#")[2]
        self.is_given = True
        return f"{self.origin}/#{self.code}"

    @property
    def token(self):
        """A token that counts."""
        if self._token is None:
            with self.window() as window:
                self._token = window.confirm()
        return self._token

    def window(self, *secrets, **headers):
        """Opens a WebSocket with some subprotocols, or else with the code of a new address."""
        return Window(self, secrets or [f"celld.code.{self.address.partition('#')[2]}"], **headers)

    def open(self):
        """Opens a window that has access."""
        window = self.window(f"celld.token.{self.token}")
        window.wait("daemon.connected")
        return window

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(SECONDS)

    def messages(self):
        """The lines on standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def memory(self, name="VmRSS"):
        """The memory of the process in KiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", status)[1])

    def processor_time(self):
        """The seconds that the process has computed."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")")[-1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connect(self, buffer=None):
        stream = socket.socket()
        if buffer:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        stream.settimeout(SECONDS)
        stream.connect(("127.0.0.1", self.port))
        return stream

    def request(self, method="GET", path="/", body=None, **headers):
        """The status, the headers and the text of a response. A header that is None is left out."""
        given = {"Host": self.host} | {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def raw(self, data):
        """Sends bytes on a connection of their own, and returns all that comes until it ends."""
        with self.connect() as stream:
            received = b""
            try:
                stream.sendall(data)
                while part := stream.recv(65536):
                    received += part
            except (BrokenPipeError, ConnectionResetError):
                pass
            return received


class Refused(Exception):
    """An upgrade that was answered with another status than 101."""

    def __init__(self, status, text):
        super().__init__(status, text)
        self.status, self.text = status, text


class Closed(Exception):
    """A close frame."""

    def __init__(self, code, reason):
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Window:
    """A WebSocket as a page has it. A header that is None is left out."""

    def __init__(self, gateway, secrets, buffer=None, **headers):
        given = {"Host": gateway.host, "Origin": gateway.origin, "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
                 "Sec_WebSocket_Protocol": ", ".join(["celld", *secrets])} | headers
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in given.items() if value is not None]
        self.stream = gateway.connect(buffer)
        self.stream.sendall("\r\n".join(["GET / HTTP/1.1", *lines, "", ""]).encode())
        self.reader = self.stream.makefile("rb")
        self.status = int(self.reader.readline().split()[1])
        self.headers = http.client.parse_headers(self.reader)
        self.number = 0
        if self.status != 101:
            text = self.reader.read().decode()
            self.close()
            raise Refused(self.status, text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.reader.close()
        self.stream.close()

    def send_frame(self, data, opcode=1, is_last=True, mask=b"\1\2\3\4"):
        data = data.encode() if isinstance(data, str) else data
        length = len(data)
        size = bytes([length]) if length < 126 else b"\x7e" + struct.pack(">H", length) if length < 65536 \
            else b"\x7f" + struct.pack(">Q", length)
        head = bytes([opcode | (0x80 if is_last else 0), size[0] | (0x80 if mask else 0)]) + size[1:]
        body = mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)) if mask else data
        self.stream.sendall(head + body)

    def send(self, message):
        self.send_frame(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def frame(self):
        """The next frame: whether it is the last one of a message, its opcode and its data."""
        first, second = self.read(2)
        length = second & 0x7F
        if length > 125:
            length = int.from_bytes(self.read(2 if length == 126 else 8), "big")
        return bool(first & 0x80), first & 15, self.read(length)

    def read(self, count):
        data = self.reader.read(count)
        if len(data) < count:
            raise ConnectionError("the connection has ended")
        return data

    def receive(self):
        """The next message."""
        text = b""
        while True:
            is_last, opcode, data = self.frame()
            if opcode == 8:
                raise Closed(int.from_bytes(data[:2], "big"), data[2:].decode())
            text += data
            if is_last:
                return json.loads(text) if opcode < 2 else (opcode, data)

    def wait(self, method):
        """The parameters of the next notification of a method."""
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message["params"]

    def confirm(self):
        """Takes the token that a code has brought, and confirms it."""
        token = self.wait("access")["token"]
        self.send({"method": "access.confirm", "params": {"token": token}})
        self.wait("daemon.connected")
        return token

    def reply(self, message):
        """Sends a message, and returns the next reply."""
        self.send(message)
        while True:
            answer = self.receive()
            if "id" in answer:
                return answer

    def call(self, method, **parameters):
        self.number += 1
        return self.reply({"id": self.number, "method": method, "params": parameters})

    def closing(self):
        """The code with which cellweb closes the window."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed.code


THINGS = ["Pump station", "Lift", "Conveyor", "Compressor", "Boiler", "Cooling tower", "Valve", "Generator"]
WORK = ["vibration alarm on bearing 2", "periodic inspection", "oil leak at the gearbox", "replace the filter"]
STATES = [("High", "negative"), ("Medium", "critical"), ("Low", "neutral"), ("Done", "positive"), ("Planned", "informative")]
TEXTS = ["Bearing temperature rose to 78 °C within two hours after start-up; check lubrication and alignment before the next "
         "shift, and log both values in the report.", "Measure the brake wear and record the tension of the ropes.",
         "ブレーキの摩耗を測定し、ロープの張力を記録してください。", ""]


def work_orders(count):
    """Cells of a work list, always the same ones."""
    choose = random.Random(7)
    for number in range(count):
        thing, (text, state) = THINGS[number % len(THINGS)], choose.choice(STATES)
        yield {
            "id": f"WO-{number}", "title": f"{thing} {number} — {choose.choice(WORK)}", "subtitle": f"WO-{number} · Inspection",
            "status": {"text": text, "state": state}, "description": choose.choice(TEXTS),
            "unread": choose.random() < 0.3, "image": thing[:2].upper(),
            "actions": [{"id": "accept", "title": "Accept"}, {"id": "follow", "title": "Follow", "kind": "toggle"}],
            "menu": [{"id": "share", "title": "Share"}, {"id": "delete", "title": "Delete", "role": "destructive"}],
            "swipe": {"trailing": ["delete", {"id": "snooze", "title": "Snooze"}]},
            "header": {"tags": ["order"], "chart": {"title": "Load", "values": [1, 4, 2, 8]}},
            "data": {"plant": choose.choice(["Berlin", "Hamburg", "Kyoto"])},
        }
