#ifndef COTAN_OPS_NONZERO
#define COTAN_OPS_NONZERO

include "cotan/ir/composite/composite.td"

def NonzeroOp : Composite_Op<"nonzero"> {
  let summary = "The places of elements that are not 0.";
  let description = [{
    Row i holds the indices along axis i, in row-major order of the places: the rows of
    `numpy.nonzero`. How many there are is an open size, which only the run knows. NaN is not 0.

    Composite: the elements that are not 0 are counted (`prim.cumsum`), and the n-th is looked for where
    the count becomes n (`prim.searchsorted`).

    ```mlir
    %i = composite.nonzero %x : tensor<2x3xf32> -> tensor<2x?xi64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($indices)";
  let hasVerifier = 1;
}

def MaskedSelectOp : Composite_Op<"masked_select"> {
  let summary = "The elements where a mask is true, in one row.";
  let description = [{
    As `x[mask]` in NumPy. How many there are is an open size, which only the run knows. Each passes its
    cotangent to where it came from.

    Composite: it takes the elements whose places `composite.nonzero` of the mask would give.

    ```mlir
    %y = composite.masked_select %x, %mask : tensor<2x3xf32>, tensor<2x3xi1> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, BoolTensor:$mask);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `,` $mask attr-dict `:` type($x) `,` type($mask) `->` type($y)";
  let hasVerifier = 1;
}

def UniqueOp : Composite_Op<"unique", [HasLoops]> {
  let summary = "The distinct elements, in increasing order; along an axis, the distinct slices.";
  let description = [{
    As `numpy.unique`, with all of its results: the elements, the place of each where it is first, for
    each element of x (in one row) which of them it is, and how often each occurs. With `axis`, the
    elements are the slices along it, compared by their first elements that differ. NaN is one element,
    or with `distinct_nan` as many as there are.

    How many there are is an open size, which only the run knows, or `size`, as in `jax.numpy.unique`:
    too many are left out, and for too few there is `fill`, or the smallest element, which occur 0
    times.

    Composite: the sorted elements are compared with those before them. Slices are sorted by each of
    their elements, the last ones first, in a loop.

    ```mlir
    %y, %first, %inverse, %counts = composite.unique %x
        : tensor<2x3xf32> -> tensor<?xf32>, tensor<?xi64>, tensor<6xi64>, tensor<?xi64>
    %z:4 = composite.unique %x {axis = 1 : i64, size = 2 : i64}
        : tensor<2x3xf32> -> tensor<2x2xf32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>
    ```
  }];
  let arguments = (ins OrderedTensor:$x, Optional<OrderedTensor>:$fill, OptionalAttr<I64Attr>:$axis,
                       OptionalAttr<I64Attr>:$size, UnitAttr:$distinct_nan);
  let results = (outs AnyPrimTensor:$y, RankedTensorOf<[I64]>:$first, RankedTensorOf<[I64]>:$inverse,
                      RankedTensorOf<[I64]>:$counts);
  let assemblyFormat = [{
    $x (`fill` $fill^)? attr-dict `:` type($x) (`,` type($fill)^)? `->` type($y) `,` type($first) `,`
    type($inverse) `,` type($counts)
  }];
  let hasVerifier = 1;
}

#endif
