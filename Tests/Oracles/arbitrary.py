"""Arbitrary cells, environments and texts, chosen by a random generator: the same seed makes the same ones."""

import records

PROFILES = ["compose", "android", "ios", "ios-classic", "swiftui"]
FORMATS = {"column": ["text", "ansi", "spans", "frames", "svg", "html"], "point": ["frames", "svg", "html"]}
TEXTS = ["title", "subtitle", "footnote", "caption", "description"]
TRUNCATED = ["*", "*", *TEXTS, "number", "status", "tags", "info", "actions"]
MODES = ["tail", "head", "middle", "none"]
STATES = ["neutral", "informative", "positive", "critical", "negative"]
FAMILIES = [None, None, "Inter", "Roboto", "sans-serif", "monospace", "serif", "Noto Sans"]
ICONS = ["accept", "alert", "attachment", "flag", "priority", "star", "warning", "zebra"]
KINDS = ["object", "object", "object", "object", "contact", "keyValue", "grid", "section", "empty", "skeleton"]
PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
LIST_PARTS = ["section", "empty", "skeleton"]
KEPT = ["control", "unread", "number", "icons", "image", "description", "status", "accessory"]


def scalars(*ranges):
    """The characters of inclusive ranges of scalars."""
    return [chr(scalar) for first, last in ranges for scalar in range(first, last + 1)]


