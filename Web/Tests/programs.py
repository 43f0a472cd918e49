"""The programs that the tests start, and the cells that they push."""

import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
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
    """cellweb for some sessions."""

    def __init__(self, daemon, *sessions, port=0):
        self.process = subprocess.Popen([CELLWEB, "--socket", daemon.socket_path, "--port", str(port), *sessions],
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.origin, _, self.token = self.address.partition("/?token=")
        self.host = self.origin.removeprefix("http://")
        self.port = int(self.host.split(":")[1])
        self.cookie = f"cellweb-{self.port}={self.token}"

    def stop(self):
        self.process.terminate()
        return self.process.wait(SECONDS)

    def request(self, method, path, body=None, **headers):
        """The status, the headers and the text of a response. A header that is None is left out."""
        given = {"Host": self.host, "Cookie": self.cookie} | {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True)
            body = body.encode() if isinstance(body, str) else body
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            is_stream = response.headers.get("Content-Type") == "text/event-stream"
            return response.status, response.headers, "" if is_stream else response.read().decode()
        finally:
            connection.close()


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
