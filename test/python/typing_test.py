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
    def test_examples(self):
        self.assertEqual(check(*FOR_ANYONE, *sorted(SOURCES.glob("examples/*/*.py"))), [])

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

    def test_annotated_programs_pass_strictly(self):
        self.assertEqual(check("--strict", HERE / "typed/right.py"), [])
        subprocess.run([sys.executable, HERE / "typed/right.py"], check=True, timeout=300, stdout=subprocess.DEVNULL)

    def test_wrong_uses_are_refused_where_they_are(self):
        path = HERE / "typed/wrong.py"
        expected = {(n, code) for n, line in enumerate(path.read_text().splitlines(), 1)
                    for code in re.findall(r"  # ([\w-]+)$", line)}
        found = {(int(m[1]), m[2]) for m in map(re.compile(r".*?:(\d+): error: .*\[([\w-]+)\]$").match,
                                                check("--strict", path)) if m}
        self.assertEqual(found, expected)

    def test_the_package_itself_has_no_mistakes(self):
        for stub in ("_cotan", "linalg", "nn", "random"):
            self.assertTrue((PACKAGES / "cotan" / f"{stub}.pyi").exists())
        self.assertEqual(check(*sorted((PACKAGES / "cotan").glob("*.pyi"))), [])


if __name__ == "__main__":
    unittest.main()
