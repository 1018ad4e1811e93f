// The functions of nan_reduction.h, statistics.h and products.h.
#include "cotan/frontends/python/bind_reduction.h"

#include "cotan/frontends/cpp/inside.h"

namespace ct::python {
namespace {

void bindAlongAxes(Module &m, const char *name,
                   Tensor (*function)(const Tensor &, const Axes &, bool), const char *doc) {
  bindFunction(m, name, function, py::arg("a"), py::arg("axis") = py::none(),
               py::arg("keepdims") = false, doc);
}

void bindNanReductions(Module &m) {
  bindSum(m, "nansum", nansum, R"(Sum along axes of what is not NaN.

>>> ct.nansum(ct.array([1.0, ct.nan]))
Tensor(1., dtype=float32)
)");
  bindSum(m, "nanprod", nanprod, R"(Product along axes of what is not NaN.

>>> ct.nanprod(ct.array([2.0, ct.nan, 3.0]))
Tensor(6., dtype=float32)
)");
  bindExtremum(m, "nanmax", nanmax, R"(Largest element along axes; NaN only where all are NaN.

>>> ct.nanmax(ct.array([2.0, ct.nan, 3.0]))
Tensor(3., dtype=float32)
)");
  bindExtremum(m, "nanmin", nanmin, R"(Smallest element along axes; NaN only where all are NaN.

>>> ct.nanmin(ct.array([2.0, ct.nan, 3.0]))
Tensor(2., dtype=float32)
)");
  bindMean(m, "nanmean", nanmean, R"(Mean along axes of what is not NaN.

>>> ct.nanmean(ct.array([2.0, ct.nan, 3.0]))
Tensor(2.5, dtype=float32)
)");
  bindMoment(m, "nanvar", nanvar, R"(Variance along axes of what is not NaN.

>>> ct.nanvar(ct.array([2.0, ct.nan, 4.0]))
Tensor(1., dtype=float32)
)");
  bindMoment(m, "nanstd", nanstd, R"(Standard deviation along axes of what is not NaN.

>>> ct.nanstd(ct.array([2.0, ct.nan, 6.0]))
Tensor(2., dtype=float32)
)");
}

void bindNanPlaces(Module &m) {
  bindFunction(m, "nanargmax", nanargmax, py::arg("a"), py::arg("axis") = py::none(),
               py::arg("keepdims") = false,
               R"(Where the largest number is, the first of several; -1 where all are NaN.

>>> ct.nanargmax(ct.array([ct.nan, 3.0, 5.0]))
Tensor(2, dtype=int64)
)");
  bindFunction(m, "nanargmin", nanargmin, py::arg("a"), py::arg("axis") = py::none(),
               py::arg("keepdims") = false,
               R"(Where the smallest number is, the first of several; -1 where all are NaN.

>>> ct.nanargmin(ct.array([ct.nan, 3.0, 5.0]))
Tensor(1, dtype=int64)
)");
  bindFunction(m, "nancumsum", nancumsum, py::arg("a"), py::arg("axis") = py::none(),
               R"(Running sum of what is not NaN.

>>> ct.nancumsum(ct.array([1.0, ct.nan, 2.0]))
Tensor([1., 1., 3.], dtype=float32)
)");
  bindFunction(m, "nancumprod", nancumprod, py::arg("a"), py::arg("axis") = py::none(),
               R"(Running product of what is not NaN.

>>> ct.nancumprod(ct.array([2.0, ct.nan, 3.0]))
Tensor([2., 2., 6.], dtype=float32)
)");
}

void bindQuantiles(Module &m) {
  auto bind = [&](const char *name, auto function, const char *doc) {
    bindFunction(m, name, function, py::arg("a"), py::arg("q"), py::arg("axis") = py::none(),
                 py::arg("method") = "linear", py::arg("keepdims") = false, doc);
  };
  bind("quantile", quantile,
       R"(The element below which the part q, 0 to 1, of the elements along axes is.

Where it is between two, method chooses: linear, lower, higher, midpoint, nearest. NaN if there is
one. The axes of q come first in the result.

>>> ct.quantile(ct.array([1.0, 2.0, 3.0, 4.0]), ct.array([0.0, 0.5]))
Tensor([1. , 2.5], dtype=float32)
)");
  bind("nanquantile", nanquantile, R"(The same as quantile of what is not NaN.

>>> ct.nanquantile(ct.array([1.0, ct.nan, 3.0]), 0.5)
Tensor(2., dtype=float32)
)");
  bind("percentile", percentile, R"(The same as quantile with q from 0 to 100.

>>> ct.percentile(ct.array([1.0, 2.0, 3.0]), 50)
Tensor(2., dtype=float32)
)");
  bind("nanpercentile", nanpercentile, R"(The same as percentile of what is not NaN.

>>> ct.nanpercentile(ct.array([1.0, ct.nan, 3.0]), 50)
Tensor(2., dtype=float32)
)");
  bindAlongAxes(m, "median", median, R"(The element in the middle along axes; of two, their mean.

>>> ct.median(ct.array([5.0, 1.0, 2.0, 3.0]))
Tensor(2.5, dtype=float32)
)");
  bindAlongAxes(m, "nanmedian", nanmedian, R"(The median of what is not NaN.

>>> ct.nanmedian(ct.array([5.0, ct.nan, 2.0]))
Tensor(3.5, dtype=float32)
)");
}

void bindAverages(Module &m) {
  m.def(
      "average",
      [](const Operand &a, const std::optional<AxesLike> &axis,
         const std::optional<Operand> &weights, bool returned, bool keepdims) -> py::object {
        auto w = Taken<const std::optional<Tensor> &>::of(weights);
        Axes axes = Taken<const Axes &>::of(axis);
        auto both = unlocked([&] {
          Tensor mean = average(a.tensor, axes, w, keepdims);
          return std::pair(mean, returned ? weightSum(a.tensor, axes, w, keepdims) : mean);
        });
        return returned ? py::cast(both) : py::cast(both.first);
      },
      py::arg("a"), py::arg("axis") = py::none(), py::arg("weights") = py::none(),
      py::arg("returned") = false, py::arg("keepdims") = false,
      R"(The mean along axes with weights, of the shape of a or, with one axis, a vector.

With returned, a pair of the mean and the sum of the weights.

>>> ct.average(ct.array([1.0, 2.0, 3.0]), weights=ct.array([2.0, 1.0, 1.0]))
Tensor(1.75, dtype=float32)
)");
  bindAlongAxes(m, "ptp", ptp, R"(The largest element along axes less the smallest.

>>> ct.ptp(ct.array([5.0, 1.0, 2.0]))
Tensor(4., dtype=float32)
)");
}

void bindCorrelations(Module &m) {
  m.def(
      "cov",
      [](const Operand &x, const std::optional<Operand> &y, bool rowvar, bool bias,
         std::optional<int64_t> ddof, const std::optional<Operand> &fweights,
         const std::optional<Operand> &aweights) {
        using Maybe = Taken<const std::optional<Tensor> &>;
        CovOptions options{rowvar, bias, ddof, Maybe::of(fweights), Maybe::of(aweights)};
        return unlocked([&] { return cov(x.tensor, Maybe::of(y), options); });
      },
      py::arg("m"), py::arg("y") = py::none(), py::arg("rowvar") = true, py::arg("bias") = false,
      py::arg("ddof") = py::none(), py::arg("fweights") = py::none(),
      py::arg("aweights") = py::none(),
      R"(How variables, the rows, vary together over samples, the columns.

fweights say how often each sample was found, aweights how much it counts.

>>> ct.cov(ct.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
Tensor([[ 1., -1.],
        [-1.,  1.]], dtype=float32)
)");
  bindFunction(m, "corrcoef", corrcoef, py::arg("x"), py::arg("y") = py::none(),
               py::arg("rowvar") = true,
               R"(How variables, the rows, vary together, from -1 to 1.

>>> ct.corrcoef(ct.array([[1.0, 2.0, 4.0], [2.0, 4.0, 8.0]])).shape
(2, 2)
)");
}

void bindSliding(Module &m, const char *name,
                 Tensor (*function)(const Tensor &, const Tensor &, Overlap), const char *mode,
                 const char *doc) {
  m.def(
      name,
      [function, name](const Operand &a, const Operand &v, const std::string &mode) {
        static constexpr const char *modes[] = {"full", "same", "valid"};
        auto *found = llvm::find(modes, mode);
        if (found == std::end(modes))
          ct::refuse(name, "found mode '" + mode + "', but expected full, same or valid");
        return unlocked([&] { return function(a.tensor, v.tensor, Overlap(found - modes)); });
      },
      py::arg("a"), py::arg("v"), py::arg("mode") = mode, doc);
}

void bindMoreProducts(Module &m) {
  bindFunction(m, "trace", ct::trace, py::arg("a"), py::arg("offset") = 0, py::arg("axis1") = 0,
               py::arg("axis2") = 1, R"(The sum of a diagonal of two axes.

>>> ct.trace(ct.array([[1, 2], [3, 4]]))
Tensor(5, dtype=int64)
)");
  bindSliding(m, "convolve", convolve, "full",
              R"(Sums of products of two vectors, v backwards, at each distance between them.

Mode "full": wherever they touch; "same": as many as the longer one has elements; "valid": where the
shorter one lies within the longer one.

>>> ct.convolve(ct.array([1, 2, 3]), ct.array([1, 10]))
Tensor([ 1, 12, 23, 30], dtype=int64)
)");
  bindSliding(
      m, "correlate", correlate, "valid",
      R"(Sums of products of two vectors at each distance between them; modes as for ct.convolve.

>>> ct.correlate(ct.array([1, 2, 3]), ct.array([1, 10]))
Tensor([21, 32], dtype=int64)
)");
  bindFunction(m, "kron", kron, py::arg("a"), py::arg("b"),
               R"(Each element of a times the whole of b, in blocks.

>>> ct.kron(ct.array([1, 10]), ct.array([1, 2]))
Tensor([ 1,  2, 10, 20], dtype=int64)
)");
  m.def(
      "cross",
      [](const Operand &a, const Operand &b, int64_t axisa, int64_t axisb, int64_t axisc,
         std::optional<int64_t> axis) {
        return unlocked([&] {
          return cross(a.tensor, b.tensor, axis.value_or(axisa), axis.value_or(axisb),
                       axis.value_or(axisc));
        });
      },
      py::arg("a"), py::arg("b"), py::arg("axisa") = -1, py::arg("axisb") = -1,
      py::arg("axisc") = -1, py::arg("axis") = py::none(),
      R"(The vector product along axes of size 3, or of size 2 in a plane.

>>> ct.cross(ct.array([1, 0, 0]), ct.array([0, 1, 0]))
Tensor([0, 0, 1], dtype=int64)
)");
}

void bindVectorProducts(Module &m) {
  bindFunction(m, "vecdot", vecdot, py::arg("x1"), py::arg("x2"), py::arg("axis") = -1,
               R"(The product of vectors along an axis, for each index of the others.

>>> ct.vecdot(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
Tensor([3, 7], dtype=int64)
)");
  bindBinary(m, "matvec", matvec, R"(A matrix times a vector, for each index of further axes.

>>> ct.matvec(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
Tensor([3, 7], dtype=int64)
)");
  bindBinary(m, "vecmat", vecmat, R"(A vector times a matrix, for each index of further axes.

>>> ct.vecmat(ct.array([1, 1]), ct.array([[1, 2], [3, 4]]))
Tensor([4, 6], dtype=int64)
)");
}

} // namespace

void bindStatistics(Module &m) {
  bindNanReductions(m);
  bindNanPlaces(m);
  bindQuantiles(m);
  bindAverages(m);
  bindCorrelations(m);
  bindMoreProducts(m);
  bindVectorProducts(m);
}

} // namespace ct::python
