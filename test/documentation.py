#!/usr/bin/python3
"""Runs what README.md and the guide show: documentation.py --build FOLDER FILE.md...

A block whose first line is a comment with a file's name (`// grow.mlir`, `# root.py`) is written to
that file. In a block ```console each
line that starts with `$ ` is run by the shell where those files are, with what is built in FOLDER on
the paths, and must print the lines that follow it (standard output and standard error); a line `...`
stands for any number of lines, and ... within a line for any text. Other blocks are not run.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"(?://|#) ([\w.-]+\.(?:mlir|py|cpp))\n")


def pattern_of(expected):
    """A regular expression for the lines a command should print."""
    parts = [r"(?:.*\n)*?" if line == "..." else
             ".*".join(re.escape(text) for text in line.split("...")) + r"\n"
             for line in expected]
    return re.compile("".join(parts))


def sessions(block):
    """The commands of a console block, each with the lines that follow it."""
    command, expected = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        else:
            expected.append(line)
    if command:
        yield command, expected


def check_command(command, expected, folder, environment):
    """What is wrong with the command's output, or None."""
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    printed = "".join(line.rstrip() + "\n" for line in run.stdout.splitlines())
    if pattern_of(expected).fullmatch(printed):
        return None
    return f"$ {command}\n--- expected\n" + "\n".join(expected) + f"\n--- found\n{printed}"


def check_page(path, environment):
    text, count, problems = path.read_text(encoding="utf-8"), 0, []
    with tempfile.TemporaryDirectory() as folder:
        for match in BLOCK.finditer(text):
            language, block = match.groups()
            name = FILE_NAME.match(block)
            if name:
                pathlib.Path(folder, name[1]).write_text(block, encoding="utf-8")
            if language != "console":
                continue
            line = text.count("\n", 0, match.start()) + 1
            for command, expected in sessions(block):
                count += 1
                problem = check_command(command, expected, folder, environment)
                if problem:
                    problems.append(f"{path}:{line}: {problem}")
    return count, problems


def environment_of(build, sources):
    """Where the shell, Python and a compiler find what would be installed. Python shows lines as on a terminal, at once."""
    # Debian's Python is the first: the module is made for it.
    return dict(os.environ, PATH=os.pathsep.join([str(build / "bin"), "/usr/bin", os.environ["PATH"]]),
                PYTHONPATH=str(build / "python"), PYTHONUNBUFFERED="1", PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=str(build / "bytecode"),
                CPATH=f"{sources}:{build / 'src'}",
                LIBRARY_PATH=str(build / "lib"), LD_LIBRARY_PATH=str(build / "lib"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    environment = environment_of(arguments.build.resolve(), pathlib.Path(__file__).resolve().parent.parent / "src")
    total, failed = 0, []
    for page in arguments.pages:
        count, problems = check_page(page, environment)
        total += count
        failed += problems
    print("\n".join(failed))
    print(f"{total} commands run, {len(failed)} wrong")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
