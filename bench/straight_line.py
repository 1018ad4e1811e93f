#!/usr/bin/python3
"""Writes a straight-line function of n operators: what the passes cost per op."""

import sys


def main():
    count = int(sys.argv[1])
    kinds = ("mul", "add", "sub")
    print("func.func @main(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {")
    print("  %v0 = prim.tanh %x : tensor<f64>")
    for i in range(1, count):
        if i % 4 == 3:
            print(f"  %v{i} = prim.tanh %v{i - 1} : tensor<f64>")
        else:
            print(f"  %v{i} = prim.{kinds[i % 4]} %v{i - 1}, %y : tensor<f64>")
    print(f"  return %v{count - 1} : tensor<f64>\n}}")


if __name__ == "__main__":
    main()
