#!/usr/bin/python3
"""A type of a namespace is defined once. Of two with one name, whose functions the linker takes for the
same, one does what the other is to do; and no tool says so."""

import re
from collections import defaultdict

import tree

NOISE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'')
TOKEN = re.compile(r"""
    namespace\s*(?P<namespace>[\w:]*)\s*\{
  | (?:^|\n)(?:\s*template\s*<[^\n]*>)?\s*(?:struct|class|union|enum\s+class|enum)\s+
    (?:alignas\(\w+\)\s*|\[\[[^\]]*\]\]\s*)?(?P<type>\w+)(?:\s+final)?\s*(?::[^:;(){][^;(){]*)?\{
  | (?P<open>\{) | \}""", re.VERBOSE)
NAMELESS = None


def types(text):
    """The types that text defines in namespaces, as they are called from outside."""
    around = []  # names of namespaces; "" is any other block
    for token in TOKEN.finditer(NOISE.sub(" ", text)):
        if token["namespace"] is not None:
            around.append(token["namespace"] or NAMELESS)
        elif token["type"]:
            if all(around):
                yield "::".join([*around, token["type"]])
            around.append("")
        elif token["open"]:
            around.append("")
        elif around:
            around.pop()


def rule():
    places, checked = defaultdict(set), 0
    for path in tree.files():
        if path.suffix in (".h", ".cpp"):
            checked += 1
            for name in types(tree.read(path)):
                places[name].add(path)
    problems = [f"{min(paths)}: {name} is also defined in {', '.join(map(str, sorted(paths)[1:]))}; rename one"
                for name, paths in places.items() if len(paths) > 1]
    return tree.report(sorted(problems), checked)


if __name__ == "__main__":
    tree.run(rule)
