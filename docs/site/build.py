#!/usr/bin/python3
"""Writes the site: build.py --build FOLDER [--run-examples] writes FOLDER/site.

The pages of docs/ are taken as they are. The references are split into families, the gallery is made of
what the examples print and draw, and the benchmarks of FOLDER/bench.json.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import charts
import functions
import gallery
import links
import operators
import theme
from pages import Pages, contents

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/*.svg", "docs/guide/*.md",
         "docs/spec/*.md", "docs/decisions/*.md"]
SPLIT = ["docs/spec/functions.md", "docs/spec/ops.md"]


def guide():
    """The guide's pages in the order of its first page, for Python and C++ and for MLIR."""
    text = (SOURCES / "docs/guide/README.md").read_text(encoding="utf-8")
    found = [re.findall(r"\((\w+)\.md\)", part) for part in text.split("programs underneath")]
    return [[f"docs/guide/{name}" for name in names] for names in found]


def program():
    """The first program of README.md and what it prints, which the tests run."""
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    return "\n".join(re.search(rf"^```{language}\n.*?^```\n", text, re.MULTILINE | re.DOTALL)[0]
                     for language in ("python", "console"))


def front():
    """The first page, which lists the others."""
    first, second = guide()
    others = sorted(path.stem for path in SOURCES.glob("docs/spec/*.md") if path.stem not in ("functions", "ops"))
    parts = [contents("Guide", ["docs/guide/README", *first]),
             contents("Reference", ["docs/spec/functions", "docs/spec/ops", *(f"docs/spec/{name}" for name in others)]),
             contents("Programs", ["gallery", "benchmarks"]),
             contents("Underneath", [*second, "docs/cotan_from_scratch", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG",
                                     "decisions"])]
    text = (HERE / "front.md").read_text(encoding="utf-8")
    return text.replace("@PROGRAM@", program()).replace("@CONTENTS@", "\n".join(parts))


def decisions():
    lines, names = ["# Decisions", "", "Why it is built this way.", ""], []
    for path in sorted(SOURCES.glob("docs/decisions/*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        names.append(f"docs/decisions/{path.stem}")
        lines.append(f"- [{title}]({names[-1]}.md)")
    return "\n".join([*lines, "", contents("Decisions", names)])


def write_pages(pages, build):
    for pattern in PAGES:
        for path in SOURCES.glob(pattern):
            name = path.relative_to(SOURCES).as_posix()
            if name not in SPLIT:
                pages.copy(path, name)
    pages.write("index.md", front())
    pages.write("decisions.md", decisions())
    functions.write(pages)
    operators.write(pages, (SOURCES / "docs/spec/ops.md").read_text(encoding="utf-8"))
    gallery.write(pages, build / "gallery")
    charts.write(pages, build / "bench.json")
    pages.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, help="FOLDER/site if it is not said")
    parser.add_argument("--run-examples", action="store_true", help="those that changed since they ran last")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    output = arguments.output or build / "site"
    if arguments.run_examples:
        gallery.run_all(build / "gallery")
    read, known = (output.with_name(f"{output.name}_{name}") for name in ("pages", "known"))
    pages = Pages(read)
    write_pages(pages, build)
    subprocess.run([sys.executable, "-m", "sphinx", "-b", "html", "-c", HERE, "-d", known, "-W", "--keep-going",
                    "-q", "-j", "2", read, output], check=True)
    pages.tidy(output)
    theme.mend(output)
    problems = links.broken(output)
    print("\n".join(problems) or f"{output}/index.html")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
