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

def OrOp : Prim_BinaryOp<"or", [Commutative, IsCheap], IntegerOrBoolTensor> {
  let summary = "Logical or of i1, bitwise or of integers, elementwise.";
  let description = [{
    ```mlir
    %z = prim.or %x, %y : tensor<4xi1>
    ```
  }];
  let hasFolder = 1;
}

def XorOp : Prim_BinaryOp<"xor", [Commutative, IsCheap], IntegerOrBoolTensor> {
  let summary = "Exclusive or of i1, bitwise exclusive or of integers, elementwise.";
  let description = [{
    ```mlir
    %z = prim.xor %x, %y : tensor<4xi32>
    ```
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

#endif
