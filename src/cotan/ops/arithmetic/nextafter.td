#ifndef COTAN_OPS_NEXTAFTER
#define COTAN_OPS_NEXTAFTER

include "cotan/ir/prim/prim.td"

def NextafterOp : Prim_BinaryOp<"nextafter", [HasVjp], FloatTensor> {
  let summary = "The number beside x, in the direction of y, elementwise.";
  let description = [{
    Of the element type, as C's `nextafter`: y where they are equal, the smallest number there is
    beside 0, infinity beside the largest. NaN where an operand is NaN.

    A step is of one size but where x passes a power of 2, so the slope with respect to x is 1, and
    that with respect to y 0.

    ```mlir
    %z = prim.nextafter %x, %y : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<NextafterOp> {
  let example = [{
    >>> ct.nextafter(ct.array([1.0, 1.0]), ct.array([2.0, 0.0]))
    Tensor([1.0000001..., 0.9999999...], dtype=float32)
  }];
}

#endif
