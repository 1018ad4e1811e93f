#!/usr/bin/python3
"""Files of arrays that are damaged or lie: refused, or read as NumPy reads them.

    broken_arrays.py READ_ARRAYS [--mutations N] [--seed S] [--limit none]

Random changes of small valid files, and files made to ask for more than they hold, are read by one
process whose memory is bounded. Reading may refuse a file; it may not crash, nor take memory for what
is not there, nor find other numbers than NumPy does.
"""

import argparse
import io
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import warnings
import zipfile

import numpy as np

MEMORY = 768 << 20  # of the process; the arrays of one file may take 64 MiB
NAMES = {"bool": "i1", "int8": "i8", "int64": "i64", "uint16": "ui16", "float16": "f16",
         "float32": "f32", "float64": "f64"}
LARGE = [0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 32, 1 << 40, (1 << 63) - 1,
         (1 << 64) - 1]


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asanyarray(array), version)
    return file.getvalue()


def npz(arrays, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names given twice
        for name, array in arrays:
            archive.writestr(f"{name}.npy", array if isinstance(array, bytes) else npy(array))
    return file.getvalue()


def valid_files():
    x = np.arange(6.0).reshape(2, 3)
    arrays = [("x", x), ("n", np.int64(5)), ("flags", np.array([True, False]))]
    yield ".npy", npy(x)
    yield ".npy", npy(np.asfortranarray(x.astype(np.float32)))
    yield ".npy", npy(x.astype(">f8"), (2, 0))
    yield ".npy", npy(np.zeros((0, 4), np.uint16), (3, 0))
    yield ".npy", npy(np.array([True, False, True]))
    yield ".npz", npz(arrays)
    yield ".npz", npz(arrays, zipfile.ZIP_STORED)
    for save in (np.savez, np.savez_compressed):
        file = io.BytesIO()
        save(file, **dict(arrays))
        yield ".npz", file.getvalue()


def header(shape, more=""):
    text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}{more}}}\n".encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text


def zip64(size, packed):
    """An archive of one empty member, whose directory says other sizes in 64 bits."""
    content = bytearray(npz([("x", b"")], zipfile.ZIP_STORED))
    at = content.index(b"PK\1\2")
    name_end = at + 46 + len("x.npy")
    extra = struct.pack("<HHQQ", 1, 16, size, packed)
    content[at + 20:at + 28] = b"\xff" * 8
    content[at + 30:at + 32] = struct.pack("<H", len(extra))
    content[name_end:name_end] = extra
    end = content.index(b"PK\5\6")
    content[end + 12:end + 16] = struct.pack("<I", end - at)
    return bytes(content)


def overlapping(count):
    """Many members that are the same bytes of the file."""
    content = npz([("x", np.zeros(1 << 16))])
    at, end = content.index(b"PK\1\2"), content.index(b"PK\5\6")
    entries = b"".join(content[at:at + 46] + f"{i:05}".encode() for i in range(count))
    return (content[:at] + entries + content[end:end + 8] + struct.pack("<HHI", count, count, len(entries))
            + content[end + 16:])


def lying_files():
    """Each must be refused."""
    for count in (1 << 20, 1 << 40, (1 << 60) - 1, 1 << 61, (1 << 63) - 1):
        yield ".npy", header(f"({count},)")
    yield ".npy", header("(1,)", ", 'shape': (0,)")
    yield ".npy", header("(0,)", ", 'descr': '<f4'")
    yield ".npy", b"\x93NUMPY\2\0" + struct.pack("<I", 0xFFFFFFFF)
    for size in LARGE[3:]:
        yield ".npz", zip64(size, 0)
        yield ".npz", zip64(size, size)
    yield ".npz", npz([("x", np.zeros(16 << 20))])  # honest, but above the limit of memory
    yield ".npz", overlapping(2)
    yield ".npz", overlapping(2000)
    yield ".npz", npz([("x", npy(1.0)), ("x", npy(2.0))])
    yield ".npz", npz([("x", npy(1.0))], zipfile.ZIP_BZIP2)


