#!/usr/bin/python3
"""Files stay short: over 600 lines is an error, over 400 is listed."""

import tree

LONGEST, LONG = 600, 400
CODE = {".h", ".cpp", ".td", ".py", ".cmake", ".mlir"}


def rule():
    problems, checked, long_files = [], 0, []
    for path in tree.files(suffixes=CODE):
        if path.as_posix().startswith("docs/"):
            continue
        checked += 1
        count = len(tree.read(path).splitlines())
        if count > LONGEST:
            problems.append(f"{path}: {count} lines; {LONGEST} is the most: split it")
        elif count > LONG:
            long_files.append(f"{path}: {count} lines; think of splitting it")
    for text in long_files:
        print(text)
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
