#!/usr/bin/python3
"""Passes name no op: outside ops/, the dialects' own folders and importers, no tensor op is named.

A pass asks interfaces and traits, and builds with the rule language. Dialects may be named.
"""

import re

import tree

NAMERS = ("src/cotan/ops/", "src/cotan/ir/prim/", "src/cotan/ir/composite/", "src/cotan/ir/rules/",
          "src/cotan/frontends/", "test/", "examples/", "bench/")
NAMED = re.compile(r'\b(?:prim|composite)::(?!\w*Dialect\b)\w+|"(?:prim|composite)\.\w+')


def rule():
    problems, checked = [], 0
    for path in tree.files(suffixes={".h", ".cpp"}):
        if path.as_posix().startswith(NAMERS) or tree.is_test(path):
            continue
        checked += 1
        for number, line in tree.lines(path):
            match = NAMED.search(line.split("//")[0])
            if match:
                problems.append(f"{path}:{number}: names the op {match[0].strip(chr(34))}; ask an"
                                " interface, or build with the rule language")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