def mutated(content, choose):
    content = bytearray(content)
    for _ in range(choose.randint(1, 3)):
        if not content:
            break
        at = choose.randrange(len(content))
        kind = choose.randrange(5)
        if kind == 0:
            content[at] = choose.randrange(256)
        elif kind == 1:
            width, value = choose.choice([2, 4, 8]), choose.choice(LARGE)
            content[at:at + width] = (value & (1 << 8 * width) - 1).to_bytes(width, "little")
        elif kind == 2:
            del content[at:at + choose.randint(1, 40)]
        elif kind == 3:
            content[at:at] = content[at:at + choose.randint(1, 40)]
        else:
            content[at:at + 1] = choose.choice(b"0123456789(),'{}[]<>|").to_bytes(1, "little")
    return bytes(content)


def described(arrays):
    """Arrays as the reader prints them."""
    found = []
    for name, array in arrays:
        if array.dtype == bool:
            array = array.view(np.uint8).astype(bool)
        kind = NAMES.get(array.dtype.name, array.dtype.name)
        elements = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="))).tobytes()
        shape = "x".join(map(str, array.shape))
        found.append(f"name:{name.encode().hex()} {kind} {shape}:{elements.hex()}".lower())
    return found


def by_numpy(path):
    """What NumPy reads; None if it refuses."""
    try:
        if path.suffix == ".npy":
            return described([("", np.load(path, allow_pickle=False))])
        with np.load(path, allow_pickle=False) as archive:
            return described([(name, archive[name]) for name in archive.files])
    except Exception:  # it has no list of what it raises on damaged files
        return None


def read_all(program, paths, is_limited):
    """By path, what is printed. A crash is an error that names the file."""
    def limit():
        if is_limited:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    run = subprocess.run([program, *map(str, paths)], preexec_fn=limit, capture_output=True, text=True,
                         timeout=120)
    found = {}
    for line in run.stdout.splitlines():
        if line.startswith("file "):
            path = pathlib.Path(line[5:])
            found[path] = []
        else:
            found[path].append(line.lower())
    if run.returncode != 0:
        sys.exit(f"status {run.returncode} at {path}: {path.read_bytes()!r}\n{run.stderr}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--mutations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", choices=["memory", "none"], default="memory")
    options = parser.parse_args()
    choose, valid = random.Random(options.seed), list(valid_files())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def write(kind, files):
            paths = []
            for i, (suffix, content) in enumerate(files):
                paths.append(folder / f"{kind}{i}{suffix}")
                paths[-1].write_bytes(content)
            return paths

        originals = write("valid", valid)
        lies = write("lie", lying_files())
        origins = [choose.randrange(len(valid)) for _ in range(options.mutations)]
        changed = write("changed", ((valid[i][0], mutated(valid[i][1], choose)) for i in origins))
        found = read_all(options.program, originals + lies + changed, options.limit == "memory")
        problems = []
        for path in originals:
            if found[path][1:] != by_numpy(path):
                problems.append(f"{path}: not as NumPy reads it: {found[path]}")
        for path in lies:
            if not found[path][0].startswith("refused"):
                problems.append(f"{path}: not refused")
        for i, path in zip(origins, changed):
            right = by_numpy(path), by_numpy(originals[i])
            if found[path][0].startswith("read") and found[path][1:] not in right:
                problems.append(f"{path}: {path.read_bytes()!r} is read as {found[path]}, "
                                f"by NumPy as {by_numpy(path)}")
        read = sum(found[path][0].startswith("read") for path in changed)
    print(f"{len(lies)} files that lie; of {len(changed)} changed files, {read} are read")
    sys.exit("\n".join(problems[:10]) if problems else 0)


if __name__ == "__main__":
    main()
