#!/usr/bin/python3
"""A project that takes up Cotan's sources by FetchContent has Cotan::cotan, and nothing else of it: no test, no program,
no flag. It is configured, and what would be built is looked at; nothing is."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def expect(holds, problem):
    if not holds:
        sys.exit(problem)


def check(build, sources):
    for line in pathlib.Path(build, "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("CMAKE_BUILD_TYPE", "CMAKE_CXX_FLAGS:", "CMAKE_CXX_COMPILER_LAUNCHER")):
            expect(line.endswith("="), f"the user's {line}")
    [mine] = [entry["command"] for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text(encoding="utf-8"))
              if entry["file"].endswith("tenlines.cpp")]
    for word in (" -O2", "ccache", "-W", "-include", "-fPIC", "llvm"):
        expect(word not in mine, f"the user's file is compiled with {word}: {mine}")
    expect(f"{sources}/src" in mine and f"{build}/_deps/cotan-build/src" in mine, f"headers are not found: {mine}")
    steps = run("ninja", "-C", build, "-n", "-v")
    expect("libcotan.so" in steps and "tenlines.cpp" in steps, "the library is not built")
    for folder in ("/test/", "/bench/", "/examples/", "frontends/python", "cotan-check", "cotan-opt"):
        parts = [line for line in steps.splitlines() if f" -c {sources}" in line and folder in line and "tenlines" not in line]
        expect(not parts, f"a user's build has {parts[:1]}")
    expect("Total Tests: 0" in run("ctest", "--test-dir", build, "-N"), "Cotan's tests are the user's")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", required=True)
    parser.add_argument("--compiler", required=True, help="of C++")
    parser.add_argument("--c-compiler", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder).resolve() / "build"
        run("cmake", "-G", "Ninja", "-S", HERE / "taken_up", "-B", build, f"-DFETCHCONTENT_SOURCE_DIR_COTAN={options.sources}",
            f"-DCMAKE_C_COMPILER={options.c_compiler}", f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        check(build, options.sources)


if __name__ == "__main__":
    main()
