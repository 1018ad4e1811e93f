#!/usr/bin/python3
"""Nothing names a tensor op outside ops/, not even by string, but what is generated from the .td files.

A pass asks interfaces and traits, and builds with the rule language; an array function calls `ct::op`.
Dialects may be named. Policies of checkpoints are what users write, who know ops by their names.
"""

import re

import tree

NAMERS = ("src/cotan/ops/", "src/cotan/frontends/cpp/checkpoint.cpp", "test/", "examples/", "bench/")
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
