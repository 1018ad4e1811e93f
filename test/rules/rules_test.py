#!/usr/bin/python3
"""Each rule refuses a small project that breaks it, and accepts the same project without the break."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

SOUND = {
    "src/cotan/support/array.h": "#pragma once\n\nnamespace cotan {\nstruct Array;\nstruct Array {};\n} // namespace cotan\n",
    "src/cotan/runtime/pool.cpp": '#include "cotan/support/array.h"\n',
    "src/cotan/runtime/pool_test.cpp":
        '#include "llvm/ADT/ArrayRef.h"\n\nnamespace cotan {\nnamespace {\nstruct Array {};\n} // namespace\n} // namespace cotan\n',
    "src/cotan/runtime/CMakeLists.txt": "cotan_library(cotan_runtime SOURCES pool.cpp)\n",
    "src/cotan/ir/types.h": '#include "cotan/support/array.h"\n',
    "src/cotan/ir/types_test.cpp": '#include "cotan/driver/passes.h"\n',
    "src/cotan/codegen/loops.h": "#pragma once\n// passes assert that harm, asserts and 0x86 name no processor\n",
    "src/cotan/codegen/loops_test.cpp": "// in registers of AVX2\n",
    "src/cotan/codegen/cpu/target.h": '#include "cotan/codegen/loops.h"\n#include "llvm/IR/IntrinsicsX86.h"\n',
    "src/cotan/transforms/fold.cpp": '#include "cotan/ops/op_rules.h"\nprim::PrimDialect dialect;\n',
    "src/cotan/transforms/CMakeLists.txt": "cotan_library(cotan_transforms SOURCES fold.cpp)\n",
    "src/cotan/ops/CMakeLists.txt": "cotan_op(layout reshape) # and more\n",
    "src/cotan/ops/layout/reshape.td": "def ReshapeOp;\n",
    "src/cotan/ops/layout/reshape.cpp": "prim::ReshapeOp op;\n",
    "src/cotan/ops/layout/reshape.mlir": "// a sample\n",
    "src/cotan/functions/CMakeLists.txt": "cotan_function(layout rot90)\n",
    "src/cotan/functions/layout/rot90.td": 'def : Function<"rot90", (ins)> {\n}\n',
    "src/cotan/functions/layout/rot90.cpp": 'Tensor rot90() {\n  const Called called("ct.rot90");\n  return flip();\n}\n',
    "src/cotan/frontends/tensor.cpp": "void bind() {}\n",
    "src/cotan/frontends/CMakeLists.txt": "add_library(cotan SHARED tensor.cpp)\n",
    "test/errors/reshape.mlir": "// expected-error\n",
    "python/cotan/tree.py": "_all = all\ndef all(tree): return _all(tree)\n",
    "ARCHITECTURE.md": "`src/cotan` holds `support`, `runtime`, `ir`, `codegen`, `transforms`, `ops/layout`, `functions/layout`, `frontends`; `python`; `test` is apart.\n",
}

# What breaks each rule: a file to add or replace, and what the rule says.
BREAKS = {
    "layers": [
        ("src/cotan/ir/types.h", '#include "cotan/ops/op_rules.h"\n', "may include support"),
        ("src/cotan/transforms/fold.cpp", '#include "cotan/ops/op_evaluation.h"\n', "may include"),
        ("src/cotan/support/array.h", '#include "mlir/IR/Types.h"\n', "without MLIR"),
        ("src/cotan/support/array.h", '#include "llvm/ADT/ArrayRef.h"\n', "without LLVM"),
        ("src/cotan/runtime/pool.cpp", '#include "cotan/codegen/loops.h"\n', "may include support"),
        ("src/cotan/codegen/loops.h", '#include "cotan/codegen/cpu/target.h"\n', "is for any processor"),
        ("src/cotan/mystery/x.h", "\n", "not in the list of layers"),
    ],
    "definitions": [
        ("src/cotan/ir/types.h", "namespace cotan {\nclass Array : Base {\n};\n} // namespace cotan\n",
         "cotan::Array is also defined in src/cotan/support/array.h"),
        ("src/cotan/ir/types.cpp", "namespace cotan {\nnamespace {\n} // namespace\nstruct Array final {\n};\n}\n", "cotan::Array"),
    ],
    "stems": [
        ("src/cotan/ops/layout/stray.cpp", "\n", "belongs to no stem"),
        ("src/cotan/ops/CMakeLists.txt", "cotan_op(layout reshape flip)\n", "is missing"),
        ("src/cotan/ops/layout/reshape.td", "`y = <formula>`\n", "reshape.td: '<formula>' is to be filled in"),
        ("src/cotan/functions/layout/stray.cpp", "\n", "belongs to no stem"),
        ("src/cotan/functions/CMakeLists.txt", "cotan_function(layout rot90 roll)\n", "is missing"),
        ("src/cotan/ir/lonely_test.cpp", "\n", "stands next to neither"),
        ("test/errors/mystery.mlir", "\n", "no source, family or folder"),
        ("src/cotan/transforms/forgotten.cpp", "\n", "not built"),
    ],
    "function_rows": [
        ("src/cotan/functions/layout/rot90.cpp", "Tensor rot180() {}\n", "is not defined in rot90.cpp"),
        ("src/cotan/functions/layout/rot90.cpp", "Tensor rot90() {\n}\n", "does not begin with"),
        ("src/cotan/functions/layout/rot90.td", 'def : Function<"rot90", (ins)> {\n}\n' * 2, "has another row"),
        ("src/cotan/frontends/tensor.cpp", 'm.def("rot90", f);\n', "defines rot90"),
        ("src/cotan/frontends/tensor.cpp", 'm.def(\n      "rot270", f);\n', "binds rot270"),
    ],
    "op_names": [
        ("src/cotan/transforms/fold.cpp", "isa<prim::AddOp>(op);\n", "names the op prim::AddOp"),
        ("src/cotan/transforms/fold.cpp", 'name == "composite.relu";\n', "names the op"),
    ],
    "processors": [
        ("src/cotan/codegen/loops.h", "// Registers of AVX-512 are wider.\n", "loops.h:1: names AVX"),
        ("src/cotan/codegen/loops.h", '#include "llvm/IR/IntrinsicsX86.h"\n', "names X86"),
        ("src/cotan/codegen/loops.h", 'features.lookup("avx512f");\n', "names avx512f"),
        ("src/cotan/codegen/loops.h", "Intrinsic::x86_sse_sfence\n", "names x86"),
        ("src/cotan/ir/types.h", 'name = "Sleef_" + function;\n', "names Sleef"),
        ("src/cotan/ops/layout/reshape.td", "// four of Neon's\n", "names Neon"),
    ],
    "sizes": [
        ("src/cotan/ir/types.h", "\n" * 601, "600 is the most"),
        ("CHANGELOG.md", "- A change.\n" * 121, "120 is the most"),
    ],
    "names": [
        ("src/cotan/ir/type_utils.h", "\n", "says nothing"),
        ("src/cotan/ir/types.h", "class TypeHelper {};\n", "TypeHelper says nothing"),
    ],
    "format": [("src/cotan/ir/types.h", "int  x;\n", "types.h:1: is formatted otherwise")],
    "builtin_names": [
        ("python/cotan/loops.py", "def map(f): pass\ndef f(): return list(map(str, [1]))\n", "loops.py:2: map is the module's own"),
    ],
    "late_imports": [
        ("python/cotan/loops.py", "def f():\n    import json\n", "loops.py:2: imports json when it is called"),
    ],
    "architecture": [
        ("src/cotan/batching/x.h", "\n", "does not mention the folder src/cotan/batching"),
        ("ARCHITECTURE.md", "`src/cotan` `support` `runtime` `ir` `codegen` `transforms` `ops` `python` `test` `ir/gone`\n",
         "ir/gone does not exist"),
        ("ARCHITECTURE.md", "```\n loops become calls   transforms/lift_gone\n```\n", "transforms/lift_gone does not exist"),
        ("ARCHITECTURE.md", "| question | asked by | answered in |\n| `A` | lift-gone | `ops` |\n", "lift_gone does not exist"),
    ],
}


def run(rule, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        result = subprocess.run([sys.executable, HERE / f"{rule}.py", folder],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr


class Rules(unittest.TestCase):
    def test_sound_project_is_accepted(self):
        for rule in BREAKS:
            with self.subTest(rule):
                self.assertEqual(run(rule, SOUND)[0], 0, run(rule, SOUND)[1])

    def test_breaks_are_refused(self):
        for rule, breaks in BREAKS.items():
            for name, text, message in breaks:
                with self.subTest(rule, file=name):
                    status, output = run(rule, {**SOUND, name: text})
                    self.assertEqual(status, 1, output)
                    self.assertIn(message, output)


if __name__ == "__main__":
    unittest.main()
