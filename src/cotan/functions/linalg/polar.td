// The polar decomposition. As in scipy.linalg.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"polar",
               (ins Tensor:$a, Default<String, "\"right\"">:$side, KeywordOnly, NoMethod<"qdwh">:$method,
                    PythonOnly<"std::optional<double>">:$eps, OptionalNoCount:$max_iterations), "std::pair<Tensor, Tensor>"> {
  let tuple = "PolarResult";
  let summary = "u and p with a = u p, or with side=\"left\" a = p u: the nearest matrix with orthonormal columns or rows, and a Hermitian one.";
  let description = [{
    Of u the columns are orthonormal, or the rows if there are fewer; p has no negative eigenvalue. They come from
    the singular values, whatever method is, without turns that eps and max_iterations would end. Of a singular
    matrix p is unique and u one of several. The derivative is exact where singular values coincide; that of u is not finite where one is 0. Integers become
    floats; float16 and bfloat16 are computed in float32. A matrix with NaN or infinities has NaN.
  }];
  let example = [{
    >>> import cotan as ct
    >>> u, p = ct.linalg.polar(ct.array([[0.0, -2.0], [3.0, 0.0]]))
    >>> u, p
    (Tensor([[ 0., -1.],
            [ 1.,  0.]], dtype=float32), Tensor([[3., 0.],
            [0., 2.]], dtype=float32))
  }];
}

}
