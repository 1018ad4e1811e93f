#!/usr/bin/python3
"""ARCHITECTURE.md describes the folders there are: each is mentioned, and each mentioned one exists."""

import re

import tree

GUIDE = "ARCHITECTURE.md"
MENTION = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")


def folders():
    """Those a newcomer meets: at the top, in src/cotan, and in its larger parts."""
    for parent in (".", "src/cotan", "src/cotan/ir"):
        for path in sorted((tree.ROOT / parent).iterdir()):
            if (path.is_dir() and not path.name.startswith((".", "build"))
                    and path.name not in tree.SKIPPED):
                yield path.relative_to(tree.ROOT).as_posix()


def is_mentioned(folder, text):
    """By its whole path, or below src/cotan as people say it: `ir/flow`."""
    short = folder.removeprefix("src/cotan/")
    return re.search(rf"(?<![\w/]){re.escape(folder)}\b|(?<![\w/]){re.escape(short)}(?=[/`\s])", text)


def rule():
    if not (tree.ROOT / GUIDE).exists():
        print(f"there is no {GUIDE}")
        return tree.EXIT_SKIPPED
    text, problems, checked = tree.read(GUIDE), [], 0
    for folder in folders():
        checked += 1
        if not is_mentioned(folder, text):
            problems.append(f"{GUIDE}: does not mention the folder {folder}")
    for number, line in tree.lines(GUIDE):
        for name in MENTION.findall(line):
            if "/" not in name:
                continue
            checked += 1
            places = [tree.ROOT / name, tree.ROOT / "src/cotan" / name, tree.ROOT / "src" / name]
            if not any(place.exists() for place in places):
                problems.append(f"{GUIDE}:{number}: {name} does not exist")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
