# How lit runs the files with RUN lines (which: lit_format.py). Not named lit.cfg.py, or lit would
# take test/ for a suite of its own.
import os
import shutil
import sys

sys.path.insert(0, os.path.join(config.test_source_root, "test"))
from lit_format import SUFFIXES, FilesWithRunLines

config.name = "cotan"
config.test_format = FilesWithRunLines(execute_external=False)
config.suffixes = list(SUFFIXES)
config.excludes = ["build", "shared", ".git", ".ci", "docs", "bench", "Inputs"]
config.excludes += [name for name in os.listdir(config.test_source_root)
                    if name.startswith("build-")]
config.environment["PATH"] = os.pathsep.join(
    [config.cotan_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["COTAN_CACHE"] = "off"  # tests are of this build
if shutil.which("valgrind") and not config.is_sanitized:  # they take each other's place
    config.available_features.add("valgrind")
with open("/proc/cpuinfo") as cpuinfo:
    if {"avx2", "fma"} <= set(cpuinfo.read().split()):
        config.available_features.add("avx2")
config.substitutions.append(("%python", "/usr/bin/python3"))
config.substitutions.append(("%root", config.test_source_root))
