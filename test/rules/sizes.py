#!/usr/bin/python3
"""Files stay short: over 600 lines is an error, over 400 is listed. So do the pages that tend to grow."""

import tree

LONGEST, LONG = 600, 400
PAGES = {"CHANGELOG.md": 120}  # lines
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
    for path, most in PAGES.items():
        if (tree.ROOT / path).exists():
            checked += 1
            count = len(tree.read(path).splitlines())
            if count > most:
                problems.append(f"{path}: {count} lines; {most} is the most: say less of it")
    for text in long_files:
        print(text)
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
