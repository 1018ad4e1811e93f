#!/usr/bin/python3
"""Who may include whom: data flows one way, and only `driver` sees the whole (ARCHITECTURE.md)."""

import re

import tree

# Folders of src/cotan. A folder may always include itself; tests may include anything.
MAY_INCLUDE = {
    "support": set(),
    "ir": {"support"},
    "ops": {"ir", "support"},
    "interpreter": {"ir", "support"},
    "check": {"ir", "support"},
    "autodiff": {"ir", "support"},
    "transforms": {"ir", "support"},
    "batching": {"ir", "support", "autodiff", "transforms"},
    "codegen": {"ir", "support"},
    "runtime": {"support"},
    "driver": {"support", "ir", "ops", "interpreter", "check", "autodiff", "transforms", "batching",
               "codegen", "runtime"},
    "trace": {"support", "ir", "autodiff", "batching", "driver"},
    "frontends": {"support", "ir", "driver", "trace", "cotan.h"},  # the header with all of them
}
WITHOUT_MLIR = {"support", "runtime"}
# The rule language: what rules and passes build ops with, without naming their classes.
RULE_LANGUAGE = "cotan/ops/op_rules.h"
INCLUDE = re.compile(r'^\s*(?:#\s*)?include "((?:cotan|mlir)/[^"]+)"')


def problem_of(folder, included):
    if included.startswith("mlir/"):
        return "must build without MLIR" if folder in WITHOUT_MLIR else None
    target = included.split("/")[1]
    if target == folder or target in MAY_INCLUDE[folder]:
        return None
    if included == RULE_LANGUAGE and folder in ("autodiff", "transforms", "batching",
                                                "trace"):
        return None
    allowed = ", ".join(sorted(MAY_INCLUDE[folder])) or "nothing else"
    return f"may include {allowed}, but not {target}"


def rule():
    problems, checked = [], 0
    for path in tree.files("src/cotan", suffixes={".h", ".cpp", ".td"}):
        if len(path.parts) < 4 or tree.is_test(path):
            continue
        folder = path.parts[2]
        checked += 1
        if folder not in MAY_INCLUDE:
            problems.append(f"{path}: {folder} is not in the list of layers of {__file__}")
            continue
        for number, line in tree.lines(path):
            match = INCLUDE.match(line)
            problem = match and problem_of(folder, match[1])
            if problem:
                problems.append(f"{path}:{number}: {match[1]}: {folder} {problem}")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
