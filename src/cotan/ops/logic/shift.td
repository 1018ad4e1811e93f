#ifndef COTAN_OPS_SHIFT
#define COTAN_OPS_SHIFT

include "cotan/ir/prim/prim.td"

def ShiftLeftOp : Prim_BinaryOp<"shift_left", [], IntegerTensor> {
  let summary = "Bits of x moved y places up, elementwise.";
  let description = [{
    Zeros come in from below. A shift that is negative or not smaller than the number of bits gives
    0, as in XLA.

    ```mlir
    %z = prim.shift_left %x, %y : tensor<4xi32>
    ```
  }];
}
def : ArrayFunction<ShiftLeftOp, "left_shift"> {
  let onTruthValues = "left_shift(astype(x, DType::int8), astype(y, DType::int8))"; // as in NumPy
  let example = [{
    >>> ct.left_shift(ct.array([1, 2, 12]), ct.array([3, 2, 1]))
    Tensor([ 8,  8, 24], dtype=int64)
  }];
}

def ShiftRightOp : Prim_BinaryOp<"shift_right", [], IntegerTensor> {
  let summary = "Bits of x moved y places down, elementwise.";
  let description = [{
    The sign comes in from above for signed integers, zeros for unsigned ones. A shift that is
    negative or not smaller than the number of bits gives -1 for a negative x and 0 for any other.

    ```mlir
    %z = prim.shift_right %x, %y : tensor<4xi32>
    ```
  }];
}
def : ArrayFunction<ShiftRightOp, "right_shift"> {
  let onTruthValues = "right_shift(astype(x, DType::int8), astype(y, DType::int8))"; // as in NumPy
  let example = [{
    >>> ct.right_shift(ct.array([1, 2, 12]), ct.array([3, 2, 1]))
    Tensor([0, 0, 6], dtype=int64)
  }];
}

#endif
