"""The fonts of this machine, as a page embeds them."""

import functools
import itertools
import subprocess

# fontconfig's weights and those of CSS, which lie on lines between these (FcWeightToOpenTypeDouble).
WEIGHTS = [(0, 100), (40, 200), (50, 300), (55, 350), (75, 380), (80, 400), (100, 500), (180, 600), (200, 700),
           (205, 800), (210, 900), (215, 1000)]


def css_weight(weight):
    """The weight in CSS of one of fontconfig's."""
    for (low, from_low), (high, from_high) in itertools.pairwise(WEIGHTS):
        if weight <= high:
            return round(from_low + (weight - low) * (from_high - from_low) / (high - low))
    return 1000


@functools.cache
def faces():
    """{family: {(CSS weight, file, PostScript name)}} of upright fonts of normal width."""
    listing = subprocess.run(
        ["fc-list", ":slant=0:width=100:scalable=true", "--format", "%{family[0]}\\t%{weight}\\t%{file}\\t%{postscriptname}\\n"],
        stdout=subprocess.PIPE, check=True, text=True).stdout
    listing += subprocess.run(
        ["fc-list", ":color=true", "--format", "%{family[0]}\\t80\\t%{file}\\t%{postscriptname}\\n"],
        stdout=subprocess.PIPE, check=True, text=True).stdout
    families = {}
    for line in listing.splitlines():
        family, weight, file, name = line.split("\t")
        if not weight.startswith("["):
            families.setdefault(family, set()).add((css_weight(float(weight)), file, name))
    return families


def rules(families):
    """The @font-face rules that embed the faces of `families`; collections have no URL of one face."""
    text = ""
    for family in sorted(set(families) & set(faces())):
        for weight, file, name in sorted(faces()[family]):
            source = f'local("{name}")' if file.endswith((".ttc", ".otc")) else f'url("file://{file}")'
            text += f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: {source} }}\n'
    return text
