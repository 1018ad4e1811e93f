"""A straight-line function of n operators: what the passes cost per op."""


def program(count, element="f64"):
    tensor = f"tensor<{element}>"
    kinds = ("mul", "add", "sub")
    lines = [f"func.func @main(%x: {tensor}, %y: {tensor}) -> {tensor} {{",
             f"  %v0 = prim.tanh %x : {tensor}"]
    for i in range(1, count):
        right = "" if i % 4 == 3 else ", %y"
        kind = "tanh" if i % 4 == 3 else kinds[i % 4]
        lines.append(f"  %v{i} = prim.{kind} %v{i - 1}{right} : {tensor}")
    return "\n".join([*lines, f"  return %v{count - 1} : {tensor}", "}", ""])
