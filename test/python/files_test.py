#!/usr/bin/python3
"""Nests in files: what is written comes back, other tools can read it, and broken files are refused."""

import fcntl
import io
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import cotan as ct
import numpy as np
from expected import Case

TYPES = ("bool uint8 int8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split())


class Files(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "file.safetensors"

    def back(self, tree):
        ct.save(self.path, tree)
        return ct.load(self.path)

    def parts(self):
        """The header and the elements, by the format's description."""
        content = self.path.read_bytes()
        (length,) = struct.unpack("<Q", content[:8])
        return json.loads(content[8:8 + length]), content[8 + length:]

    def write(self, header, elements=b""):
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        self.path.write_bytes(struct.pack("<Q", len(text)) + text + elements)


CHANGE_AT_RANDOM = """
import json, pathlib, random, resource, struct, sys
import cotan as ct
import numpy as np

def change(content, choose):
    content = bytearray(content)
    for _ in range(choose.randint(1, 2)):
        at, kind = choose.randrange(len(content)), choose.randrange(4)
        if kind == 0:
            content[at] = choose.randrange(256)
        elif kind == 1:
            content[at:at + 1] = choose.choice(["0", "9", "[", "]", ",", '"', "{", "-", "e9", "99999999"]).encode()
        elif kind == 2:
            del content[at:at + choose.randint(1, 8)]
        else:
            content[at:at] = content[at:at + choose.randint(1, 100)]
    return bytes(content)

def expected(content):
    (length,) = struct.unpack("<Q", content[:8])
    header, data = json.loads(content[8:8 + length]), content[8 + length:]
    types = {"F32": "f4", "U8": "u1", "I64": "i8", "F64": "f8", "I8": "i1", "U64": "u8", "I32": "i4",
             "F16": "f2", "BOOL": "?", "I16": "i2", "U16": "u2", "U32": "u4"}
    return [np.frombuffer(data[slice(*about["data_offsets"])], types[about["dtype"]]).reshape(about["shape"])
            for name, about in header.items() if name != "__metadata__"]

path = pathlib.Path(sys.argv[1])
valid, choose, read = path.read_bytes(), random.Random(1), 0
ct.load(path)  # what is loaded once is there
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)
for i in range(1500):
    content = change(valid, choose)
    path.write_bytes(content)
    try:
        tree = ct.load(path)
    except ValueError as problem:
        assert str(problem).startswith("<string>:37: ct.load: "), problem
        continue
    read += 1
    found = [x.numpy().tobytes() for x in ct.tree.leaves(tree)]
    wanted = [x.tobytes() for x in expected(content)]
    assert all(x in wanted for x in found), (content, found, wanted)
assert read > 20, read
"""


SAVE_FOR_EVER = """
import itertools, sys
import cotan as ct
for i in itertools.count(int(sys.argv[2])):
    ct.save(sys.argv[1], [ct.full(20_000, float(i)), ct.full(20_000, float(i))])
    print("saved", flush=True)
"""


class RoundTrips(Files):
    def test_every_element_type(self):
        for name in TYPES:
            values = np.array([[0, 1, 2], [3, 100, 7]]).astype(name)
            found = self.back({"x": values})["x"]
            self.assertEqual(found.dtype, np.dtype(name))
            self.check(found, values, 0)

    def test_bfloat16_keeps_its_bits(self):
        x = ct.astype(ct.array([1.5, -3.25, np.inf, np.nan]), ct.bfloat16)
        found = self.back(x)
        self.assertEqual(found.dtype, ct.bfloat16)
        self.check(ct.bitcast_convert_type(found, "uint16"), ct.bitcast_convert_type(x, "uint16").numpy(), 0)
        self.assertEqual(self.parts()[0]["tensor"]["dtype"], "BF16")

    def test_nests(self):
        tree = {"layers": [{"w": ct.ones((2, 3)), "b": None}, ()], "step": ct.int64(3), "empty": ct.zeros((0, 4))}
        found = self.back(tree)
        self.assertEqual(found["layers"][1], ())
        self.assertIsNone(found["layers"][0]["b"])
        self.assertEqual((found["step"].shape, int(found["step"]), found["empty"].shape), ((), 3, (0, 4)))
        self.check(found["layers"][0]["w"], np.ones((2, 3), np.float32), 0)

    def test_other_tools_read_it(self):
        ct.save(self.path, {"a": np.arange(3, dtype=np.float64), "b": [np.int8(5)]})
        header, elements = self.parts()
        self.assertEqual(header["a"]["dtype"], "F64")
        begin, end = header["a"]["data_offsets"]
        self.assertEqual(np.frombuffer(elements[begin:end]).tolist(), [0, 1, 2])
        self.assertEqual(header["b.0"]["shape"], [])

    def test_files_of_other_tools(self):
        self.write({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, np.float32([1, 2]).tobytes())
        self.check(ct.load(self.path)["w"], np.float32([1, 2]), 0)


class Killed(Files):
    def test_a_file_is_of_one_save_whenever_its_writer_is_killed(self):
        def contents():
            return {float(x) for part in ct.load(self.path) for x in np.unique(part.numpy())}

        ct.save(self.path, [ct.zeros(20_000), ct.zeros(20_000)])
        seen, choose = set(), random.Random(1)
        for run in range(4):
            child = subprocess.Popen([sys.executable, "-c", SAVE_FOR_EVER, str(self.path), str(1000 * run)],
                                     stdout=subprocess.PIPE)
            child.stdout.readline()  # it begins
            time.sleep(choose.random() / 50)
            child.kill()
            child.communicate()
            seen |= contents()
            self.assertEqual(len(contents()), 1)
            self.assertLessEqual(len(os.listdir(self.path.parent)), 2)
        self.assertGreater(len(seen), 2)
        self.unfinished().touch()
        ct.save(self.path, ct.ones(1))
        self.assertEqual(os.listdir(self.path.parent), [self.path.name])

    def unfinished(self):
        return self.path.parent / f".{self.path.name}.cotan-left"

    def test_what_another_process_is_writing_stays(self):
        with open(self.unfinished(), "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            ct.save(self.path, ct.ones(1))
            self.assertTrue(self.unfinished().exists())


class Refusals(Files):
    def test_a_failed_save_leaves_the_old_file(self):
        ct.save(self.path, ct.ones(2))
        before = self.path.read_bytes()
        with self.assertRaisesRegex(TypeError, "which a file cannot hold"):
            ct.save(self.path, {"x": ct.ones(2), "c": collections_of_one()})
        self.assertEqual(self.path.read_bytes(), before)
        self.assertEqual(os.listdir(self.path.parent), [self.path.name])

    def test_names_that_would_be_the_same(self):
        with self.assertRaisesRegex(ValueError, "two tensors would be called 'a.b'"):
            ct.save(self.path, {"a": {"b": 1.0}, "a.b": 2.0})

    def test_broken_files(self):
        good = {"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}
        broken = {
            "cut off": (good, b"1234"),
            "another size": ({"w": {**good["w"], "shape": [3]}}, bytes(8)),
            "a negative size": ({"w": {**good["w"], "shape": [-1, -2]}}, bytes(8)),
            "no such type": ({"w": {**good["w"], "dtype": "F31"}}, bytes(8)),
            "no object": (b"[1]", b""),
            "no JSON": (b"{{", b""),
            "very deep": (b"[" * 100_000, b""),
            "overlapping": ({"w": good["w"], "v": good["w"]}, bytes(8)),
            "a hole": ({"w": {**good["w"], "data_offsets": [4, 12]}}, bytes(12)),
            "bytes left": (good, bytes(9)),
            "a fraction": ({"w": {**good["w"], "shape": [2.0]}}, bytes(8)),
            "a key twice": (b'{"w": {"dtype": "F32", "dtype": "I32", "shape": [0], "data_offsets": [0, 0]}}', b""),
            "a tensor twice": (b'{"w": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}, '
                               b'"w": {"dtype": "I32", "shape": [0], "data_offsets": [0, 0]}}', b""),
            "a structure with a key twice": (
                {"__metadata__": {"cotan.structure": '{"tensor": "w", "tensor": "w"}'}, **good}, bytes(8)),
            "many axes": ({"w": {**good["w"], "shape": [2**60] * 100_000}}, bytes(8)),
            "offsets beyond": ({"w": {**good["w"], "data_offsets": [8, 16]}}, bytes(8)),
        }
        for name, (header, elements) in broken.items():
            with self.subTest(name), self.assertRaisesRegex(ValueError, "load: "):
                self.write(header, elements)
                ct.load(self.path)
        for content in (b"", b"1234567", struct.pack("<Q", 1 << 60) + b"{}"):
            self.path.write_bytes(content)
            with self.assertRaisesRegex(ValueError, "is no safetensors file"):
                ct.load(self.path)

    def test_files_changed_at_random(self):
        """Each is refused by `load`, or is read as the format says; in a process of bounded memory."""
        ct.save(self.path, {"a": [ct.arange(6.0), None, (ct.int64(3),)], "b": ct.ones((2, 3), "uint8")})
        run = subprocess.run([sys.executable, "-c", CHANGE_AT_RANDOM, str(self.path)], capture_output=True,
                             text=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_open_files(self):
        nest = {"a": [ct.arange(6.0), None], "b": ct.ones((2, 3), "uint8")}
        ct.save(self.path, nest)
        with open(self.path, "rb") as file:
            self.assertEqual(str(ct.load(file)), str(nest))
        held = io.BytesIO()
        np.save(held, np.arange(3))
        held.seek(0)
        np.testing.assert_array_equal(ct.load(held), np.arange(3))
        held = io.BytesIO()
        np.savez(held, x=np.arange(3))
        held.seek(0)
        np.testing.assert_array_equal(ct.load(held)["x"], np.arange(3))
        for broken in (b"", b"PK\x03\x04", b"1" * 40):
            with self.assertRaisesRegex(ct.ValueError, "ct.load: the file"):
                ct.load(io.BytesIO(broken))
        with self.assertRaisesRegex(ct.TypeError, "opened for bytes"):
            ct.load(io.StringIO("a"))

    def test_files_that_are_not_there(self):
        with self.assertRaises(FileNotFoundError):
            ct.load(self.path)
        with self.assertRaises(FileNotFoundError):
            ct.save(self.path.parent / "none" / "x", ct.ones(1))


def collections_of_one():
    import collections

    return collections.namedtuple("One", "x")(ct.ones(1))


if __name__ == "__main__":
    unittest.main()
