#ifndef COTAN_OPS_XLOGY
#define COTAN_OPS_XLOGY

include "cotan/ir/composite/composite.td"

def XlogyOp : Composite_BinaryOp<"xlogy", [HasVjp]> {
  let summary = "x times the logarithm of y, 0 where x is 0, elementwise.";
  let description = [{
    NaN where y is NaN. The slope with respect to x is log(y), and with respect to y 0 where x is 0.

    ```mlir
    %z = composite.xlogy %x, %y : tensor<4xf32>
    ```
  }];
}

def Xlog1pyOp : Composite_BinaryOp<"xlog1py", [HasVjp]> {
  let summary = "x times log(1 + y), 0 where x is 0, elementwise.";
  let description = [{
    NaN where y is NaN. The slope with respect to x is log1p(y), and with respect to y 0 where x is 0.

    ```mlir
    %z = composite.xlog1py %x, %y : tensor<4xf32>
    ```
  }];
}

def EntrOp : Composite_UnaryOp<"entr", [IsElementwise, HasVjp]> {
  let summary = "Minus x times its logarithm, a part of an entropy, elementwise.";
  let description = [{
    0 at 0, where the slope is infinite; minus infinity below.

    ```mlir
    %y = composite.entr %x : tensor<4xf32>
    ```
  }];
}

let module = "special" in {

def : ArrayFunction<XlogyOp> {
  let example = [{
    >>> ct.special.xlogy(ct.array([0.0, 2.0]), ct.array([0.0, 3.0]))
    Tensor([0.       , 2.1972246], dtype=float32)
  }];
}
def : ArrayFunction<Xlog1pyOp> {
  let example = [{
    >>> ct.special.xlog1py(ct.array([0.0, 2.0]), ct.array([-1.0, 1e-3]))
    Tensor([0.      , 0.001999], dtype=float32)
  }];
}
def : ArrayFunction<EntrOp> {
  let example = [{
    >>> ct.special.entr(ct.array([-1.0, 0.0, 0.5]))
    Tensor([     -inf, 0.       , 0.3465736], dtype=float32)
  }];
}

}

#endif
