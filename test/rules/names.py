#!/usr/bin/python3
"""Names say what a thing is: no utils, helpers, misc or common, in files, folders or types."""

import re

import tree

EMPTY_WORDS = {"util", "utils", "utility", "utilities", "helper", "helpers", "misc", "common"}
TYPE = re.compile(r"^\s*(?:class|struct|namespace|enum class|def|class)\s+(\w+)")


def words(name):
    """The words of snake_case, kebab-case and CamelCase."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def rule():
    problems, checked = set(), 0
    for path in tree.files():
        checked += 1
        for i, part in enumerate(path.parts):
            if words(part) & EMPTY_WORDS:
                place = "/".join(path.parts[:i + 1])
                problems.add(f"{place}: says nothing; name it by what it does")
        if path.suffix not in (".h", ".cpp", ".td", ".py"):
            continue
        for number, line in tree.lines(path):
            match = TYPE.match(line)
            if match and words(match[1]) & EMPTY_WORDS:
                problems.add(f"{path}:{number}: {match[1]} says nothing; name it by what it does")
    return tree.report(sorted(problems), checked)


if __name__ == "__main__":
    tree.run(rule)
