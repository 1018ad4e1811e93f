#!/usr/bin/python3
"""Installs Cotan in a folder of its own, builds a small CMake project with it, and imports the package."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def expect(text, *words):
    for word in words:
        if word not in text:
            sys.exit(f"found {text!r}, but expected {word!r} in it")


def completes(prefix):
    """The completion for bash, asked as bash does."""
    environment = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}"}
    for line, words in (("cotan tr", ["translate"]), ("cotan ", ["grad", "run", "--version"]),
                        ("cotan run --max", ["--max-steps", "--max-memory"])):
        script = f"""source {prefix}/share/bash-completion/completions/cotan
            COMP_WORDS=({line if line[-1] != " " else line + "''"}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
            _cotan; echo "${{COMPREPLY[@]}}" """
        expect(run("bash", "-c", script, env=environment), *words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prefix, build = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "build")
        run("cmake", "--install", options.build, "--prefix", prefix)
        expect(run(prefix / "bin/cotan", "--version"), "cotan 0.")
        if not (prefix / "share/bash-completion/completions/cotan").is_file():
            sys.exit("the completion for bash is not installed")
        completes(prefix)
        for header in prefix.rglob("*.h"):
            if "mlir/" in header.read_text(encoding="utf-8") or "llvm/" in header.read_text(encoding="utf-8"):
                sys.exit(f"{header}: a public header includes MLIR's or LLVM's")
        run("cmake", "-S", HERE / "project", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={options.compiler}")
        run("cmake", "--build", build)
        expect(run(build / "tenlines"), "5120", "shapes (2,) and (3,) do not go together")
        package = next(prefix.glob("lib/python3*/dist-packages"))
        for part in ("py.typed", "__init__.py", "_cotan.pyi", "linalg.pyi", "nn.pyi", "random.pyi"):
            if not (package / "cotan" / part).is_file():
                sys.exit(f"{part} is not installed")
        program = "import cotan as ct; print(float(ct.grad(lambda x: x**3)(2.0)), ct.__file__)"
        environment = {**os.environ, "PYTHONPATH": str(package)}
        expect(run("/usr/bin/python3", "-c", program, env=environment, cwd=folder), "12.0", str(prefix))


if __name__ == "__main__":
    main()
