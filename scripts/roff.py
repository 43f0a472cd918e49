"""Writes man pages: text and lists as the macros of man(7), and pages from Markdown."""

import re
import textwrap

from markdown_it import MarkdownIt

# Characters that roff would draw as another one, or read as a command.
ESCAPES = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
SOURCE_COLUMNS = 76
# The columns for examples on a terminal of 80.
EXAMPLE_COLUMNS = 70
# Where a message of JSON continues on the next line.
JSON_BREAK = re.compile(r"(?<=[]}\"\w]),(?=[\"{\[])")


def escape(text):
    return "".join(ESCAPES.get(character, character) for character in text)


def bold(text):
    return rf"\fB{escape(text)}\fR"


def italic(text):
    return rf"\fI{escape(text)}\fR"


def quote(text):
    """An argument of a macro."""
    return '"' + text.replace('"', r"\(dq") + '"'


def command_line(words):
    """The words of a command: those in capitals are replaced by the user."""
    return " ".join(italic(word) if re.sub(r"[^\w]", "", word).isupper() else bold(word) for word in words)


class Page:
    """A man page. Text that is passed to it is escaped already."""

    def __init__(self, name, section, date, version):
        self.lines = [f'.TH {quote(escape(name.upper()))} {section} {date} {quote(version)}']
        # Nothing is hyphenated, lines are not stretched, and a sentence ends with one space.
        self.lines += [".nh", ".ad l", ".ss 12 0"]

    def __str__(self):
        return "\n".join(self.lines) + "\n"

    def section(self, title):
        self.lines.append(f".SH {quote(title)}")

    def subsection(self, title):
        self.lines.append(f".SS {quote(title)}")

    def text(self, text):
        lines = textwrap.wrap(text, SOURCE_COLUMNS, break_long_words=False, break_on_hyphens=False)
        self.lines += [r"\&" + line if line.startswith(".") else line for line in lines]

    def leave_space(self):
        """An empty line, and the margin of paragraphs. A heading has both."""
        if not self.lines[-1].startswith((".SH", ".SS")):
            self.lines.append(".PP")

    def paragraph(self, text):
        self.leave_space()
        self.text(text)

    def item(self, mark, width, text):
        """A paragraph with a mark at its left, such as a bullet."""
        self.lines.append(f".IP {quote(mark)} {width}")
        self.text(text)

    def definition(self, term, texts):
        """A term, and paragraphs that are indented below it."""
        self.lines += [".TP", term or r"\&"]
        for number, text in enumerate(text for text in texts if text):
            if number:
                self.lines.append(".br")
            self.text(text)

    def example(self, lines):
        self.leave_space()
        self.lines += [".in +2n", ".nf"]
        self.lines += [r"\&" + escape(line) if line.startswith(".") else escape(line) for line in lines]
        self.lines += [".fi", ".in"]


class MarkdownWriter:
    """Writes a Markdown text to a page. Headings of the second level are sections, those of the third subsections.

    A table is a list of definitions: the first cell of a row is the term. Links keep their text, and an address of the web.
    A comment is passed to `insert`, which writes what belongs there."""

    def __init__(self, page, insert=None):
        self.page, self.insert = page, insert
        self.tokens, self.index = [], 0

    def write(self, markdown):
        self.tokens, self.index = MarkdownIt("commonmark").enable("table").parse(markdown), 0
        while self.index < len(self.tokens):
            self.write_block()

    def next(self):
        self.index += 1
        return self.tokens[self.index - 1]

    def write_block(self):
        token = self.next()
        if token.type == "heading_open":
            title = inline(self.next())
            if token.tag != "h1":
                (self.page.section if token.tag == "h2" else self.page.subsection)(title)
            self.next()
        elif token.type == "paragraph_open":
            self.page.paragraph(inline(self.next()))
            self.next()
        elif token.type == "fence":
            self.page.example(example_lines(token))
        elif token.type == "html_block":
            self.insert(re.fullmatch(r"<!-- (.*) -->\s*", token.content)[1])
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            self.write_list(token)
        elif token.type == "table_open":
            self.write_table()
        else:
            raise ValueError(f"{token.type} (line {token.map and token.map[0] + 1}) has no form in a man page")

    def write_list(self, opening):
        """A list without lists in it. A table of contents is skipped."""
        items, texts = [], []
        while (token := self.next()).type != opening.type.replace("_open", "_close"):
            if token.type == "list_item_open":
                texts = []
            elif token.type == "inline":
                texts.append(token)
            elif token.type == "list_item_close":
                items.append(texts)
            elif token.type not in ("paragraph_open", "paragraph_close"):
                raise ValueError(f"{token.type} (line {token.map and token.map[0] + 1}) cannot be in a list")
        if all(leads_within_page(text) for texts in items for text in texts):
            return
        for number, texts in enumerate(items, 1):
            mark, width = (r"\(bu", 2) if opening.tag == "ul" else (f"{number}.", 4)
            for text in texts:
                self.page.item(mark, width, inline(text))
                mark = ""

    def write_table(self):
        rows = []
        while (token := self.next()).type != "table_close":
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(inline(token))
        titles, *rows = rows
        for term, *cells in rows:
            if len(cells) > 1:
                cells = [f"{title}: {cell}" if title else cell for title, cell in zip(titles[1:], cells) if cell]
            self.page.definition(term, cells)


def leads_within_page(token):
    types = [child.type for child in token.children]
    return types[:1] == ["link_open"] and types[-1:] == ["link_close"] and token.children[0].attrs["href"].startswith("#")


def inline(token):
    """Text with fonts: code is bold, emphasis italic."""
    parts, address = [], None
    for child in token.children:
        if child.type == "text":
            parts.append(escape(child.content))
        elif child.type == "code_inline":
            # A long one can go on in the next line after a comma or a bar.
            parts.append(re.sub(r"([,|])(?=[^ ,|\\])", r"\1\\:", bold(child.content)))
        elif child.type in ("em_open", "strong_open"):
            parts.append(r"\fI" if child.type == "em_open" else r"\fB")
        elif child.type in ("em_close", "strong_close"):
            parts.append(r"\fR")
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "link_open":
            address = child.attrs["href"]
        elif child.type == "link_close":
            if re.match(r"https?:", address):
                parts.append(f" <{escape(address)}>")
        else:
            raise ValueError(f"{child.type} has no form in a man page: {token.content}")
    return "".join(parts)


def example_lines(token):
    lines = token.content.rstrip("\n").split("\n")
    return [part for line in lines for part in broken(line)] if token.info == "celld" else lines


def broken(line):
    """A line of a message, continued on indented lines where it is too long and JSON can be broken."""
    indent = "    "
    while len(line) > EXAMPLE_COLUMNS:
        breaks = [match.end() for match in JSON_BREAK.finditer(line) if match.end() > len(indent)]
        fitting = [end for end in breaks if end <= EXAMPLE_COLUMNS] or breaks[:1]
        if not fitting:
            break
        yield line[:fitting[-1]]
        line = indent + line[fitting[-1]:]
    yield line
