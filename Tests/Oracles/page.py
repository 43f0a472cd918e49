"""Rows as pages of HTML, in which a browser measures what it draws."""

import html

import browser
import faces

# Texts are measured by their own letters: without the length that they are set to.
MEASURE = """() => [...document.querySelectorAll("li > svg")].map(svg => {
  const origin = svg.getBoundingClientRect();
  const box = item => {
    const {x, y, width, height} = item.getBoundingClientRect();
    return {x: x - origin.x, y: y - origin.y, width, height};
  };
  const text = item => {
    const length = parseFloat(item.getAttribute("textLength"));
    item.removeAttribute("textLength");
    item.removeAttribute("lengthAdjust");
    // The box of a text has the ink, which may lean over the place of its letters.
    const extents = [...Array(item.getNumberOfChars()).keys()].map(place => item.getExtentOfChar(place));
    return {text: item.textContent, width: item.getComputedTextLength(), length,
            left: Math.min(...extents.map(extent => extent.x)),
            right: Math.max(...extents.map(extent => extent.x + extent.width))};
  };
  return {y: origin.y, width: origin.width, height: origin.height,
          slots: [...svg.querySelectorAll("[data-slot]")].map(slot => ({
            slot: slot.dataset.slot, texts: [...slot.querySelectorAll("text")].map(text),
            shapes: [...slot.querySelectorAll("rect:not(clipPath > rect), image, circle, polygon, path")].map(box)}))};
})"""
MEASURE_RUNS = """() => [...document.querySelectorAll("div")].map(line => [...line.children].reduce((sum, run) =>
  sum + run.getBoundingClientRect().width, 0))"""


def measured(pictures, families):
    """What the browser finds in the pictures of rows: of each its box, and the texts and shapes of its slots."""
    rules = "ul { margin: 0; padding: 0; list-style: none } svg { display: block }"
    page = document(families, rules, f"<ul>{''.join(pictures)}</ul>")
    return browser.measure(page, MEASURE)


def measured_by_runs(lines):
    """Two widths of each line whose runs are drawn in the fonts that its frame names: each run by itself, and in its line."""
    families = {family for line in lines for family in line_families(line)}
    style = "span { white-space: pre } .apart span { display: inline-block }"
    found = []
    for name in ("apart", "together"):
        body = f'<main class="{name}">{"".join(map(line_of_runs, lines))}</main>'
        found.append(browser.measure(document(families, style, body), MEASURE_RUNS))
    return list(zip(*found))


def line_of_runs(line):
    text, font = line["text"].encode(), line["font"]
    runs = line.get("runs") or [{"bytes": [0, len(text)], "family": font["family"]}]
    return f'<div dir="{line["direction"]}">' + "".join(
        f"""<span style="font: {font["weight"]} {font["size"]}px '{run["family"]}'">"""
        f"{html.escape(text[slice(*run['bytes'])].decode())}</span>" for run in runs) + "</div>"


def line_families(line):
    """The families that a line of a frame is set in."""
    return {line["font"]["family"]} | {run["family"] for run in line.get("runs", [])} if "font" in line else set()


def document(families, style, body):
    return ("<!doctype html><html><head><meta charset='utf-8'><style>\n" + faces.rules(families) + style +
            f"</style></head><body>{body}</body></html>")
