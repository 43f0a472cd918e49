"""Reads Swift sources for the checks in this folder: code without comments and strings, comments, and declarations."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What ends plain code.
STOP = re.compile(r'//|/\*|#*"""|#*"|[()]')
DECLARATION = re.compile(
    r"^(?P<indent> *)(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated|"
    r"static|open|consuming|borrowing)\s+)*(?P<kind>struct|class|enum|actor|protocol|extension|typealias)\s+"
    r"(?P<name>[A-Za-z_][\w.]*)(?P<generic><[^{]*?>)?", re.M)


class Source:
    """A file. `code` has the same lines as the file, without what is in comments and strings."""

    def __init__(self, path):
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.lines = path.read_text(encoding="utf-8").split("\n")
        # (line from 1, text without the slashes, whether it documents a declaration)
        self.comments = []
        self.code = self.strip("\n".join(self.lines))

    def strip(self, text):
        code, index = [], 0
        # Parentheses that are open in each interpolation that is open, and how its string ends.
        interpolations = []
        while match := STOP.search(text, index):
            code.append(text[index:match.start()])
            token, index = match[0], match.end()
            if token == "//":
                end = text.find("\n", index)
                end = len(text) if end < 0 else end
                self.comments.append((text.count("\n", 0, match.start()) + 1, text[index:end].lstrip("/").strip(),
                                      text[index:end].startswith("/")))
                index = end
            elif token == "/*":
                index = self.end_of_block(text, index)
                code.append("\n" * text.count("\n", match.start(), index))
            elif token in "()":
                code.append(token)
                if interpolations:
                    interpolations[-1][0] += 1 if token == "(" else -1
                    if interpolations[-1][0] == 0:
                        index = self.skip_string(text, index, interpolations.pop()[1], code, interpolations)
            else:
                index = self.skip_string(text, index, token, code, interpolations)
        code.append(text[index:])
        return "".join(code)

    def skip_string(self, text, index, opening, code, interpolations):
        """Skips to the end of a string, or to its next interpolation. Returns the index after it."""
        hashes = opening.count("#")
        quotes = opening.strip("#")
        escape = "\\" + "#" * hashes
        closing = quotes + "#" * hashes
        while index < len(text):
            if text.startswith(escape + "(", index):
                interpolations.append([1, opening])
                code.append("(")
                return index + len(escape) + 1
            if text.startswith(escape, index):
                index += len(escape) + 1
            elif text.startswith(closing, index):
                return index + len(closing)
            else:
                if text[index] == "\n":
                    code.append("\n")
                    if quotes == '"':
                        return index + 1
                index += 1
        return index

    @staticmethod
    def end_of_block(text, index):
        depth = 1
        while depth and (match := re.compile(r"/\*|\*/").search(text, index)):
            depth += 1 if match[0] == "/*" else -1
            index = match.end()
        return index if depth == 0 else len(text)

    def declarations(self):
        """(kind, name, number of lines) of the types and extensions that are not inside of another one."""
        end = 0
        for match in DECLARATION.finditer(self.code):
            if match.start() < end:
                continue
            end = match.end()
            if match["kind"] != "typealias":
                end = self.end_of_body(match.end())
            yield match["kind"], match["name"] + (match["generic"] or ""), self.code.count("\n", match.start(), end) + 1

    def end_of_body(self, start):
        index = self.code.find("{", start)
        if index < 0:
            return len(self.code)
        depth = 0
        for match in re.compile("[{}]").finditer(self.code, index):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                return match.end()
        return len(self.code)


def sources(pattern="Sources/**/*.swift"):
    return [Source(path) for path in sorted(ROOT.glob(pattern))]
