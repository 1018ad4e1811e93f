"""Pages of functions: docs/spec/functions.md by family, with what `help` says of each."""

import collections
import functools
import inspect
import pathlib
import re
import sys

import cotan as ct
from pages import contents

SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(SOURCES / "tools"))
import function_reference as reference  # noqa: E402

FOLDER = "docs/spec/functions"
START = """\
# Functions

Array functions have the same names and parameters in C++, where `ct.linalg.norm` is `ct::linalg::norm`;
[cpp.md](cpp.md) lists them, with those of functions.
"""
REST, FEW = "programs and others", 4
WHAT_REST_IS = "Compiling, derivatives, control flow, files, printing, types, and what has no family of its own."
ROW = re.compile(r'^def : (?:Function<"(\w+)"|ArrayFunction<(\w+)Op(?:, "(\w+)")?)', re.MULTILINE)


@functools.cache
def families():
    """The family, a folder of the sources, of each function that a table of rows declares. Where a family is also a
    module, its functions may be the module's: they come last."""
    found = {}
    for path in sorted((SOURCES / "src/cotan").glob("*/*/*.td"), key=lambda path: (path.parent.name in reference.MODULES, path)):
        for match in ROW.finditer(path.read_text(encoding="utf-8")):
            found.setdefault(match[1] or match[3] or match[2].lower(), path.parent.name)
    return found


def family_of(name, function):
    found = families()
    return found.get(name) or found.get(getattr(function, "__name__", name)) or REST


def pages_of_functions():
    """Title, prefix and functions of each page; those of the package itself are a page for each family."""
    by_family = collections.defaultdict(list)
    for name, function in reference.functions(ct):
        by_family[family_of(name, function)].append((name, function))
    for family in [name for name, held in by_family.items() if len(held) < FEW and name != REST]:
        by_family[REST] = sorted(by_family[REST] + by_family.pop(family))
    for family in sorted(by_family, key=lambda name: (name != REST, name)):
        yield f"ct: {family}", "ct", by_family[family]
    for module in reference.MODULES:
        held = functools.reduce(getattr, module.split("."), ct)
        yield f"ct.{module}", f"ct.{module}", list(reference.functions(held))


def escaped(text):
    """Markdown shows the text as it is, but for `code`."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([*_<>\[\]|{}#~\\])", r"\\\1", part) for part in parts)


def documentation(text):
    """As Markdown: examples are Python's sessions, the rest is text."""
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith(">>>"):
            yield f"```pycon\n{block}\n```"
        elif block.startswith(("    ", "- ")):
            yield block
        else:
            before, prompt, example = block.partition("\n>>>")
            yield escaped(before)
            if prompt:
                yield f"```pycon\n>>>{example}\n```"


def entry(prefix, name, function):
    body = "\n\n".join(documentation(inspect.getdoc(function)))
    return f"````{{py:function}} {prefix}.{name}{reference.bare(function)}\n\n{body}\n````\n"


def distribution(name, held, kinds):
    """Its entry, with its functions in it."""
    functions = "".join(entry(f"ct.stats.{name}", kind, getattr(held, kind)) for kind in kinds)
    body = "\n\n".join(documentation(inspect.getdoc(held)))
    return f"````{{py:attribute}} ct.stats.{name}\n\n{body}\n````\n\n{functions}"


def page(title, prefix, functions):
    rows = [f"| {{py:func}}`{prefix}.{name}` | {reference.summary(function)} |" for name, function in functions]
    start = WHAT_REST_IS if title.endswith(f": {REST}") else ""
    return "\n".join([f"# {title}", "", start, "", "| function | what it gives |", "| --- | --- |", *rows, "",
                      *(entry(prefix, name, function) for name, function in functions),
                      *(distribution(*each) for each in reference.distributions() if prefix == "ct.stats")])


def write(pages):
    """All pages, and the one that lists them in the place of docs/spec/functions.md."""
    lines, names = [], []
    for title, prefix, functions in pages_of_functions():
        if not functions:
            continue
        stem = title.replace(": ", "_").replace(" ", "_")
        pages.write(f"{FOLDER}/{stem}.md", page(title, prefix, functions))
        names.append(f"functions/{stem}")
        few = ", ".join(f"`{name}`" for name, _ in functions[:6])
        lines.append(f"| [{title}](functions/{stem}.md) | {len(functions)} | {few}{', ...' if len(functions) > 6 else ''} |")
    pages.write(f"{FOLDER}.md", "\n".join([START, "| page | functions | such as |", "| --- | --- | --- |", *lines, "",
                                           contents("Functions", names)]))
