#ifndef COTAN_OPS_COMPARISON
#define COTAN_OPS_COMPARISON

include "cotan/ir/prim/prim.td"

/// z = x ? y, element by element, as i1.
class Prim_CompareOp<string mnemonic, list<Trait> traits = [], Type type = OrderedTensor>
    : Prim_Op<mnemonic, !listconcat([IsElementwise, IsCheap, SameTypeOperands, InferTypeOpAdaptor, Lowers], traits)> {
  let arguments = (ins type:$x, type:$y);
  let results = (outs BoolTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def LtOp : Prim_CompareOp<"lt", [SplitsParts]> {
  let summary = "Whether x is less than y, elementwise.";
  let description = [{
    False where an operand is NaN. Complex numbers are in the order of their real parts and, where those
    are equal, of their imaginary parts, as in NumPy.

    ```mlir
    %z = prim.lt %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<LtOp, "less"> {
  let example = [{
    >>> ct.less(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ True, False, False], dtype=bool)
  }];
}

def LeOp : Prim_CompareOp<"le", [SplitsParts]> {
  let summary = "Whether x is less than or equal to y, elementwise.";
  let description = [{
    False where an operand is NaN. Complex numbers are in the order of their real parts and, where those
    are equal, of their imaginary parts, as in NumPy.

    ```mlir
    %z = prim.le %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<LeOp, "less_equal"> {
  let example = [{
    >>> ct.less_equal(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ True,  True, False], dtype=bool)
  }];
}

def GtOp : Prim_CompareOp<"gt", [SplitsParts]> {
  let summary = "Whether x is greater than y, elementwise.";
  let description = [{
    False where an operand is NaN. Complex numbers are in the order of their real parts and, where those
    are equal, of their imaginary parts, as in NumPy.

    ```mlir
    %z = prim.gt %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<GtOp, "greater"> {
  let example = [{
    >>> ct.greater(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([False, False,  True], dtype=bool)
  }];
}

def GeOp : Prim_CompareOp<"ge", [SplitsParts]> {
  let summary = "Whether x is greater than or equal to y, elementwise.";
  let description = [{
    False where an operand is NaN. Complex numbers are in the order of their real parts and, where those
    are equal, of their imaginary parts, as in NumPy.

    ```mlir
    %z = prim.ge %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<GeOp, "greater_equal"> {
  let example = [{
    >>> ct.greater_equal(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([False,  True,  True], dtype=bool)
  }];
}

def EqOp : Prim_CompareOp<"eq", [Commutative, SplitsParts], AnyPrimTensor> {
  let summary = "Whether x equals y, elementwise.";
  let description = [{
    False where an operand is NaN; 0 equals -0.

    ```mlir
    %z = prim.eq %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<EqOp, "equal"> {
  let example = [{
    >>> ct.equal(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([False,  True, False], dtype=bool)
  }];
}

def NeOp : Prim_CompareOp<"ne", [Commutative, SplitsParts], AnyPrimTensor> {
  let summary = "Whether x differs from y, elementwise.";
  let description = [{
    True where an operand is NaN.

    ```mlir
    %z = prim.ne %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<NeOp, "not_equal"> {
  let example = [{
    >>> ct.not_equal(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ True, False,  True], dtype=bool)
  }];
}

#endif
