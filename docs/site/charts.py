"""The benchmarks as pictures: what `make bench` wrote to bench.json."""

import collections
import io
import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench"))
import report  # noqa: E402

GRAY = "#808080"  # is read on white and on black
COLORS = {"met": "#2e9e5b", "MISSED": "#d1603d", "unclear": "#c9a227", "": "#4c78a8"}
MEANINGS = {"met": "bar met", "MISSED": "bar missed", "unclear": "the bar is within the spread", "": "no bar"}
MISSING = """\
# Benchmarks

There are no times here: `make bench` measures them, and `make site` draws what it has written.
"""


def style():
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": "cotan", "font.family": "sans-serif", "text.color": GRAY,
        "axes.labelcolor": GRAY, "axes.edgecolor": GRAY, "xtick.color": GRAY, "ytick.color": GRAY,
        "savefig.transparent": True, "axes.spines.top": False, "axes.spines.right": False})


def label(row):
    return row["work"] + (f", {row['threads']} threads" if row["threads"] > 1 else "")


def chart(rows):
    """A bar for each work: how many times as fast as the peer, with the quartiles and the bar it is held to."""
    rows = sorted(rows, key=lambda row: row["ratio"])
    figure, axes = plt.subplots(figsize=(6, 0.8 + 0.32 * len(rows)))
    for place, row in enumerate(rows):
        said = f"{row['ratio']:.3g}x" if row["ratio"] < 1000 else f"{row['ratio']:.0f}x"
        axes.barh(place, row["ratio"] - 1, left=1, color=COLORS[report.verdict(row)], height=0.62)
        axes.plot([row["low"], row["high"]], [place, place], color=GRAY, linewidth=1)
        axes.annotate(said, (max(row["ratio"], row["high"], 1), place),
                      xytext=(4, 0), textcoords="offset points", va="center", fontsize=9)
        if row.get("bar") is not None:
            axes.plot([row["bar"]] * 2, [place - 0.4, place + 0.4], color=GRAY, linewidth=2)
    axes.set_xscale("log")
    axes.axvline(1, color=GRAY, linewidth=0.8)
    axes.set_yticks(range(len(rows)), [label(row) for row in rows], fontsize=9)
    axes.set_xlabel("times as fast as the peer")
    is_wide = max(row["ratio"] for row in rows) > 100
    axes.xaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1,) if is_wide else (1, 2, 5)))
    axes.xaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    axes.margins(x=0.12, y=0.02)
    return svg(figure)


def svg(figure):
    """The element alone, without what only files have, to stand in a page."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg"):]


def legend():
    marks = [f'<span class="mark" style="background: {COLORS[key]}"></span> {text}' for key, text in MEANINGS.items()]
    return f'<p class="legend">{" &nbsp; ".join(marks)}</p>'


def page(found):
    """A chart for each peer, then all rows."""
    style()
    by_peer = collections.defaultdict(list)
    for row in found["rows"]:
        if "ratio" in row and row["ratio"] > 0:
            by_peer[row["peer"]].append(row)
    about = "\n".join(f"- {name}: {value}" for name, value in found["machine"].items())
    parts = ["# Benchmarks\n", "Medians of rounds that take turns with the peer. A thin line has the quartiles, a thick one "
             f"the bar that the work is held to.\n\n{legend()}\n", f"```text\n{about}\n```\n"]
    for number, (peer, rows) in enumerate(sorted(by_peer.items(), key=lambda pair: -len(pair[1]))):
        matplotlib.rcParams["svg.hashsalt"] = f"cotan{number}"  # names within pictures of one page differ
        parts.append(f"## Beside {peer}\n\n```{{raw}} html\n<div class=\"chart\">{chart(rows)}</div>\n```\n")
    cells = [[" ".join(cell.split()).replace("|", "\\|") for cell in report.cells(row)] for row in found["rows"]]
    table = [report.HEADER, ["---"] * len(report.HEADER), *cells]
    parts.append("## All rows\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in table) + "\n")
    return "\n".join(parts)


def write(pages, path):
    text = page(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else MISSING
    pages.write("benchmarks.md", text)
