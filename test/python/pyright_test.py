#!/usr/bin/python3
"""What pyright says of the package: every public type is known, and strict programs pass or are refused as they should."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import cotan

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
PACKAGES = pathlib.Path(cotan.__file__).parent.parent
PYRIGHT = shutil.which("pyright", path=f"{PACKAGES.parent}/npm/node_modules/.bin{os.pathsep}{os.environ['PATH']}")
# What of "strict" asks for annotations of the program itself, and for those of other libraries.
FOR_ANYONE = dict.fromkeys(["reportMissingParameterType", "reportMissingTypeStubs", "reportMissingModuleSource",
                            *(f"reportUnknown{what}Type" for what in ("Argument", "Lambda", "Member", "Parameter", "Variable"))], False)


def pyright(*arguments):
    run = subprocess.run([str(PYRIGHT), "--outputjson", "--pythonpath", sys.executable, *map(str, arguments)],
                         env={**os.environ, "PYTHONPATH": str(PACKAGES)}, capture_output=True, text=True, timeout=300)
    return json.loads(run.stdout)


def check(paths, **settings):
    """What is said of files and folders: pairs of a place and a text."""
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            pathlib.Path(folder, path.name).symlink_to(path)
        pathlib.Path(folder, "pyrightconfig.json").write_text(json.dumps({
            "include": [path.name for path in paths], "typeCheckingMode": "strict", "pythonVersion": "3.11",
            "extraPaths": [str(PACKAGES), str(SOURCES / "examples/gpt")], **settings}), encoding="utf-8")
        found = pyright("-p", folder)
    assert found["summary"]["filesAnalyzed"] >= len(paths), found
    return [(f"{pathlib.Path(x['file']).name}:{x['range']['start']['line'] + 1}", x["message"])
            for x in found["generalDiagnostics"]]


class Pyright(unittest.TestCase):
    def test_every_public_type_is_known(self):
        found = pyright("--verifytypes", "cotan", "--ignoreexternal")["typeCompleteness"]
        self.assertGreater(found["exportedSymbolCounts"]["withKnownType"], 1000)
        self.assertEqual([symbol["name"] for symbol in found["symbols"] if not symbol["isTypeKnown"]], [])

    def test_annotated_programs_pass_strictly(self):
        self.assertEqual(check([HERE / "typed/right.py"]), [])

    def test_examples_and_wrong_uses(self):
        wrong = HERE / "typed/wrong.py"
        expected = {f"wrong.py:{n}" for n, line in enumerate(wrong.read_text().splitlines(), 1) if re.search(r"  # [\w-]+$", line)}
        found = check([SOURCES / "examples", wrong], useLibraryCodeForTypes=False, **FOR_ANYONE)
        self.assertEqual([x for x in found if x[0] not in expected], [])
        self.assertEqual({place for place, _ in found}, expected)


if __name__ == "__main__":
    if PYRIGHT is None:
        print("skipped: pyright is not installed (tools/install_pyright.sh)")
        sys.exit(77)
    unittest.main()
