"""The table of bars, as text, Markdown and JSON."""

import datetime
import json
import os
import re
import subprocess

HEADER = ["work", "against", "threads", "cotan", "peer", "measured", "spread", "bar", "aim", "", "difference"]


def said(ratio, kind):
    """`ratio` is the peer's time over ours."""
    if kind == "time":
        return f"{1 / ratio:.2f}x its time"
    if kind == "percent":
        return f"{100 * ratio:.0f} %"
    return f"{ratio:.2f}x as fast"


def seconds(value):
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if value * factor >= 1 or unit == "us":
            return f"{value * factor:.3g} {unit}"


def verdict(row):
    """A bar between the quartiles of the rounds is neither met nor missed."""
    if "problem" in row or row.get("bar") is None:
        return ""
    if "value" in row:
        return "met" if (row["value"] >= row["bar"]) == row["is_least"] else "MISSED"
    if row["low"] <= row["bar"] <= row["high"]:
        return "unclear"
    return "met" if row["ratio"] >= row["bar"] else "MISSED"


def absolute_cells(row):
    def number(value):
        return "" if value is None else f"{value:.3g} {row['unit']}"
    return [row["work"], "", str(row["threads"]), "", "", number(row["value"]), "", number(row["bar"]),
            number(row["aim"]), verdict(row), ""]


def cells(row):
    if "problem" in row:
        return [row["work"], row["peer"], str(row["threads"]), "", "", row["problem"], "", "", "", "", ""]
    if "value" in row:
        return absolute_cells(row)
    kind = row.get("said_as", "speed")
    sign = "at most " if kind == "time" else "at least "
    bounds = [sign + said(row[key], kind) if key in row else "" for key in ("bar", "aim")]
    ends = [said(row[key], kind) for key in (("high", "low") if kind == "time" else ("low", "high"))]
    gap = f"{row['difference']:.0e}" if "difference" in row else ""
    return [row["work"], row["peer"], str(row["threads"]), seconds(row["cotan_s"]), seconds(row["peer_s"]),
            said(row["ratio"], kind), " to ".join(ends), *bounds,
            verdict(row), gap]


def line(row):
    return "  ".join(cell for cell in cells(row) if cell)


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "not found"


def package(name):
    return first_line("dpkg-query", "-W", "-f=${Version}", name)


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    here = os.path.dirname(os.path.abspath(__file__))
    return {"date": datetime.datetime.now().isoformat(timespec="minutes"),
            "cpu": model[1] if model else "unknown", "cores": os.cpu_count(),
            "load of others": round(os.getloadavg()[0], 1),
            "commit": first_line("git", "-C", here, "describe", "--always", "--dirty"),
            "clang": first_line("clang++-22", "--version"), "python3-torch": package("python3-torch"),
            "libdnnl-dev": package("libdnnl-dev"), "libmlir-22-dev": package("libmlir-22-dev")}


def markdown(about, rows):
    table = [HEADER, ["---"] * len(HEADER), *map(cells, rows)]
    facts = [f"- {key}: {value}" for key, value in about.items()]
    return "\n".join(["# Bars", "", *facts, "", *("| " + " | ".join(row) + " |" for row in table), ""])


def write(path, about, rows):
    about = about | {"peers": sorted({text for row in rows for text in row.get("peer_says", [])
                                      if text.startswith("lib")})}
    path.with_suffix(".md").write_text(markdown(about, rows), encoding="utf-8")
    text = json.dumps({"machine": about, "rows": [row | {"verdict": verdict(row)} for row in rows]}, indent=1)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
