#ifndef COTAN_OPS_DIVISORS
#define COTAN_OPS_DIVISORS

include "cotan/ir/prim/prim.td"

def GcdOp : Prim_BinaryOp<"gcd", [Commutative], IntegerTensor> {
  let summary = "The greatest common divisor, elementwise.";
  let description = [{
    Of the absolute values, as `numpy.gcd`: 0 and x give |x|, 0 and 0 give 0. What no number of the
    type is, 2^7 of i8, wraps around.

    ```mlir
    %z = prim.gcd %x, %y : tensor<4xi32>   // -12 and 18 give 6
    ```
  }];
}

def LcmOp : Prim_BinaryOp<"lcm", [Commutative], IntegerTensor> {
  let summary = "The least common multiple, elementwise.";
  let description = [{
    Of the absolute values, as `numpy.lcm`: 0 where one of them is 0. Wraps around.

    ```mlir
    %z = prim.lcm %x, %y : tensor<4xi32>   // -4 and 6 give 12
    ```
  }];
}

#endif
