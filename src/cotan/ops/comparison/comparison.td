#ifndef COTAN_OPS_COMPARISON
#define COTAN_OPS_COMPARISON

include "cotan/ir/prim/prim.td"

/// z = x ? y, element by element, as i1.
class Prim_CompareOp<string mnemonic, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([IsElementwise, IsCheap, SameTypeOperands, InferTypeOpAdaptor, Lowers], traits)> {
  let arguments = (ins AnyPrimTensor:$x, AnyPrimTensor:$y);
  let results = (outs BoolTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def LtOp : Prim_CompareOp<"lt"> {
  let summary = "Whether x is less than y, elementwise.";
  let description = [{
    False where an operand is NaN.

    ```mlir
    %z = prim.lt %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

def LeOp : Prim_CompareOp<"le"> {
  let summary = "Whether x is less than or equal to y, elementwise.";
  let description = [{
    False where an operand is NaN.

    ```mlir
    %z = prim.le %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

def GtOp : Prim_CompareOp<"gt"> {
  let summary = "Whether x is greater than y, elementwise.";
  let description = [{
    False where an operand is NaN.

    ```mlir
    %z = prim.gt %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

def GeOp : Prim_CompareOp<"ge"> {
  let summary = "Whether x is greater than or equal to y, elementwise.";
  let description = [{
    False where an operand is NaN.

    ```mlir
    %z = prim.ge %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

def EqOp : Prim_CompareOp<"eq", [Commutative]> {
  let summary = "Whether x equals y, elementwise.";
  let description = [{
    False where an operand is NaN; 0 equals -0.

    ```mlir
    %z = prim.eq %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

def NeOp : Prim_CompareOp<"ne", [Commutative]> {
  let summary = "Whether x differs from y, elementwise.";
  let description = [{
    True where an operand is NaN.

    ```mlir
    %z = prim.ne %x, %y : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}

#endif
