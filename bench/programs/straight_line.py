"""A straight-line function of n operators on scalars: what the passes cost per op."""


def program(count):
    kinds = ("mul", "add", "sub")
    lines = ["func.func @main(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {",
             "  %v0 = prim.tanh %x : tensor<f64>"]
    for i in range(1, count):
        right = "" if i % 4 == 3 else ", %y"
        kind = "tanh" if i % 4 == 3 else kinds[i % 4]
        lines.append(f"  %v{i} = prim.{kind} %v{i - 1}{right} : tensor<f64>")
    return "\n".join([*lines, f"  return %v{count - 1} : tensor<f64>", "}", ""])
