#!/usr/bin/python3
"""tidy.py --build FOLDER [--all]: what clang-tidy says (.clang-tidy), of which nothing is let through.

With MLIR's headers it takes seconds for each file, so a test run looks at what is compiled without
them, the runtime and what it is built on, and at what the last commit and the working tree changed;
--all, `make tidy`, at everything. Most of the time goes into what a file includes: of files that are
compiled as one a test run looks at several as one. Aliases of namespaces and C's names of headers
are then not looked at.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-22"
FOLDERS = ("src/", "tools/", "test/")
UNITED = r"/(src/cotan|tools|bench|test)/.*\.(h|cpp)$"


def git(*words):
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.splitlines() if result.returncode == 0 else []


def is_source(name):
    return name.startswith(FOLDERS) and name.endswith(".cpp") and (ROOT / name).is_file()


def sources():
    return {name for name in git("ls-files", "--cached", "--others", "--exclude-standard") if is_source(name)}


def together(entries):
    """By the name of each file that stands for several: theirs."""
    return {entry["file"]: re.findall(r'^#include "(.*)"', pathlib.Path(entry["file"]).read_text(encoding="utf-8"), re.M)
            for entry in entries if "/Unity/" in entry["file"]}


def commands(build):
    """How each source is compiled; those that are compiled as one file, too."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    units = together(entries)
    return entries + [{**entry, "file": name, "command": entry["command"].replace(entry["file"], name)}
                      for entry in entries for name in units.get(entry["file"], [])]


def without_llvm(entries):
    """What finds no header of LLVM's or MLIR's."""
    names = (pathlib.Path(entry["file"]) for entry in entries if not re.search(r"-isystem \S*llvm", entry["command"]))
    return {path.relative_to(ROOT).as_posix() for path in names
            if path.is_relative_to(ROOT / "src") and not path.name.endswith("_test.cpp")}


def changed():
    """Since the commit before the last one; a header stands for the source of its stem."""
    before = "HEAD~1" if git("rev-parse", "--verify", "HEAD~1") else "HEAD"
    names = git("diff", "--name-only", before) + git("ls-files", "--others", "--exclude-standard")
    return {re.sub(r"\.h$", ".cpp", name) for name in names}


def united(chosen, units, several=3):
    """What to look at for those sources: where several are of one unit, that unit."""
    for unit, paths in units.items():
        names = {os.path.relpath(path, ROOT) for path in paths} & chosen
        if len(names) >= several:
            chosen = (chosen - names) | {unit}
    return chosen


def complaints(name, database):
    """What is wrong with a file, and in the headers it reads; in its sources, if it stands for several."""
    words = ["--quiet", f"--config-file={ROOT / '.clang-tidy'}", "-p", database]
    if "/Unity/" in name:
        words += ["--checks=-bugprone-suspicious-include", f"--header-filter={UNITED}"]
    result = subprocess.run([TIDY, *words, name], cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return ""
    return result.stdout or result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--all", action="store_true", help="every source")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    if not shutil.which(TIDY):
        print(f"{TIDY} is missing; `make test` and `make tidy` install it (test/packages.txt)")
        return 1
    entries = commands(arguments.build.resolve())
    chosen = sources()
    if not arguments.all:
        chosen = without_llvm(entries) | {name for name in changed() if is_source(name)}
        chosen = united(chosen, together(entries))
    found = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
        for text in pool.map(lambda name: complaints(name, database), sorted(chosen)):
            found += bool(text)
            print(text, end="", flush=True)
    print(f"{len(chosen)} files or folders checked, {found} with problems")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
