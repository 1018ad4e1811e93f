"""The gallery: what the examples print and draw, and how long they took here."""

import ast
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import functions
from pages import contents

SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass
class Example:
    """A program of examples/, its arguments, and how it is told where its picture goes; None where it draws none."""

    title: str
    path: str
    arguments: tuple = ()
    picture: tuple | None = ("--picture",)

    @property
    def stem(self):
        return pathlib.Path(self.path).stem

    @property
    def source(self):
        return SOURCES / "examples" / self.path


EXAMPLES = [
    Example("Hare and lynx: a fit through an adaptive solver", "hare_lynx/hare_lynx.py", picture=()),
    Example("A beam: four derivatives of a network", "physics_informed/beam.py"),
    Example("A solitary wave: five derivatives of a network", "physics_informed/kawahara.py"),
    Example("An operator that integrates functions", "deeponet/antiderivative.py"),
    Example("A Tree-LSTM that evaluates expressions", "tree_lstm/tree_lstm.py"),
    Example("A GPT on bytes", "gpt/gpt.py", ("--steps", "400", "--schedule", "400")),
    Example("A decoder in the style of LLaMA", "llama/llama.py"),
    Example("Digits by a convolutional network", "digits/convolution.py"),
    Example("Digits by a network that looks as often as it needs", "digits/adaptive.py", picture=None),
    Example("A layer that is a fixed point", "fixed_point/fixed_point.py", picture=None),
    Example("An encoder that fills in what is masked", "encoder/masked.py", picture=None),
]
# Those that follow tutorials of JAX's libraries.
TUTORIALS = [Example(path.stem, f"from_jax/{path.name}", picture=None)
             for path in sorted((SOURCES / "examples/from_jax").glob("*.py"))]


def run(example, folder):
    """Runs it, and keeps what it prints and draws in the folder."""
    drawing = folder / f"{example.stem}.svg"
    asked = [] if example.picture is None else [*example.picture, str(drawing)]
    start = time.perf_counter()
    done = subprocess.run([sys.executable, str(example.source), *example.arguments, *asked], check=False,
                          encoding="utf-8", errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        print(f"{example.path} failed and is left out:\n{done.stdout}", file=sys.stderr)
        return
    found = {"seconds": seconds, "printed": done.stdout, "processor": processor()}
    (folder / f"{example.stem}.json").write_text(json.dumps(found), encoding="utf-8")


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    return f"{os.cpu_count()} threads of {model[1] if model else 'an unknown processor'}"


def run_all(folder):
    """Those that have not run since they were changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for example in [*EXAMPLES, *TUTORIALS]:
        kept = folder / f"{example.stem}.json"
        if not kept.exists() or kept.stat().st_mtime < example.source.stat().st_mtime:
            print(f"running examples/{example.path}", flush=True)
            run(example, folder)


def result(example, folder):
    kept = folder / f"{example.stem}.json"
    return json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else None


def documentation(example):
    """Its paragraphs, as Markdown."""
    return list(functions.documentation(ast.get_docstring(ast.parse(example.source.read_text(encoding="utf-8")))))


def said(seconds):
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} minutes"


def page(example, found, has_picture):
    parts = [f"# {example.title}\n", *(f"{text}\n" for text in documentation(example))]
    if has_picture:
        parts.append(f"![What {example.path} draws]({example.stem}.svg)\n")
    if found:
        command = " ".join(["python3", f"examples/{example.path}", *example.arguments])
        parts.append(f"`{command}` took {said(found['seconds'])} on {found['processor']}, and printed\n\n"
                     f"```text\n{found['printed'].strip()}\n```\n")
    else:
        parts.append("It has not been run where this page was made: `make site` runs it.\n")
    source = example.source.read_text(encoding="utf-8")
    parts.append(f"## examples/{example.path}\n\n````python\n{source}````\n")
    return "\n".join(parts)


def card(example, found, has_picture):
    """What the gallery's first page shows of it."""
    if has_picture:
        shown = f"![{example.title}](gallery/{example.stem}.svg)"
    else:
        shown = "```text\n" + "\n".join(found["printed"].strip().splitlines()[-6:]) + "\n```" if found else documentation(example)[0]
    time_taken = said(found["seconds"]) if found else "not run here"
    return f":::{{container}} card\n{shown}\n\n[{example.title}](gallery/{example.stem}.md) · {time_taken}\n:::\n"


START = """\
# Gallery

The examples check what they find; here is what they drew and printed, and how long they took.
"""
TABLE = """\
## After tutorials of JAX's libraries

None is longer than the tutorial, and each gives its numbers.

| program | what it follows | time, with compiling |
| --- | --- | --- |"""


def row(example, found, _):
    """A line of the table of tutorials."""
    time_taken = said(found["seconds"]) if found else "not run here"
    return f"| [{example.title}](gallery/{example.stem}.md) | {documentation(example)[0]} | {time_taken} |"


def write_all(pages, folder, examples, shown):
    """A page for each; what the first page shows of them."""
    for example in examples:
        found, drawing = result(example, folder), folder / f"{example.stem}.svg"
        has_picture = bool(found) and drawing.exists()
        if has_picture:
            pages.copy(drawing, f"gallery/{example.stem}.svg")
        pages.write(f"gallery/{example.stem}.md", page(example, found, has_picture))
        yield shown(example, found, has_picture)


def write(pages, folder):
    cards, rows = (list(write_all(pages, folder, examples, shown)) for examples, shown in ((EXAMPLES, card), (TUTORIALS, row)))
    names = [f"gallery/{example.stem}" for example in [*EXAMPLES, *TUTORIALS]]
    pages.write("gallery.md", "\n".join([START, "::::{container} cards", *cards, "::::", "", TABLE, *rows, "",
                                         contents("Gallery", names)]))
