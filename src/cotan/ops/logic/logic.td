#ifndef COTAN_OPS_LOGIC
#define COTAN_OPS_LOGIC

include "cotan/ir/prim/prim.td"

def AndOp : Prim_BinaryOp<"and", [Commutative, IsCheap], IntegerOrBoolTensor> {
  let summary = "Logical and of i1, bitwise and of integers, elementwise.";
  let description = [{
    ```mlir
    %z = prim.and %x, %y : tensor<4xi1>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<AndOp, "bitwise_and"> {
  let example = [{
    >>> ct.bitwise_and(ct.array([1, 2, 12]), ct.array([3, 2, 1]))
    Tensor([1, 2, 0], dtype=int64)
  }];
}

def OrOp : Prim_BinaryOp<"or", [Commutative, IsCheap], IntegerOrBoolTensor> {
  let summary = "Logical or of i1, bitwise or of integers, elementwise.";
  let description = [{
    ```mlir
    %z = prim.or %x, %y : tensor<4xi1>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<OrOp, "bitwise_or"> {
  let example = [{
    >>> ct.bitwise_or(ct.array([1, 2, 12]), ct.array([3, 2, 1]))
    Tensor([ 3,  2, 13], dtype=int64)
  }];
}

def XorOp : Prim_BinaryOp<"xor", [Commutative, IsCheap], IntegerOrBoolTensor> {
  let summary = "Exclusive or of i1, bitwise exclusive or of integers, elementwise.";
  let description = [{
    ```mlir
    %z = prim.xor %x, %y : tensor<4xi32>
    ```
  }];
}
def : ArrayFunction<XorOp, "bitwise_xor"> {
  let example = [{
    >>> ct.bitwise_xor(ct.array([1, 2, 12]), ct.array([3, 2, 1]))
    Tensor([ 2,  0, 13], dtype=int64)
  }];
}

def NotOp : Prim_UnaryOp<"not", [IsCheap], IntegerOrBoolTensor> {
  let summary = "Logical not of i1, all bits flipped of integers, elementwise.";
  let description = [{
    The bits of a signed integer x flipped are `-x - 1`.

    ```mlir
    %y = prim.not %x : tensor<4xi1>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<NotOp, "bitwise_not"> {
  let example = [{
    >>> ct.bitwise_not(ct.array([1, 2, 12]))
    Tensor([ -2,  -3, -13], dtype=int64)
  }];
}

#endif
