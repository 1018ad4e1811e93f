#!/usr/bin/python3
"""ARCHITECTURE.md describes what there is: each folder is mentioned, and each folder, file and pass that it names exists."""

import re

import tree

GUIDE = "ARCHITECTURE.md"
MENTION = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")
PICTURED = re.compile(r"(?<= )[a-z_]+(?:/[a-z_]+)+")  # at the right of the picture, files without their suffixes
PASS = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b")  # in the table of what passes ask


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


def named():
    """Folders, files and passes, and in which lines."""
    is_picture = asked = False
    for number, line in tree.lines(GUIDE):
        if line.startswith("```"):
            is_picture = not is_picture
        asked = line.startswith("| question | asked by |") or asked and line.startswith("|")
        names = PICTURED.findall(line) if is_picture else [name for name in MENTION.findall(line) if "/" in name]
        if asked:
            names += [name.replace("-", "_") for name in PASS.findall(line.split(" | ")[1])]
        yield from ((number, name) for name in names)


def exists(name):
    """As a folder or file, if its name has no suffix also with one; a pass is a file of whichever folder."""
    if "/" not in name:
        return any((tree.ROOT / "src/cotan").rglob(f"{name}.h"))
    places = [tree.ROOT / name, tree.ROOT / "src/cotan" / name, tree.ROOT / "src" / name]
    return any(place.exists() or any(place.parent.glob(f"{place.name}.*")) for place in places)


def rule():
    if not (tree.ROOT / GUIDE).exists():
        print(f"there is no {GUIDE}")
        return tree.EXIT_SKIPPED
    text, problems, checked = tree.read(GUIDE), [], 0
    for folder in folders():
        checked += 1
        if not is_mentioned(folder, text):
            problems.append(f"{GUIDE}: does not mention the folder {folder}")
    for number, name in named():
        checked += 1
        if not exists(name):
            problems.append(f"{GUIDE}:{number}: {name} does not exist")
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)
