#!/usr/bin/python3
"""wheel.py --build FOLDER: a wheel of the Python package, with all shared libraries that it needs but those of the C
and C++ languages. It is for the Python and the C library of this machine, and for newer C libraries."""

import argparse
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

# What a system has that Python runs on.
OF_THE_SYSTEM = re.compile(r"lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so|ld-linux|linux-vdso")
# What is loaded when it is first needed, so that the module does not name it.
LOADED = ("libsleef.so.3", "libfftw3.so.3", "libfftw3f.so.3")
VERSION = f"{sys.version_info.major}{sys.version_info.minor}"
TAG = f"cp{VERSION}-cp{VERSION}-manylinux_{platform.libc_ver()[1].replace('.', '_')}_{platform.machine()}"


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def libraries(module):
    """Where the loader finds what is needed, and what that needs in turn."""
    known = dict(re.findall(r"^\s*(\S+) .*=> (\S+)", run("/sbin/ldconfig", "-p"), re.M))
    loaded = [known[name] for name in LOADED]
    found = dict(re.findall(r"(\S+) => (\S+)", "".join(run("ldd", file) for file in (module, *loaded))))
    found.update(zip(LOADED, loaded))
    return {name: pathlib.Path(path) for name, path in found.items() if not OF_THE_SYSTEM.match(name)}


def bundle(package, module, build):
    """Copies libraries to a folder beside the package, where the loader is told to look for them."""
    folder = package.parent / "cotan.libs"
    folder.mkdir()
    for name, path in libraries(build / "python/cotan" / module.name).items():
        shutil.copy(path.resolve(), folder / name)
        run("patchelf", "--set-rpath", "$ORIGIN", folder / name)
    run("patchelf", "--set-rpath", "$ORIGIN/../cotan.libs", module)
    run("strip", "--strip-unneeded", module, *folder.iterdir())


def describe(root, version):
    folder = root / f"cotan-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: cotan\nVersion: {version}\nSummary: Differentiates, compiles and runs programs of "
        f"tensors\nLicense: Apache-2.0\nRequires-Python: =={sys.version_info.major}.{sys.version_info.minor}.*\n"
        "Requires-Dist: numpy\n", encoding="utf-8")
    (folder / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: cotan\nRoot-Is-Purelib: false\nTag: {TAG}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    version = run(build / "bin/cotan", "--version").split()[1]
    with tempfile.TemporaryDirectory() as folder:
        prefix, root = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "wheel")
        run("cmake", "--install", build, "--prefix", prefix, "--component", "python")
        root.mkdir()
        package = root / "cotan"
        shutil.move(next(prefix.glob("lib/python3*/dist-packages/cotan")), package)
        bundle(package, next(package.glob("_cotan*.so")), build)
        describe(root, version)
        print(run(sys.executable, "-m", "wheel", "pack", "--dest-dir", build, root), end="")


if __name__ == "__main__":
    main()
