"""The project's files, and how a rule reports what breaks it.

A rule is run as `rule.py [ROOT]`; without ROOT it looks at the project it lies in.
"""

import pathlib
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                    pathlib.Path(__file__).resolve().parents[2])
SKIPPED = {".git", "shared", "__pycache__", "third_party"}
EXIT_SKIPPED = 77  # ctest shows the test as skipped


def files(*folders, suffixes=()):
    """All files under the folders, as paths relative to the root, without build folders."""
    for folder in folders or (".",):
        yield from walk(ROOT / folder, suffixes)


def walk(folder, suffixes):
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.name in SKIPPED or (path.parent == ROOT and path.name.startswith("build")):
            continue
        if path.is_dir():
            yield from walk(path, suffixes)
        elif not suffixes or path.suffix in suffixes:
            yield path.relative_to(ROOT)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def lines(path):
    """Numbered from 1."""
    return enumerate(read(path).splitlines(), start=1)


def is_test(path):
    return path.stem.endswith("_test") or path.parts[0] == "test"


def report(problems, checked):
    """Prints what is wrong; the exit status of the rule."""
    problems = list(problems)
    for problem in problems:
        print(problem)
    print(f"{checked} checked, {len(problems)} problems")
    if not checked:
        print("nothing was checked: has a folder moved?")
    return 1 if problems or not checked else 0


def run(rule):
    sys.exit(rule())
