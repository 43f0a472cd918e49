"""Cells laid out per second of one core, from records in memory, and the peers on the same corpus."""

import json
import statistics

from .programs import CLIENT_CORE, output

PEERS = {
    "hand-rolled Rust": ["rs/target/release/rs_hand"],
    "ICU": ["out/icu"],
    "hand-rolled C": ["out/naive"],
}
CORPORA = {"English": "debian", "international": "intl"}


def measure(binary, peers, rounds):
    """{(program, corpus, width): rates per second of processor time}, interleaved round by round."""
    rates = {}

    def note(program, corpus, width, line):
        rates.setdefault((program, corpus, width), []).extend(json.loads(line)["cpu"])

    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            for width in (100, 48):
                records = [peers / f"data/{name}-10k.usv", str(width), "10000", "3"]
                pin = ["taskset", "-c", CLIENT_CORE]
                for program, command in PEERS.items():
                    line = output(pin + [peers / command[0]] + records)
                    note(program, corpus, width, line.strip().split("\n")[-1])
                for line in output(pin + [binary / "layout-bench"] + records).strip().split("\n"):
                    note(json.loads(line)["peer"], corpus, width, line)
    return rates


def measure_cores(binary, peers, rounds):
    """{corpus: [results]} of a re-layout of 100,000 cells, on one core and on all."""
    results = {}
    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            result = json.loads(output([binary / "layout-bench", "cores", peers / f"data/{name}-100k.usv"]))
            results.setdefault(corpus, []).append(result)
    return results


def measure_texts(binary, peers, rounds):
    """{(corpus, kind, program): bytes per second of processor time} of the analysis of whole texts."""
    rates = {}
    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            command = ["taskset", "-c", CLIENT_CORE, binary / "layout-bench", "texts", peers / f"data/{name}-10k.usv", "3"]
            for line in output(command).strip().split("\n"):
                found = json.loads(line)
                rates.setdefault((corpus, found["texts"], found["peer"]), []).extend(found["cpu"])
    return rates


def report(rates, cores, texts):
    """The tables, ratios first."""
    lines = ["## Layout", "", "Whole cells per second of one core, from records in memory: analyse, lay out and write padded "
             "rows. Medians. Ratios are celld to the peer.", "",
             "| corpus | width | to Rust | to ICU | to C | celld | Rust | ICU | C |", "|---|---|---|---|---|---|---|---|---|"]
    middle = {key: statistics.median(values) for key, values in rates.items()}
    for corpus in CORPORA:
        for width in (100, 48):
            own = middle[("celld", corpus, width)]
            others = [middle[(program, corpus, width)] for program in PEERS]
            lines.append(f"| {corpus} | {width} | " + " | ".join(f"**{own / other:.2f}**" for other in others) +
                         f" | {own:,.0f} | " + " | ".join(f"{other:,.0f}" for other in others) + " |")
    lines += ["", "Stages, in cells per second of one core.", "",
              "| stage | work |", "|---|---|",
              "| analyse | once per push, as far as rows show the texts |",
              "| lay out | when the height or the row of a cell is requested; cuts are known then |",
              "| place and write | pulled rows: the difference of layout with and without rows |", "",
              "| corpus | width | analyse | lay out | lay out, place and write | place and write |",
              "|---|---|---|---|---|---|"]
    for corpus in CORPORA:
        for width in (100, 48):
            analysis, place, both = (
                middle[(f"celld {stage}", corpus, width)] for stage in ("analysis", "layout", "rows"))
            lines.append(f"| {corpus} | {width} | {analysis:,.0f} | {place:,.0f} | {both:,.0f} | "
                         f"{1 / (1 / both - 1 / place):,.0f} |")
    lines += ["", "100,000 cells laid out at another width, with Dispatch. The last columns are the bytes of a packed "
              "cell, and those that analysis adds to it.", "",
              "| corpus | speed-up on all cores | one core | all cores | packed | analysis |", "|---|---|---|---|---|---|"]
    for corpus, results in cores.items():
        def of(member):
            return statistics.median(result[member] for result in results)
        speedup = statistics.median(result["one"] / result["all"] for result in results)
        lines.append(f"| {corpus} | **{speedup:.2f}** | {of('one') * 1e3:.1f} ms | {of('all') * 1e3:.1f} ms | "
                     f"{of('packed'):.0f} | {of('prepared'):.0f} |")
    lines += ["", "Whole texts on one core, sanitised and analysed to their ends: clusters, widths and break opportunities. "
              "Printable ASCII is only recognised: its clusters are its bytes, from which lines are broken. The last column is "
              "the general analysis of all texts, including ASCII.", "",
              "| corpus | texts | as celld does it | with marks for all |", "|---|---|---|---|"]
    for corpus in CORPORA:
        for kind in ("ASCII", "other"):
            own, marked = (statistics.median(texts[(corpus, kind, program)]) / 1e6
                           for program in ("celld texts", "celld texts, all segmented"))
            lines.append(f"| {corpus} | {kind} | {own:,.0f} MB/s | {marked:,.0f} MB/s |")
    return lines
