"""Pango: where it cuts a text."""

import os
import pathlib

os.environ["FONTCONFIG_FILE"] = str(pathlib.Path(__file__).resolve().with_name("unhinted.conf"))
try:
    import gi
    gi.require_version("Pango", "1.0")
    gi.require_version("PangoFT2", "1.0")
    from gi.repository import Pango, PangoFT2
except (ImportError, ValueError) as reason:
    raise SystemExit(f"Pango is missing ({reason}); run: apt-get install python3-gi gir1.2-pango-1.0 "
                     "(scripts/setup --tests does), and use the system's python3") from reason

IS_ELLIPSIS = 1 << 1  # PANGO_ANALYSIS_FLAG_IS_ELLIPSIS
FONTS = PangoFT2.FontMap.new()
FONTS.set_resolution(72, 72)  # a point is a pixel
CONTEXT = FONTS.create_context()
CONTEXT.set_round_glyph_positions(False)


class Text:
    """A text in a font, to be cut at any width."""

    def __init__(self, text, font, families):
        self.byte_count = len(text.encode())
        description = Pango.FontDescription()
        description.set_family(",".join(families))
        description.set_absolute_size(font["size"] * Pango.SCALE)
        description.set_weight(font["weight"])
        self.layout = Pango.Layout(CONTEXT)
        self.layout.set_font_description(description)
        self.layout.set_ellipsize(Pango.EllipsizeMode.END)
        self.layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        self.layout.set_text(text, -1)
        self.families = [None] * self.byte_count
        for run in self.runs():
            family = run.item.analysis.font.describe().get_family()
            self.families[run.item.offset:run.item.offset + run.item.length] = [family] * run.item.length

    def cut(self, width, lines):
        """The byte at which the text is cut in so many lines of `width` points, those at which its lines begin, and
        whether periods replace the ellipsis, as the font of the text's end has none."""
        self.layout.set_width(round(width * Pango.SCALE))
        self.layout.set_height(-lines)
        starts = [self.layout.get_line_readonly(index).start_index for index in range(self.layout.get_line_count())]
        ellipsis = [run for run in self.runs() if run.item.analysis.flags & IS_ELLIPSIS]
        has_periods = any(run.glyphs.num_glyphs > 1 for run in ellipsis)
        return min((run.item.offset for run in ellipsis), default=self.byte_count), starts, has_periods

    def runs(self):
        iterator = self.layout.get_iter()
        while True:
            run = iterator.get_run_readonly()
            if run is not None:
                yield run
            if not iterator.next_run():
                return
