// What samples say: averages, ranges, how they vary together.
include "cotan/functions/function.td"

def : Function<"average",
               (ins Tensor:$a, OptionalAxes:$axis, OptionalTensor:$weights, No:$returned,
                    No:$keepdims), "std::variant<Tensor, std::pair<Tensor, Tensor>>"> {
  let overloads = [{
    Tensor average(const Tensor &a, const Axes &axis = {}, const std::optional<Tensor> &weights = {}, bool keepdims = false);
    /// The sum of the weights by which `average` divides.
    Tensor weightSum(const Tensor &a, const Axes &axis = {}, const std::optional<Tensor> &weights = {}, bool keepdims = false);
  }];
  let summary = "The mean along axes with weights, of the shape of a or with the axes that are named.";
  let description = [{
    With returned, a pair of the mean and the sum of the weights.
  }];
  let example = [{
    >>> ct.average(ct.array([1.0, 2.0, 3.0]), weights=ct.array([2.0, 1.0, 1.0]))
    Tensor(1.75, dtype=float32)
  }];
}

def : Function<"ptp", (ins Tensor:$a, OptionalAxes:$axis, No:$keepdims)> {
  let summary = "The largest element along axes less the smallest.";
  let example = [{
    >>> ct.ptp(ct.array([5.0, 1.0, 2.0]))
    Tensor(4., dtype=float32)
  }];
  let isMethod = true;
}

def : Function<"cov",
               (ins Tensor:$m, OptionalTensor:$y, Fields<"CovOptions", (ins Yes:$rowvar, No:$bias,
                    OptionalInt:$ddof, OptionalTensor:$fweights,
                    OptionalTensor:$aweights, KeywordOnly, OptionalDType:$dtype)>:$options)> {
  let summary = "How variables, the rows, vary together over samples, the columns.";
  let description = [{
    fweights say how often each sample was found, aweights how much it counts.
  }];
  let example = [{
    >>> ct.cov(ct.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    Tensor([[ 1., -1.],
            [-1.,  1.]], dtype=float32)
  }];
}

def : Function<"corrcoef", (ins Tensor:$x, OptionalTensor:$y, Yes:$rowvar, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "How variables, the rows, vary together, from -1 to 1.";
  let example = [{
    >>> ct.corrcoef(ct.array([[1.0, 2.0, 4.0], [2.0, 4.0, 8.0]])).shape
    (2, 2)
  }];
}
