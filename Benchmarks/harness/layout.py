"""Cells laid out per second of one core, records already in memory, beside the peers on the same corpus."""

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
    """{corpus: [speed-up]} of a re-layout of 100,000 cells on all cores against one."""
    speedups, seconds = {}, {}
    for _ in range(rounds):
        for corpus, name in CORPORA.items():
            result = json.loads(output([binary / "layout-bench", "cores", peers / f"data/{name}-100k.usv"]))
            speedups.setdefault(corpus, []).append(result["one"] / result["all"])
            seconds.setdefault(corpus, []).append((result["one"], result["all"]))
    return speedups, seconds


def report(rates, cores):
    """The tables, ratios first."""
    lines = ["## Layout", "", "Whole cells (analyse, lay out, write padded rows) per second of one core, from records in memory; "
             "medians. Ratios are celld to the peer.", "",
             "| corpus | width | to Rust | to ICU | to C | celld | Rust | ICU | C |", "|---|---|---|---|---|---|---|---|---|"]
    middle = {key: statistics.median(values) for key, values in rates.items()}
    for corpus in CORPORA:
        for width in (100, 48):
            own = middle[("celld", corpus, width)]
            others = [middle[(program, corpus, width)] for program in PEERS]
            others = [others[0], others[1], others[2]]
            lines.append(f"| {corpus} | {width} | " + " | ".join(f"**{own / other:.2f}**" for other in others) +
                         f" | {own:,.0f} | " + " | ".join(f"{other:,.0f}" for other in others) + " |")
    lines += ["", "Stages, cells per second of one core:", "", "| corpus | width | lay out again | write rows |", "|---|---|---|---|"]
    for corpus in CORPORA:
        for width in (100, 48):
            stages = [middle[(f"celld {stage}", corpus, width)] for stage in ("layout", "render")]
            lines.append(f"| {corpus} | {width} | " + " | ".join(f"{stage:,.0f}" for stage in stages) + " |")
    speedups, seconds = cores
    lines += ["", "100,000 cells laid out again at another width, over Dispatch:", "",
              "| corpus | speed-up on 2 cores | one core | all cores |", "|---|---|---|---|"]
    for corpus in CORPORA:
        one, both = (statistics.median(pair[i] for pair in seconds[corpus]) for i in (0, 1))
        lines.append(f"| {corpus} | **{statistics.median(speedups[corpus]):.2f}** | {one * 1e3:.1f} ms | {both * 1e3:.1f} ms |")
    return lines
