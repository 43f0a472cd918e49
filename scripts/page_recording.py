"""Records the page of `cellctl demo --web` as an animated WebP: see scripts/record-page.

usage: page_recording.py FILE [FOLDER]

FOLDER gets each frame as a PNG.
"""

import io
import json
import os
import pathlib
import shlex
import subprocess
import sys

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright

WIDE, NARROW, STEP, HEIGHT = 840, 380, 46, 480
EDGE, BAR, LINE = 16, 30, 40
SIZE = (WIDE + 2 * EDGE, HEIGHT + BAR + LINE + 2 * EDGE)
DESK, FRAME, INK = "#dfe5ec", "#c3ccd6", "#223548"
FONT = "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf"
SECONDS = 30


class Demo:
    """`cellctl demo --web`, and another client of its daemon; ends with the `with` block."""

    def __enter__(self):
        self.cellctl = pathlib.Path(os.environ["CELLCTL_FOLDER"]) / "cellctl"
        gateway = pathlib.Path(os.environ["CELLWEB"]).parent
        variables = os.environ | {"PATH": f"{gateway}:{os.environ['PATH']}"}
        self.process = subprocess.Popen([self.cellctl, "demo", "--web"], env=variables, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def patch(self, *arguments):
        """Runs `cellctl patch`, and returns the command as a user types it."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid), "-x", "cellweb"], check=True, stdout=subprocess.PIPE, text=True)
        words = pathlib.Path(f"/proc/{children.stdout.strip()}/cmdline").read_text().split("\0")
        socket = words[words.index("--socket") + 1]
        subprocess.run([self.cellctl, "patch", *arguments, "--socket", socket], check=True, stdout=subprocess.DEVNULL)
        return "$ " + shlex.join(["cellctl", "patch", *arguments])


class Recording:
    """The frames: a window on a desk, with a line of a terminal below it."""

    def __init__(self, page):
        self.page, self.frames, self.times = page, [], []
        self.font = ImageFont.truetype(FONT, 15)
        self.line = "$ cellctl demo --web"
        self.width = WIDE

    def shoot(self, milliseconds, pointer=None):
        """Adds a frame. The pointer is at a point of the page, or drags the edge of the window ("edge")."""
        picture = Image.new("RGB", SIZE, DESK)
        draw = ImageDraw.Draw(picture)
        right, bottom = EDGE + self.width, EDGE + BAR + HEIGHT
        draw.rounded_rectangle((EDGE - 1, EDGE - 1, right, bottom), 8, fill=FRAME, outline="#9fb0c0",
                               corners=(True, True, False, False))
        for index in range(3):
            draw.ellipse((EDGE + 12 + 18 * index, EDGE + 10, EDGE + 22 + 18 * index, EDGE + 20), fill="#8fa0b2")
        draw.text((EDGE + 76, EDGE + 6), "127.0.0.1", INK, self.font)
        shot = Image.open(io.BytesIO(self.page.screenshot()))
        picture.paste(shot, (EDGE, EDGE + BAR))
        draw.text((EDGE, bottom + 12), self.line, INK, self.font)
        if pointer == "edge":
            draw_arrow(draw, right, EDGE + BAR + HEIGHT // 2)
        elif pointer:
            draw_pointer(draw, EDGE + pointer[0], EDGE + BAR + pointer[1])
        self.frames.append(picture)
        self.times.append(milliseconds)

    def drag(self, width):
        """Drags the edge of the window, and waits for the rows of each width."""
        step = STEP if width > self.width else -STEP
        while self.width != width:
            self.width = max(width, self.width + step) if step < 0 else min(width, self.width + step)
            self.page.set_viewport_size({"width": self.width, "height": HEIGHT})
            self.wait_for(f"{self.width} pt")
            self.shoot(90, "edge")

    def wait_for(self, text):
        self.page.wait_for_function("text => document.getElementById('facts').textContent.includes(text)", arg=text)
        # Until it is drawn.
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def save(self, path):
        first, *others = self.frames
        first.save(path, save_all=True, append_images=others, duration=self.times, loop=0, quality=50, method=6, minimize_size=True)


def draw_arrow(draw, x, y):
    """The pointer that changes a width."""
    for tip in (-1, 1):
        draw.polygon([(x + 13 * tip, y), (x + 6 * tip, y - 6), (x + 6 * tip, y + 6)], fill="black", outline="white")
    draw.rectangle((x - 7, y - 1, x + 7, y + 1), fill="black")


def draw_pointer(draw, x, y):
    shape = [(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)]
    draw.polygon([(x + dx, y + dy) for dx, dy in shape], fill="black", outline="white")


def centre(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play(demo, page):
    recording = Recording(page)
    recording.wait_for(f"{WIDE} pt")
    recording.shoot(1000)
    recording.drag(NARROW)
    recording.shoot(700, "edge")
    recording.drag(WIDE)
    recording.shoot(600, "edge")
    for text, state in (("upgrading", "critical"), ("upgraded", "positive")):
        # The second cell, which is always on the screen.
        title = page.locator('.row [data-slot="title"]').nth(1).text_content().strip()
        status = json.dumps({"text": text, "state": state}, separators=(",", ":"))
        recording.line = demo.patch("packages", title, f"status={status}")
        page.get_by_text(text, exact=True).wait_for()
        recording.shoot(1100)
    recording.line = "$ cellctl demo --web"
    for text in ("s", "sh", "shell"):
        page.fill("#search", text)
        page.wait_for_function("() => CSS.highlights.get('hit').size > 0")
        recording.wait_for(" of ")
        recording.shoot(150 if text != "shell" else 1300, centre(page, "#search"))
    page.click("#more")
    recording.wait_for(" of ")
    recording.shoot(500, centre(page, "#more"))
    page.select_option('[name="theme"]', "dark")
    page.wait_for_function("() => document.documentElement.hasAttribute('data-dark')")
    recording.wait_for(" of ")
    recording.shoot(700, centre(page, '[name="theme"]'))
    page.click("#more")
    recording.wait_for(" of ")
    recording.shoot(1500)
    return recording


def main():
    path, *folder = sys.argv[1:]
    with Demo() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": WIDE, "height": HEIGHT}, color_scheme="light").new_page()
        page.set_default_timeout(1000 * SECONDS)
        page.goto(demo.address)
        page.wait_for_selector(".row")
        recording = play(demo, page)
        browser.close()
    recording.save(path)
    if folder:
        pathlib.Path(folder[0]).mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(recording.frames):
            frame.save(pathlib.Path(folder[0]) / f"{number:03}.png")
    print(path)


if __name__ == "__main__":
    main()
