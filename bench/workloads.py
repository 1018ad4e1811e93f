"""What is compared with what, and the bars."""

import dataclasses
import pathlib
import subprocess

import numpy as np

from programs import gru, matmul, rows, scalar_while, transformer

HERE = pathlib.Path(__file__).resolve().parent
TORCH = ["/usr/bin/python3", HERE / "peers/torch_server.py"]
NUMPY = ["/usr/bin/python3", HERE / "peers/numpy_server.py"]


@dataclasses.dataclass
class Bar:
    """The least `peer's time / our time`, and how it is said: as speed, as time or as a percentage."""
    least: float
    aim: float
    said_as: str = "speed"


@dataclasses.dataclass
class Comparison:
    workload: str
    peer: str
    command: list  # of the peer
    ours: list
    bar: Bar | None = None
    tolerance: float | None = 1e-4  # None: the peer computes something else
    threads: tuple = (1,)


def slower(times, aim):
    return Bar(1 / times, 1 / aim, "time")


class Workshop:
    """Writes programs and inputs to a folder, and knows where the executables are."""

    def __init__(self, build, folder):
        build = pathlib.Path(build).resolve()
        self.bin, self.peers, self.folder = build / "bin", build / "bench", pathlib.Path(folder)
        self.package = build / "python"

    def program(self, name, text):
        path = self.folder / f"{name}.mlir"
        path.write_text(text, encoding="utf-8")
        return path

    def gradient(self, program, *options):
        path = program.with_name(program.stem + "_gradient.mlir")
        subprocess.run([self.bin / "cotan", "grad", program, "-o", path, *options], check=True)
        return path

    def inputs(self, name, arrays):
        path = self.folder / f"{name}.npz"
        np.savez(path, **{f"a{i}": array for i, array in enumerate(arrays)})
        return path

    def cotan(self, program, inputs):
        return [self.bin / "cotan-bench", program, inputs]

    def python(self, name, inputs):
        """A workload through `import cotan`."""
        return ["/usr/bin/env", f"PYTHONPATH={self.package}", "/usr/bin/python3", HERE / "front_door/server.py", name,
                inputs]


def scalar_comparisons(shop):
    for kind in scalar_while.BODIES:
        forward = shop.program(kind, scalar_while.forward(kind))
        program = shop.gradient(forward, "--wrt", "0,1")
        many = shop.inputs(f"{kind}_many", scalar_while.inputs(10**6))
        few = shop.inputs(f"{kind}_few", scalar_while.inputs(10**4))
        yield Comparison(f"scalar while ({kind}), 10^6 trips, value + gradient", "C++ by hand",
                         [shop.peers / "by_hand", kind, many], shop.cotan(program, many), slower(1.5, 1.05), 1e-9)
        yield Comparison(f"scalar while ({kind}), 10^4 trips, value + gradient", "libtorch",
                         [*TORCH, kind, few], shop.cotan(program, few), Bar(1000, 1000), 1e-9)
        yield Comparison(f"gradient cost: scalar while ({kind})", "the program itself",
                         shop.cotan(forward, many), shop.cotan(program, many), slower(4, 4), None)


def row_workloads(shop):
    """Name, program, inputs, and how many matrices are read or written."""
    bare, seed = ["--seed", "argument"], rows.matrices(2)
    softmax = shop.program("softmax", rows.softmax("softmax"))
    log_softmax = shop.gradient(shop.program("log_softmax", rows.softmax("log_softmax")), *bare)
    norm = shop.program("layer_norm", rows.layer_norm())
    chain = shop.program("chain", rows.chain())
    yield "softmax", softmax, rows.matrices(1), 2
    yield "log_softmax_gradient", log_softmax, seed, 4
    yield "layer_norm", norm, rows.row_inputs(2), 2
    yield "layer_norm_gradient", shop.gradient(norm, *bare), [*rows.row_inputs(2), seed[1]], 4
    yield "chain", chain, seed, 3
    yield "chain_gradient", shop.gradient(chain, *bare), rows.matrices(3), 6


def row_comparisons(shop):
    bytes_per_matrix = 4 * rows.ROWS * rows.COLUMNS
    for name, program, arrays, moved in row_workloads(shop):
        inputs = shop.inputs(name, arrays)
        title = f"{name} {rows.ROWS}x{rows.COLUMNS}"
        yield Comparison(title, "plain copy", [shop.peers / "copy", moved * bytes_per_matrix],
                         shop.cotan(program, inputs), Bar(0.9, 1.2, "percent"), None)
        yield Comparison(title, "libtorch", [*TORCH, name, inputs], shop.cotan(program, inputs), None, 1e-3)
    identity = shop.program("identity", rows.identity())
    inputs = shop.inputs("identity", rows.matrices(1))
    copy = [shop.peers / "copy", 2 * bytes_per_matrix]
    yield Comparison("a run that only copies its result", "plain copy", copy, shop.cotan(identity, inputs), None, None)
    yield Comparison("a run that only copies its result", "copy past the cache", [*copy, "non-temporal"],
                     shop.cotan(identity, inputs), None, None)


def matmul_comparisons(shop):
    for shape in matmul.SHAPES:
        name = matmul.name(shape)
        stem = "matmul_" + name.replace(" x ", "x")
        inputs = shop.inputs(stem, matmul.inputs(shape))
        bar = Bar(1.5, 1.5, "percent") if shape == (16, 50, 50) else Bar(1, 1, "percent")
        yield Comparison(f"matmul {name}, {matmul.turns(shape)} times", "oneDNN",
                         [shop.peers / "onednn", matmul.turns(shape), inputs],
                         shop.cotan(shop.program(stem, matmul.program(shape)), inputs), bar, 1e-4)


def gru_comparisons(shop):
    forward = shop.program("gru", gru.forward())
    program = shop.gradient(forward, "--wrt", "1,2,3")
    inputs = shop.inputs("gru", gru.inputs())
    title = f"GRU by while, T {gru.T}, B {gru.B}, H {gru.H}, forward + reverse"
    yield Comparison(title, "libtorch", [*TORCH, "gru", inputs], shop.cotan(program, inputs), Bar(3, 8), 1e-3)
    yield Comparison("gradient cost: GRU", "the program itself", shop.cotan(forward, inputs),
                     shop.cotan(program, inputs), slower(4, 4), None)


def transformer_comparisons(shop):
    forward = shop.program("transformer_loss", transformer.forward())
    first = 2
    count = len(transformer.parameters())
    wrt = ",".join(str(first + i) for i in range(count))
    gradient = shop.gradient(forward, "--wrt", wrt)
    step = shop.program("transformer", transformer.training_step(gradient.read_text(encoding="utf-8")))
    arrays = transformer.inputs()
    inputs = shop.inputs("transformer", arrays)
    few = shop.inputs("transformer_loss", [*arrays[:first], *arrays[first + 1:first + 1 + count]])
    title = f"transformer training step, {transformer.LAYERS} layers, f32"
    yield Comparison(title, "libtorch", [*TORCH, "transformer", inputs], shop.cotan(step, inputs), Bar(1.3, 2), 1e-3,
                     (1, 2))
    yield Comparison("gradient cost: transformer", "the program itself", shop.cotan(forward, few),
                     shop.cotan(gradient, few), slower(3, 3), None)


GROUPS = {"scalar": scalar_comparisons, "rows": row_comparisons, "matmul": matmul_comparisons,
          "gru": gru_comparisons, "transformer": transformer_comparisons}
