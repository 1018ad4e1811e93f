#!/usr/bin/python3
"""Who may include whom: data flows one way, and only `driver` sees the whole (ARCHITECTURE.md)."""

import pathlib
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
    "closures": {"ir", "support", "autodiff", "transforms"},
    "translate": {"ir", "support", "transforms"},
    "batching": {"ir", "support", "autodiff", "transforms"},
    "codegen": {"ir", "support"},
    "runtime": {"support"},
    "driver": {"support", "ir", "ops", "interpreter", "check", "autodiff", "transforms", "closures", "batching",
               "codegen", "runtime"},
    "trace": {"support", "ir", "autodiff", "batching", "transforms", "driver"},
    "tensor": {"support", "ir", "trace"},
    "functions": {"support", "ir", "trace", "tensor"},
    "frontends": {"support", "ir", "driver", "trace", "tensor", "functions", "cotan.h"},  # which is all of them
}
WITHOUT_MLIR = {"support", "runtime"}
# What is left of Cotan in a compiled program, with all that it includes.
WITHOUT_LLVM = "src/cotan/runtime"
# The boundary between generated code and the runtime, which both sides read.
BOUNDARY = "cotan/runtime/abi/"
# What knows processors. The rest of code generation asks `ir/lowering/processor.h`.
PROCESSORS = "codegen/cpu/"
# The rule language: what rules and passes build ops with, without naming their classes.
RULE_LANGUAGE = "cotan/ops/op_rules.h"
INCLUDE = re.compile(r'^\s*(?:#\s*)?include "((?:cotan|mlir|llvm)/[^"]+)"')


def problem_of(path, folder, included):
    if included.startswith("mlir/"):
        return "must build without MLIR" if folder in WITHOUT_MLIR else None
    if included.startswith("llvm/"):
        return None
    if included.startswith(f"cotan/{PROCESSORS}") and folder == "codegen":
        is_inside = path.as_posix().startswith(f"src/cotan/{PROCESSORS}")
        return None if is_inside else f"is for any processor; only {PROCESSORS} itself and driver see it"
    target = included.split("/")[1]
    if target == folder or target in MAY_INCLUDE[folder]:
        return None
    if included.startswith(BOUNDARY) and folder == "codegen":
        return None
    if included == RULE_LANGUAGE and folder in ("autodiff", "transforms", "closures", "batching",
                                                "trace"):
        return None
    allowed = ", ".join(sorted(MAY_INCLUDE[folder])) or "nothing else"
    return f"may include {allowed}, but not {target}"


def includes(path):
    """What a file includes, with the numbers of the lines."""
    for number, line in tree.lines(path):
        if match := INCLUDE.match(line):
            yield number, match[1]


def compiler_problems():
    """Where LLVM or MLIR is included by what WITHOUT_LLVM consists of; the headers of its tests are
    not among that."""
    waiting = [path for path in tree.files(WITHOUT_LLVM, suffixes={".cpp"})
               if not tree.is_test(path)]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        for number, included in includes(path):
            header = pathlib.Path("src") / included
            if not included.startswith("cotan/"):
                yield f"{path}:{number}: {included}: {WITHOUT_LLVM} must build without LLVM"
            elif header not in seen and (tree.ROOT / header).exists():
                seen.add(header)
                waiting.append(header)


def rule():
    problems, checked = list(compiler_problems()), 0
    for path in tree.files("src/cotan", suffixes={".h", ".cpp", ".td"}):
        if len(path.parts) < 4 or tree.is_test(path):
            continue
        folder = path.parts[2]
        checked += 1
        if folder not in MAY_INCLUDE:
            problems.append(f"{path}: {folder} is not in the list of layers of {__file__}")
            continue
        for number, included in includes(path):
            if problem := problem_of(path, folder, included):
                problems.append(f"{path}:{number}: {included}: {folder} {problem}")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
