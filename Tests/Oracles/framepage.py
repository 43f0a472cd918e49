"""Rows as a page, drawn from their frames alone, as any program could draw them."""

import html

import faces


def page(rows, width):
    """The page of rows in points: a box for each element, a text for each line, and a run for each font in it."""
    families = {line["font"]["family"] for line in lines(rows) if "font" in line}
    families |= {run["family"] for line in lines(rows) for run in line.get("runs", [])}
    body = "".join(row_box(row, width) for row in rows)
    return ("<!doctype html><html><head><meta charset='utf-8'><style>\n" + faces.rules(families) +
            "body { margin: 0 } .row, .element, .line { position: absolute } .line { white-space: pre }\n"
            "</style></head><body>" + body + "</body></html>")


def lines(rows):
    return (line for row in rows for element in row["elements"] for line in element["lines"])


def row_box(row, width):
    inside = "".join(element_box(element) for element in row["elements"])
    return (f'<div class="row" style="left: 0; top: {row["y"]}px; width: {width}px; height: {row["height"]}px">'
            f"{inside}</div>")


def element_box(element):
    drawn = "".join(line_text(line) for line in element["lines"])
    box = "; ".join(f"{name}: {element[member]}px" for name, member in
                    (("left", "x"), ("top", "y"), ("width", "width"), ("height", "height")))
    # Lines stand in the row, not in the element.
    return f'<div class="element" data-slot="{element["slot"]}" style="{box}"></div>{drawn}'


def line_text(line):
    font = line.get("font", {"family": "sans-serif", "size": 16, "weight": 400})
    text = line["text"].encode()
    runs = line.get("runs") or [{"bytes": [0, len(text)], "family": font["family"]}]
    spans = "".join(
        f"""<span style="font-family: '{run["family"]}'">{html.escape(text[run["bytes"][0]:run["bytes"][1]].decode())}"""
        "</span>" for run in sorted(runs, key=lambda run: run["bytes"][0]))
    style = (f'left: {line["x"]}px; top: {line["y"]}px; font: {font["weight"]} {font["size"]}px sans-serif; '
             f'direction: {line["direction"]}')
    return f'<div class="line" style="{style}">{spans}</div>'
