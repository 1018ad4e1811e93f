// Polynomials through points, nearly.
include "cotan/functions/function.td"

def : Function<"polyfit",
               (ins Tensor:$x, Tensor:$y, Int:$deg, OptionalFloat:$rcond, No:$full, OptionalTensor:$w,
                    Kind<"const std::variant<bool, std::string> &", "false">:$cov),
               "dynamic::OneOrTuple"> {
  let overloads = [{
    PolynomialFit polyfit(const Tensor &x, const Tensor &y, int64_t deg,
                          std::optional<double> rcond = {}, const std::optional<Tensor> &w = {},
                          std::optional<Covariance> cov = {});
  }];
  let summary = "The polynomial of degree deg with the least squares of distances from the points (x, y).";
  let description = [{
    A vector of coefficients, the highest power first; where y is a matrix, one for each column. w are
    weights of the distances. Singular values up to rcond times the largest count as 0; rcond is as many
    spacings of the element type as there are points, unless it is given. With full also the sums of squares,
    the rank, the singular values and rcond; with cov, which is True or "unscaled", also the covariance of
    the coefficients.
  }];
  let example = [{
    >>> x = ct.array([0.0, 1.0, 2.0, 3.0])
    >>> ct.round(ct.polyfit(x, x**2 - 2 * x, 2), 3) + 0.0
    Tensor([ 1., -2.,  0.], dtype=float32)
  }];
}
