"""Fast pushes: the page takes each message at once, draws once a frame, and shows the last push."""

import threading
import time

import pytest
from playwright.sync_api import expect
from programs import request

ROWS = 40


def cells(version):
    return [{"id": f"c{number}", "title": f"Pump {number} v{version}", "subtitle": f"Measured {version} times",
             "status": {"text": f"{version % 97} bar", "state": "positive"}} for number in range(ROWS)]


def push(daemon, rate, seconds):
    """Pushes all rows in sight, `rate` times a second. Returns the last version and the time of its reply."""
    version, begun = 0, time.monotonic()
    with daemon.connect() as stream:
        while time.monotonic() < begun + seconds:
            version += 1
            request(stream, "cells.push", {"session": "people", "cells": cells(version)})
            time.sleep(max(0, begun + version / rate - time.monotonic()))
    return version, time.monotonic()


@pytest.fixture
def page(daemon, open_page):
    daemon.call("cells.replace", session="people", cells=cells(0))
    page = open_page(height=ROWS * 72, query="?session=people")
    expect(page.locator(".row")).to_have_count(ROWS)
    return page


COUNT = """cost => {
  window.counts = { frames: 0, draws: 0 };
  const count = () => {
    for (const end = performance.now() + cost; performance.now() < end;);
    window.counts.frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  new MutationObserver(() => { window.counts.draws++; })
    .observe(document.getElementById("rows"), { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("cost", [0, 60], ids=["frames", "slow frames"])
def test_a_frame_draws_once(daemon, page, cost):
    page.evaluate(COUNT, cost)
    results = []
    pushing = threading.Thread(target=lambda: results.append(push(daemon, 200, 4)))
    pushing.start()
    while pushing.is_alive():
        # The text of the page is read now and then only: the measurement must not slow the page.
        page.wait_for_timeout(200)
    version, ended = results[0]
    page.wait_for_function("version => document.getElementById('rows').textContent.includes(`v${version}`)", arg=version)
    late = time.monotonic() - ended
    counts = page.evaluate("window.counts")
    print(f"{version} pushes: the last is shown after {late:.2f} s; {counts['draws']} draws in {counts['frames']} frames")
    assert 0 < counts["draws"] <= counts["frames"] + 1
    for row in (0, ROWS // 2, ROWS - 1):
        expect(page.locator(".row").nth(row)).to_contain_text(f"Pump {row} v{version}")