# Pieces of words by the name of their group. Groups can be left out by name.
GROUPS = {
    "ascii": scalars((0x21, 0x7e)),
    "letters": scalars((0x41, 0x5a), (0x61, 0x7a), (0x61, 0x7a), (0x61, 0x7a), (0x30, 0x39)),
    "latin": scalars((0xa1, 0xac), (0xae, 0x17f)) + list("—–·…“”‘’•†‰€"),
    "european": scalars((0x391, 0x3a1), (0x3b1, 0x3c9), (0x410, 0x44f), (0x561, 0x587), (0x10d0, 0x10f0)),
    "arabic": scalars((0x627, 0x63a), (0x641, 0x652), (0x660, 0x669)) + ["\u067e", "\u0686", "\u06a9", "\u06cc", "لا", "،"],
    "hebrew": scalars((0x5d0, 0x5ea), (0x5b0, 0x5b9)) + ["״", "־"],
    "indic": scalars((0x905, 0x914), (0x915, 0x939), (0x93e, 0x94d)) + ["क्ष", "त्र", "ज्ञ", "কি", "க்ஷ", "ശ്രീ", "ක්‍ෂ"],
    "southeast": scalars((0xe01, 0xe30), (0xe31, 0xe3a), (0xe40, 0xe4e), (0x1780, 0x17b3), (0x17b6, 0x17d2), (0x1000, 0x1021)),
    "ideographs": scalars((0x4e00, 0x4e40), (0x3041, 0x3096), (0x30a1, 0x30fc), (0xff01, 0xff1f)) + list("。、「」（）・ー々"),
    "korean": scalars((0xac00, 0xac40), (0x1100, 0x1112), (0x1161, 0x1175), (0x11a8, 0x11c2)),
    "emoji": ["😀", "👍🏽", "👩‍👩‍👧‍👦", "❤️", "❤", "☺︎", "1️⃣", "🏳️‍🌈", "👳‍♀", "🧑🏿‍🚀", "🚀", "⌚", "™️", "🏽", "🎼"],
    "flags": ["🇩🇪", "🇫🇷", "🇯🇵", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    "indicators": ["🇩", "🇿", "🇩🇪🇫"],
    "marks": ["\u0301", "\u0308", "\u0323", "\u20dd", "e\u0301", "a\u0308\u0323", "\u0488", "\u093c", "o" + "\u0300" * 7],
    "breaks": ["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f"],
    "spaces": ["\t", "\u00a0", "\u2003", "\u2009", "\u3000", "\u202f", "\u200b", "\u2060", "\ufeff", "\u00ad", "  "],
    "punctuation": list(",.;:!?()[]{}<>/\\|&%$#@*+-=_~^`'\"") + ["://", "--", "1,000.5", "$5", "50%", "-3", "‐", "‑", "»", "¿"],
    "joiners": ["\u200c", "\u200d", "\ufe0e", "\ufe0f", "\u034f"],
    "controls": ["\x00", "\x07", "\x1b[31m", "\x1b]8;;x\x07", "\x7f", "\x9b", "\u0090", "\ufffe", "\U000e0041", "\ue000"],
    "directions": ["\u200e", "\u200f", "\u061c", "\u202a", "\u202b", "\u202c", "\u2066", "\u2067", "\u2068", "\u2069"],
    "overrides": ["\u202d", "\u202e"],
}
# Most texts are of one of these; the other groups are mixed in.
SCRIPTS = ["letters", "letters", "letters", "ascii", "latin", "european", "arabic", "hebrew", "indic", "southeast",
           "ideographs", "korean", "emoji", "flags"]
RARE = ["punctuation", "latin", "marks", "breaks", "spaces", "joiners", "controls", "directions", "overrides", "indicators",
        "emoji", "arabic", "ideographs"]


class Arbitrary:
    """Makes values from `random`. Texts have none of the groups in `without`; `corpus` is one of them, the real texts."""

    def __init__(self, random, without=()):
        self.random = random
        self.scripts = [name for name in SCRIPTS if name not in without]
        self.rare = [name for name in RARE if name not in without]
        self.real = [] if "corpus" in without else real_texts()

    # Choices

    def chance(self, share):
        return self.random.random() < share

    def one(self, values):
        return values[int(self.random.random() * len(values))]

    def number(self, first, last):
        return first + int(self.random.random() * (last - first + 1))

    def some(self, most, make):
        return [make() for _ in range(self.number(0, most))]

    # Texts

    def word(self, group):
        # Short words are the rule; one in thirty is longer than most views are wide.
        count = self.number(30, 90) if self.chance(0.03) else self.number(1, 9)
        return "".join(self.random.choices(GROUPS[group], k=count))

    def text(self, words):
        """A text of at most so many words; seldom none."""
        if self.real and self.chance(0.3):
            text = self.one(self.real)
            start = self.number(0, max(0, len(text) - 1))
            return text[start:start + words * 7]
        script = self.one(self.scripts) if self.scripts else "letters"
        parts = []
        for _ in range(self.number(0, words)):
            if self.rare and self.chance(0.12):
                parts.append(self.one(GROUPS[self.one(self.rare)]))
            parts.append(self.word(script))
            if self.chance(0.04) and self.rare:
                script = self.one(self.scripts)
            parts.append(" " if self.chance(0.9) else "")
        return "".join(parts) if self.chance(0.3) else "".join(parts).strip(" ")

    # Cells

    def put(self, target, name, share, make):
        if self.chance(share):
            target[name] = make()

    def icon(self):
        return {"name": self.one(ICONS)} if self.chance(0.6) else {"text": self.text(1)[:12] or "!"}

    def status(self):
        status = {"text": self.text(3)}
        self.put(status, "icon", 0.3, self.icon)
        self.put(status, "state", 0.6, lambda: self.one(STATES))
        self.put(status, "label", 0.1, lambda: self.text(3))
        return status

    def action(self, path):
        action = {"id": f"a{path}", "kind": self.one(["button", "toggle", "download", "menu"])}
        self.put(action, "title", 0.8, lambda: self.text(3))
        self.put(action, "icon", 0.4, self.icon)
        self.put(action, "on", 0.3, lambda: self.chance(0.5))
        self.put(action, "progress", 0.3, lambda: self.number(0, 20) / 20)
        self.put(action, "enabled", 0.2, lambda: self.chance(0.5))
        self.put(action, "titleOn", 0.2, lambda: self.text(2))
        self.put(action, "role", 0.3, lambda: self.one(["normal", "destructive", "positive"]))
        self.put(action, "presentation", 0.3, lambda: self.one(["auto", "icon", "button"]))
        if action["kind"] == "menu":
            action["items"] = [{"id": f"a{path}-{index}", "title": self.text(2)} for index in range(self.number(0, 2))]
        return action

    def offers(self, path):
        return [self.action(f"{path}{index}") if self.chance(0.5) else f"a{index}" for index in range(self.number(0, 2))]

    def image(self):
        image = {}
        self.put(image, "initials", 0.8, lambda: self.text(1)[:6])
        self.put(image, "shape", 0.5, lambda: self.one(["circle", "square"]))
        self.put(image, "person", 0.3, lambda: self.chance(0.5))
        self.put(image, "size", 0.3, lambda: self.number(16, 60))
        self.put(image, "source", 0.2, lambda: self.one(["a.png", PNG]))
        self.put(image, "label", 0.2, lambda: self.text(2))
        return image

    def rating(self):
        most = self.number(1, 12)
        return {"value": self.number(0, 8 * most) / 8, "max": most, "count": self.number(0, 9999)}

    def header(self):
        header = {}
        self.put(header, "tags", 0.4, lambda: self.some(3, lambda: self.text(2)))
        self.put(header, "footnotes", 0.4, lambda: self.some(2, lambda: self.text(4)))
        self.put(header, "description", 0.4, lambda: self.text(30))
        if self.chance(0.4):
            header["chart"] = {"title": self.text(3), "subtitle": self.text(3), "trend": self.text(1),
                               "values": self.some(20, lambda: self.number(-50, 200) / 4)}
            self.put(header["chart"], "kpi", 0.4, lambda: self.text(1))
            self.put(header["chart"], "type", 0.5, lambda: self.one(["column", "line", "area"]))
        return header

    def cell(self, identifier):
        cell = {"id": identifier, "title": self.text(12)}
        self.put(cell, "subtitle", 0.6, lambda: self.text(8))
        self.put(cell, "footnote", 0.5, lambda: self.text(8))
        self.put(cell, "caption", 0.3, lambda: self.text(6))
        self.put(cell, "description", 0.6, lambda: self.text(200 if self.chance(0.1) else 50))
        self.put(cell, "number", 0.2, lambda: self.number(0, 99999) if self.chance(0.5) else self.text(1)[:20])
        self.put(cell, "icons", 0.3, lambda: self.some(4, self.icon))
        self.put(cell, "unread", 0.3, lambda: True)
        self.put(cell, "image", 0.4, self.image)
        self.put(cell, "avatars", 0.2, lambda: self.some(12 if self.chance(0.2) else 4, self.image))
        self.put(cell, "status", 0.5, lambda: self.some(4, self.status))
        self.put(cell, "info", 0.2, self.status)
        self.put(cell, "tags", 0.3, lambda: self.some(9, lambda: self.text(2)))
        self.put(cell, "rating", 0.2, self.rating)
        self.put(cell, "accessory", 0.5, lambda: self.one(["none", "disclosure", "detail", "menu", "action"]))
        self.put(cell, "actions", 0.3, lambda: [self.action(index) for index in range(self.number(1, 5))])
        self.put(cell, "swipe", 0.2, lambda: {"leading": self.offers("l"), "trailing": self.offers("t")})
        self.put(cell, "menu", 0.2, lambda: self.offers("m"))
        self.put(cell, "selected", 0.3, lambda: self.chance(0.5))
        self.put(cell, "enabled", 0.1, lambda: self.chance(0.5))
        self.put(cell, "href", 0.2, lambda: self.one(["https://example.com/a?b=1&c", "/local", "mailto:a@example.com"]))
        kind = self.one(KINDS)
        if kind != "object":
            cell["kind"] = kind
        if kind in LIST_PARTS:
            cell.pop("selected", None)
        if kind == "section":
            self.put(cell, "count", 0.8, lambda: self.number(0, 2000))
        if kind == "grid":
            cell["columns"] = self.some(5, lambda: {"text": self.text(5), "width": self.one([0.25, 0.5, 40, 90, 160, "rest"])})
        self.put(cell, "header", 0.2, self.header)
        self.put(cell, "truncate", 0.1, lambda: {self.one(TEXTS): self.one(MODES)})
        return cell

    # Environments

    def environment(self):
        unit = "point" if self.chance(0.35) else "column"
        environment = {"unit": unit}
        wide = self.number(0, 40) if self.chance(0.1) else self.number(20, 160)
        if self.chance(0.06):
            environment["width"] = None
        else:
            environment["width"] = wide if unit == "column" else wide * 8 + self.one([0, 0.5, 3])
        self.put(environment, "profile", 0.9, lambda: self.one(PROFILES))
        self.put(environment, "widthClass", 0.3, lambda: self.one(["auto", "compact", "medium", "expanded", "regular"]))
        self.put(environment, "heightClass", 0.1, lambda: self.one(["auto", "compact", "regular"]))
        self.put(environment, "height", 0.1, lambda: self.number(1, 1000))
        self.put(environment, "mode", 0.2, lambda: self.one(["browse", "edit"]))
        self.put(environment, "direction", 0.3, lambda: self.one(["auto", "ltr", "rtl"]))
        self.put(environment, "split", 0.2, lambda: self.number(0, 20) / 20)
        self.put(environment, "description", 0.3, lambda: self.one(["auto", "hidden", "below", "column"]))
        self.put(environment, "descriptionLines", 0.3, lambda: self.number(0, 6))
        self.put(environment, "titleLines", 0.3, lambda: self.number(0, 4))
        self.put(environment, "tagLines", 0.2, lambda: self.number(0, 3))
        self.put(environment, "lineLimits", 0.1, lambda: self.one(["profile", "none"]))
        self.put(environment, "verticalAlignment", 0.2, lambda: self.one(["auto", "top", "center"]))
        self.put(environment, "statusAxis", 0.3, lambda: self.one(["auto", "vertical", "horizontal"]))
        self.put(environment, "statusWidth", 0.2, lambda: self.number(0, 40) * (8 if unit == "point" else 1))
        self.put(environment, "truncation", 0.4, lambda: {self.one(TRUNCATED): self.one(MODES)})
        self.put(environment, "truncateAt", 0.3, lambda: self.one(["cluster", "word"]))
        self.put(environment, "ellipsis", 0.1, lambda: self.one(["...", "", "~", "→", " …", "……", "[cut]"]))
        self.put(environment, "breaks", 0.2, lambda: self.one(["normal", "keepAll"]))
        self.put(environment, "widthModel", 0.3, lambda: self.one(["grapheme", "wcwidth"]))
        self.put(environment, "ambiguousWidth", 0.2, lambda: self.one([1, 2]))
        self.put(environment, "isolates", 0.2, lambda: self.chance(0.5))
        self.put(environment, "separator", 0.2, lambda: self.one(["none", "line", "blank"]))
        self.put(environment, "margins", 0.2, lambda: self.chance(0.5))
        self.put(environment, "glyphs", 0.2, lambda: self.one(["unicode", "ascii"]))
        self.put(environment, "textScale", 0.15, lambda: self.one([0.5, 0.85, 1.3, 2, 4]))
        self.put(environment, "theme", 0.3, lambda: self.one(["light", "dark"]))
        if unit == "point":
            family = "fixed" if self.chance(0.5) else self.one(FAMILIES)
            font = {"family": family} if family else {}
            self.put(font, "size", 0.2, lambda: self.one([9, 12.5, 16, 30]))
            self.put(font, "weight", 0.2, lambda: self.one([300, 400, 550, 700]))
            if font:
                environment["font"] = font
        return environment

    def session(self):
        """What a session is configured with."""
        configuration = {}
        self.put(configuration, "profile", 0.3, lambda: self.one(PROFILES))
        self.put(configuration, "selection", 0.5, lambda: self.one(["none", "multiple"]))
        self.put(configuration, "preserve", 0.3, lambda: [name for name in KEPT if self.chance(0.3)])
        return configuration


def real_texts():
    found = []
    for corpus in records.corpora([]).values():
        for record in corpus:
            found += [record[name] for name in ("title", "subtitle", "description") if record.get(name)]
    return found
