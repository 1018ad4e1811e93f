#!/usr/bin/python3
"""Compares the value of every function that says its meaning in NumPy (check.numpy) with NumPy.

    numpy_check.py --tool build/bin/cotan-check FILE...

The tool makes the inputs and computes the outputs; nothing else of Cotan is used here.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy
import scipy.special

DTYPES = {"i1": "?", "i8": "<i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "ui8": "<u1",
          "ui16": "<u2", "ui32": "<u4", "ui64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8",
          "c64": "<c8", "c128": "<c16"}
# What both sides may be off by, relative to the largest magnitude of the result.
TOLERANCES = {"f64": 1e-12, "f32": 2e-6, "f16": 2e-3, "bf16": 1.6e-2, "c64": 2e-6, "c128": 1e-12}


def read_array(entry, data):
    dtype = np.dtype(DTYPES[entry["stored"]])
    count = int(np.prod(entry["shape"], dtype=np.int64))
    array = np.frombuffer(data, dtype, count, entry["offset"])
    return array.reshape(entry["shape"])


def difference(found, expected, dtype, tolerance):
    """The first mismatch as text; None if there is none."""
    expected = np.asarray(expected)
    if found.shape != expected.shape:
        return f"found shape {list(found.shape)}, expected {list(expected.shape)}"
    if dtype not in TOLERANCES:
        wrong = found != expected
    else:
        relative = max(TOLERANCES[dtype], tolerance or 0)
        wide = np.result_type(expected.dtype, np.float64)
        finite = np.abs(expected[np.isfinite(expected)].astype(wide))
        allowed = relative * max(1.0, finite.max(initial=0.0))
        distance = np.abs(found.astype(np.result_type(found.dtype, np.float64)) - expected)
        same = (found == expected) | (np.isnan(found) & np.isnan(expected))
        wrong = ~(same | (distance <= allowed))
    if not wrong.any():
        return None
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    place = f"at {list(index)}: " if index else ""
    return f"{place}found {found[index]!r}, expected {expected[index]!r}"


def failures_of(sample, data):
    names = {"np": np, "sp": scipy.special, "scipy": scipy}
    for name, entry in zip(sample["arguments"], sample["inputs"]):
        names[name] = read_array(entry, data)
    try:
        with np.errstate(all="ignore"):
            expected = eval(sample["expression"], names)  # our own test files
    except Exception as error:  # any mistake in the expression is a failed check
        yield f"cannot evaluate {sample['expression']!r}: {error}"
        return
    outputs = sample["outputs"]
    if len(outputs) == 1:
        expected = (expected,)
    if not isinstance(expected, tuple) or len(expected) != len(outputs):
        yield f"has {len(outputs)} results; check.numpy must be a tuple of as many"
        return
    for i, (entry, value) in enumerate(zip(outputs, expected)):
        found = read_array(entry, data)
        text = difference(found, value, entry["dtype"], sample.get("tolerance"))
        if text:
            yield f"result #{i} {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan-check")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--filter", default="", help="only functions whose name contains this")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        command = [options.tool, "--dump", folder, "--seed", options.seed,
                   "--filter", options.filter, *options.files]
        failed += subprocess.run(command).returncode != 0
        data = pathlib.Path(folder, "data.bin").read_bytes()
        samples = json.loads(pathlib.Path(folder, "index.json").read_text())
    for sample in samples:
        texts = list(failures_of(sample, data))
        passed += not texts
        failed += bool(texts)
        for text in texts:
            print(f"{sample['place']}: numpy @{sample['name']}: {text}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
