#ifndef COTAN_OPS_CUMULATIVE
#define COTAN_OPS_CUMULATIVE

include "cotan/ir/prim/prim.td"

/// Each element combined with all before it along an axis.
class Prim_CumulativeOp<string mnemonic, list<Trait> traits = [], Type type = NumberTensor>
    : Prim_Op<mnemonic, !listconcat(
        [SameOperandsAndResultType, HasVjp, HasBatch, IsRuntimeCall, HasSizes], traits)> {
  let arguments = (ins type:$x, I64Attr:$axis, UnitAttr:$reverse, UnitAttr:$exclusive);
  let results = (outs type:$y);
  let assemblyFormat = [{
    $x `axis` $axis (`reverse` $reverse^)? (`exclusive` $exclusive^)? attr-dict `:` type($x)
  }];
  let hasVerifier = 1;
}

def CumsumOp : Prim_CumulativeOp<"cumsum", [IsLinear], AnyNumberTensor> {
  let summary = "Running sum along an axis.";
  let description = [{
    `reverse` runs from the last element to the first; `exclusive` leaves the element itself out, so
    that the first result is 0. Integers wrap around.

    ```mlir
    %y = prim.cumsum %x axis 0 : tensor<3xf32>             // [1, 2, 3] gives [1, 3, 6]
    %z = prim.cumsum %x axis 0 exclusive : tensor<3xf32>   // [1, 2, 3] gives [0, 1, 3]
    ```
  }];
}

def CumprodOp : Prim_CumulativeOp<"cumprod", [HasJvp]> {
  let summary = "Running product along an axis.";
  let description = [{
    `reverse` runs from the last element to the first; `exclusive` leaves the element itself out, so
    that the first result is 1. Integers wrap around. The derivative is right where x is 0 too.

    ```mlir
    %y = prim.cumprod %x axis 0 : tensor<3xf32>           // [2, 3, 4] gives [2, 6, 24]
    %z = prim.cumprod %x axis 0 reverse : tensor<3xf32>   // [2, 3, 4] gives [24, 12, 4]
    ```
  }];
}

def CummaxOp : Prim_CumulativeOp<"cummax", [HasJvp]> {
  let summary = "Largest element so far along an axis.";
  let description = [{
    NaN from the first NaN on. `reverse` runs from the last element to the first; `exclusive` leaves
    the element itself out, so that the first result is minus infinity, of integers the smallest
    there is. Elements that are equally large so far share the cotangent equally.

    ```mlir
    %y = prim.cummax %x axis 0 : tensor<4xf32>   // [1, 3, 2, 4] gives [1, 3, 3, 4]
    ```
  }];
}

def CumminOp : Prim_CumulativeOp<"cummin", [HasJvp]> {
  let summary = "Smallest element so far along an axis.";
  let description = [{
    NaN from the first NaN on. `reverse` runs from the last element to the first; `exclusive` leaves
    the element itself out, so that the first result is infinity, of integers the largest there is.
    Elements that are equally small so far share the cotangent equally.

    ```mlir
    %y = prim.cummin %x axis 0 : tensor<4xf32>   // [3, 1, 2, 0] gives [3, 1, 1, 0]
    ```
  }];
}

def LinearRecurrenceOp : Prim_Op<"linear_recurrence",
    [SameOperandsAndResultType, HasVjp, HasJvp, HasTaylor, HasBatch, IsRuntimeCall, HasSizes]> {
  let summary = "h[i] = a[i] * h[i - 1] + b[i] along an axis.";
  let description = [{
    The recurrence starts from 0. `reverse` runs from the last element to the first; `exclusive`
    gives `h[i - 1]` in place of `h[i]`, so that the first result is 0. With a = 1 it is a running
    sum, with 0 < a < 1 an exponential average; state-space models are made of it, and so are the
    derivatives of running products and maxima.

    ```mlir
    %h = prim.linear_recurrence %a, %b axis 1 : tensor<2x8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$a, FloatTensor:$b, I64Attr:$axis, UnitAttr:$reverse,
                       UnitAttr:$exclusive);
  let results = (outs FloatTensor:$h);
  let assemblyFormat = [{
    $a `,` $b `axis` $axis (`reverse` $reverse^)? (`exclusive` $exclusive^)? attr-dict `:` type($a)
  }];
  let hasVerifier = 1;
}

#endif
