// Equations whose unknown is a matrix between matrices. As in scipy.linalg.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"solve_sylvester",
               (ins Tensor:$A, Tensor:$B, Tensor:$C, KeywordOnly, NoMethod<"schur">:$method, PythonOnly<"double", "1e-8">:$tol)> {
  let summary = "The X with A X + X B = C, of square matrices A and B.";
  let description = [{
    By Schur forms (Bartels and Stewart 1972), whatever method and tol are. Axes before the last two are batches, which
    are broadcast. Where an eigenvalue of A is one of B with the other sign, or nearly, there is no unique X, and the
    result is NaN. Integers become floats; float16 and bfloat16 are computed in float32.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.solve_sylvester(ct.array([[1.0, 0.0], [0.0, 2.0]]), ct.array([[3.0]]), ct.array([[4.0], [10.0]]))
    Tensor([[1.],
            [2.]], dtype=float32)
  }];
}

}
