"""Files of pictures as strict parsers see them, and cells that would be markup."""

import subprocess
import xml.etree.ElementTree

try:
    import gi
    import html5lib
    gi.require_version("Pango", "1.0")
    from gi.repository import Pango
except ImportError as reason:
    raise SystemExit(f"a parser is missing ({reason}); run: scripts/setup --tests, and use the system's python3") from reason

# A PNG of one pixel.
PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

# Shown as it was written.
VISIBLE = [
    "<script>alert(1)</script>", "</text></svg><img src=x onerror=alert(1)>", "\" onload=\"alert(1)", "' style='x",
    "]]><!-- &amp; &#x3C; -->", "<![CDATA[x]]>", "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;", "</style></title><plaintext>",
    "<foreignObject><p>", "<?xml version='1.0'?>", "&notit; &lt &#0; &#xD800; &unknown;", "--!><!-->", "<a href=javascript:x>",
    "javascript:alert(1)", "{{x}} ${x} %s \\0 \\u003c", "<", ">", "&", "</", "<!", "<?",
]
# Control characters, code points that are not characters, and directions that are not closed.
INVISIBLE = [
    "a\u0000b", "a\u0001\u0008\u000b\u000c\u001b[31mb", "a\u007f\u0085\u009fb", "a\ufdd0\ufdefb", "a\ufffe\uffffb",
    "a\U0001fffe\U0005ffff\U0010fffeb", "a\u202eb<b>", "a\u2066b", "\ufeffa", "a\u2028b\u2029c\r\nd\te", "\ue000\U000f0000",
    "data:image/png;base64,iVBORw0KGgo\"><b>", "data:image/svg+xml;base64,PHN2Zy8+",
]


def hostile_cells():
    """Cells that have a hostile text in each member that is a text."""
    for number, text in enumerate(VISIBLE + INVISIBLE):
        icon = {"name": text, "text": text, "label": text}
        image = {"initials": text, "source": text, "label": text}
        yield {"id": f"cell-{number}", "title": text, "subtitle": text, "footnote": text, "caption": text, "description": text,
               "icons": [icon], "image": image, "avatars": [image], "status": [{"text": text, "icon": icon, "label": text}],
               "info": {"text": text, "icon": icon}, "tags": [text], "href": text,
               "actions": [{"id": "a", "title": text, "icon": icon}, {"id": "b", "title": text}],
               "header": {"tags": [text], "footnotes": [text], "description": text,
                          "chart": {"title": text, "subtitle": text, "trend": text, "values": [1, 2]}}}


def parsed_html(document):
    """The tree of a page; an error of parsing is one of Python's."""
    return html5lib.HTMLParser(strict=True).parse(document)


def parsed_svg(document):
    """The tree of a picture that xmllint takes."""
    lint = subprocess.run(["xmllint", "--noout", "--nonet", "-"], input=document, stderr=subprocess.PIPE)
    if lint.returncode:
        raise ValueError(lint.stderr.decode(errors="replace")[:400])
    return xml.etree.ElementTree.fromstring(document)


PARSERS = {"html": parsed_html, "svg": parsed_svg}


def pango_text(line):
    """The text of a line of Pango markup; an error of parsing is one of GLib's."""
    _, _, text, _ = Pango.parse_markup(line, -1, "\0")
    return text


def markdown_items(lines):
    """For each line of Markdown as GitHub reads it, the elements below the item of a list."""
    extensions = [word for name in ("table", "strikethrough", "autolink") for word in ("-e", name)]
    page = subprocess.run(["cmark-gfm", *extensions], input="\n".join(lines).encode(), stdout=subprocess.PIPE, check=True).stdout
    body = html5lib.parse(page, namespaceHTMLElements=False).find("body")
    return [[element for element in item.iter() if element is not item] for item in body.findall("./ul/li")]


class Parsed:
    """What a parser finds in a document: the names in it, its texts, and why it does not parse."""

    def __init__(self, kind, document):
        # (element, attribute) of all attributes, and (element,) of those without.
        self.names, self.texts, self.errors = set(), set(), []
        try:
            tree = PARSERS[kind](document)
        except (html5lib.html5parser.ParseError, ValueError, xml.etree.ElementTree.ParseError) as error:
            self.errors.append(f"does not parse: {error}")
            return
        for element in tree.iter():
            name = str(element.tag)
            self.names |= {(name, str(attribute)) for attribute in element.attrib} | {(name,)}
            if name.endswith("}text"):
                self.texts.add("".join(element.itertext()))
