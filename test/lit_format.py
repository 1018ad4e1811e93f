"""The lit tests are the files that have RUN lines; other samples are run by cotan-check."""

import os

import lit.formats
import lit.Test

SUFFIXES = (".mlir", ".test")
FOLDERS = ("src", "test/errors", "test/passes", "test/check", "test/tool")


class FilesWithRunLines(lit.formats.ShTest):
    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        folder = "/".join(path_in_suite)
        if not any(folder == f or folder.startswith(f + "/") for f in FOLDERS):
            return
        source = suite.getSourcePath(path_in_suite)
        for name in sorted(os.listdir(source)):
            if not name.endswith(SUFFIXES):
                continue
            with open(os.path.join(source, name), encoding="utf-8") as file:
                if "RUN:" in file.read():
                    yield lit.Test.Test(suite, path_in_suite + (name,), local_config)
