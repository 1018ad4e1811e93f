#!/usr/bin/python3
"""A type checker knows the package: it accepts what is right, and refuses what is wrong."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import cotan

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
PACKAGES = pathlib.Path(cotan.__file__).parent.parent
# All of --strict that asks for no annotations of the program's own functions.
FOR_ANYONE = ["--check-untyped-defs", "--strict-equality", "--warn-redundant-casts", "--warn-unused-ignores",
              "--warn-unreachable", "--disable-error-code=var-annotated", "--no-implicit-reexport", "--ignore-missing-imports"]
PROGRAM = re.compile(r"^```python\n(# [\w.]+\.py\n.*?)^```$", re.MULTILINE | re.DOTALL)


def check(*arguments):
    """What mypy says of files, a line per error."""
    with tempfile.TemporaryDirectory() as cache:
        run = subprocess.run(
            ["/usr/bin/mypy", "--follow-imports=silent", "--no-error-summary", f"--cache-dir={cache}",
             "--config-file=", *map(str, arguments)],
            env={"MYPYPATH": str(PACKAGES), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, timeout=300)
    return [line for line in (run.stdout + run.stderr).splitlines() if ": note:" not in line]


class Typing(unittest.TestCase):
    def test_examples_and_the_package_itself(self):
        for stub in ("_cotan", "linalg", "nn", "random"):
            self.assertTrue((PACKAGES / "cotan" / f"{stub}.pyi").exists())
        stubs = (PACKAGES / "cotan").glob("*.pyi")
        self.assertEqual(check(*FOR_ANYONE, *sorted(SOURCES.glob("examples/*/*.py")), *sorted(stubs)), [])

    def test_programs_of_the_guide(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for page in [SOURCES / "README.md", *sorted(SOURCES.glob("docs/guide/*.md"))]:
                for i, text in enumerate(PROGRAM.findall(page.read_text(encoding="utf-8"))):
                    files.append(pathlib.Path(folder, f"{page.stem.lower()}_{i}.py"))
                    files[-1].write_text(text, encoding="utf-8")
            self.assertGreater(len(files), 4)
            flags = [flag for flag in FOR_ANYONE if flag != "--check-untyped-defs"]  # as most people run it
            self.assertEqual(check(*flags, *files), [])

    def test_strictly(self):
        """What is right passes, and what is wrong is refused where it is."""
        right, wrong = HERE / "typed/right.py", HERE / "typed/wrong.py"
        expected = {("wrong.py", n, code) for n, line in enumerate(wrong.read_text().splitlines(), 1)
                    for code in re.findall(r"  # ([\w-]+)$", line)}
        error = re.compile(r".*?(\w+\.py):(\d+): error: .*\[([\w-]+)\]$")
        found = {(m[1], int(m[2]), m[3]) if (m := error.match(line)) else line for line in check("--strict", right, wrong)}
        self.assertEqual(found, expected)
        subprocess.run([sys.executable, right], check=True, timeout=300, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
