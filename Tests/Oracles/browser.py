"""Chromium without a window: what it measures in a page, and how it looks."""

import html
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

# Letters as outlines at any place, so that a length is that of the font; a pixel of CSS is a pixel.
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--font-render-hinting=none",
           "--enable-font-subpixel-positioning", "--force-device-scale-factor=1", "--allow-file-access-from-files",
           "--no-first-run", "--disable-background-networking"]
SECONDS = 120

# Waits for the fonts, then writes what `measure` finds as JSON into the page.
SCRIPT = """
<script>
addEventListener("load", async () => {
  await Promise.all([...document.fonts].map(face => face.load().catch(() => null)));
  const found = document.createElement("pre");
  found.id = "found";
  const missing = [...document.fonts].filter(face => face.status != "loaded").map(face => face.family);
  found.textContent = JSON.stringify({missing, result: (%s)()});
  document.body.append(found);
});
</script>
"""


def program():
    """The browser; without one the check cannot be made."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    raise SystemExit("Chromium is missing; run: apt-get install chromium (scripts/setup --tests does)")


def run(*arguments):
    """Runs the browser in a profile of its own; returns what it prints."""
    with tempfile.TemporaryDirectory(prefix="celld-browser-") as profile:
        return subprocess.run([program(), *OPTIONS, f"--user-data-dir={profile}", *arguments], check=True, timeout=SECONDS,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout


def measure(page, function, width=800):
    """The result of a function of JavaScript in a page, which is given as HTML, in a window so wide."""
    with tempfile.TemporaryDirectory(prefix="celld-page-") as folder:
        path = pathlib.Path(folder) / "page.html"
        path.write_text(page + SCRIPT % function, encoding="utf-8")
        printed = run("--virtual-time-budget=60000", f"--window-size={width},600", "--dump-dom", path.as_uri())
    found = re.search(r'<pre id="found">(.*?)</pre>', printed, re.DOTALL)
    if not found:
        raise SystemExit("Chromium did not measure the page; the end of its output:\n" + printed[-2000:])
    found = json.loads(html.unescape(found[1]))
    if found["missing"]:
        raise SystemExit(f"Chromium did not load the fonts {sorted(set(found['missing']))}")
    return found["result"]


def screenshot(page, path, width, height):
    """Draws a page, given as HTML, into a PNG file."""
    with tempfile.TemporaryDirectory(prefix="celld-page-") as folder:
        source = pathlib.Path(folder) / "page.html"
        source.write_text(page, encoding="utf-8")
        run(f"--window-size={width},{height}", f"--screenshot={path}", source.as_uri())
