#!/usr/bin/python3
"""No processor, instruction set or library of vectors is named, not even in a comment, but where code is
made for processors (codegen/cpu) and in the runtime, whose kernels are for them."""

import re

import tree

NAMERS = ("src/cotan/codegen/cpu/", "src/cotan/runtime/")
FAMILIES = r"x86|i[3-6]86|amd64|intel|amd|arm|arm64|aarch64|armv\d+|riscv|risc-v|powerpc|ppc64|s390x|loongarch"
INSTRUCTIONS = r"mmx|sse|ssse|avx|amx|bmi|fma3|neon|sve|sme|rvv|altivec"
LIBRARIES = r"sleef|svml|libmvec"
# Digits, and letters that say which part it is, may follow: SSE4.1, avx512f, x86_64.
NAMED = re.compile(rf"(?<![a-z0-9])(?:{FAMILIES}|(?:{INSTRUCTIONS})(?:\d\w*)?|{LIBRARIES})(?![a-z0-9])", re.IGNORECASE)
WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")  # in CamelCase


def rule():
    problems, checked = [], 0
    for path in tree.files("src/cotan"):
        if path.as_posix().startswith(NAMERS) or tree.is_test(path):
            continue
        checked += 1
        for number, line in tree.lines(path):
            if match := NAMED.search(WORD_BEGINS.sub(" ", line)):
                problems.append(f"{path}:{number}: names {match[0]}; what depends on the processor is asked of"
                                " ir/lowering/processor.h and answered in codegen/cpu")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
