#!/usr/bin/python3
"""Writes a straight-line function: straight_line.py N [TYPE] for N operators on tensor<TYPE>."""

import sys


def main():
    count = int(sys.argv[1])
    tensor = f"tensor<{sys.argv[2] if len(sys.argv) > 2 else 'f64'}>"
    kinds = ("mul", "add", "sub")
    print(f"func.func @main(%x: {tensor}, %y: {tensor}) -> {tensor} {{")
    print(f"  %v0 = prim.tanh %x : {tensor}")
    for i in range(1, count):
        if i % 4 == 3:
            print(f"  %v{i} = prim.tanh %v{i - 1} : {tensor}")
        else:
            print(f"  %v{i} = prim.{kinds[i % 4]} %v{i - 1}, %y : {tensor}")
    print(f"  return %v{count - 1} : {tensor}\n}}")


if __name__ == "__main__":
    main()
