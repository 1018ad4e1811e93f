// What array functions take beside tensors and numbers.
#pragma once

#include "cotan/functions/indexing/indexing.h"
#include "cotan/tensor/tensor.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ct {

/// A whole number, of which a truth value is none where an axis or a number of them is wanted.
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

/// Whole numbers; one stands for a list of it: ct::expand_dims(x, 1), ct::expand_dims(x, {0, 2}).
struct Integers : std::vector<int64_t> {
  Integers() = default;
  Integers(std::vector<int64_t> numbers) : std::vector<int64_t>(std::move(numbers)) {}
  template <Integer... T>
    requires(sizeof...(T) > 0)
  Integers(T... numbers) : std::vector<int64_t>{int64_t(numbers)...} {}
};

/// All axes, if none are given; negative ones count from the end: ct::sum(x, 0),
/// ct::sum(x, {0, -1}).
struct Axes : std::optional<std::vector<int64_t>> {
  Axes() = default;
  Axes(std::nullopt_t) {}
  Axes(std::vector<int64_t> axes) : std::optional<std::vector<int64_t>>(std::move(axes)) {}
  template <Integer... T>
    requires(sizeof...(T) > 0)
  Axes(T... axes) : Axes(std::vector<int64_t>{int64_t(axes)...}) {}
};

/// ct::sum(x, 0, {.keepdims = true}). A function throws ValueError of an option it does not
/// have.
struct Reduction {
  bool keepdims = false;              // the axes stay, with size 1
  std::optional<Tensor> where = {};   // which elements count; in a shape that broadcasts to x's
  std::optional<Tensor> initial = {}; // one number more, of sum, prod, max and min
  std::optional<DType> dtype = {};    // what sum, prod, mean, var and std compute in
  double ddof = 0; // var and std divide the sum of squares by the number of elements less this
  std::optional<double> correction = {}; // or less this
  bool promote_integers = true;          // sums and products of integers have 64 bits
  std::optional<Tensor> mean = {};       // of var and std, where it is known; its axes stay
};

/// For each axis, how many before and behind.
using Widths = std::vector<std::pair<int64_t, int64_t>>;
/// What the modes of `pad` want.
struct PadOptions {
  std::vector<std::pair<Tensor, Tensor>> values = {}; // at the ends of each axis; 0 without them
  Widths stat_length = {};                            // how many count of each side; else all
  bool isOdd = false; // mirrored in the element at the side, too, not only in its place
};

/// Says what stands around a tensor: of the tensor with other numbers there, an axis, and how many
/// are before and behind, the tensor with the right ones along this axis.
using PadFunction =
    std::function<Tensor(const Tensor &padded, int64_t axis, std::pair<int64_t, int64_t> widths)>;

/// A number of parts, or the positions to cut before.
using Cuts = std::variant<int64_t, std::vector<int64_t>>;

/// What lies beside the points of `interp`: a value, or "extrapolate", the line through the two
/// outermost points.
using Beside = std::variant<Tensor, std::string>;

/// Before or behind equal elements.
enum class Side { left, right };
/// What is left of a convolution of vectors: wherever they touch, as many elements as the longer
/// one has, or where the shorter one lies within it.
enum class Overlap { full, same, valid };

/// What there is to say to `unique`.
struct UniqueOptions {
  std::optional<int64_t> axis = {};
  std::optional<int64_t> size = {};      // how many results there are, as traced functions need it
  std::optional<Tensor> fill_value = {}; // for those too few; else the smallest
  bool equal_nan = true;
};
/// What `unique` gives.
struct Unique {
  Tensor values, index, inverse, counts; // where each is first, which each element is, how often
};

/// What `intersect1d` gives.
struct Intersection {
  Tensor values, first, second; // where each is first in either
};

/// Rows are variables, columns samples, unless `rowvar` is false. `fweights` say how often each
/// sample was found, `aweights` how much it counts.
struct CovOptions {
  bool rowvar = true, bias = false;
  std::optional<int64_t> ddof = {};
  std::optional<Tensor> fweights = {}, aweights = {};
  std::optional<DType> dtype = {}; // what it is computed in
};

/// That of the coefficients of a polynomial: by the residuals, or as if their variance were 1.
enum class Covariance { scaled, unscaled };
/// Coefficients, the highest power first; the rank and the singular values of the powers of x.
struct PolynomialFit {
  Tensor coefficients, residuals, rank, singular_values;
  double rcond;
  std::optional<Tensor> covariance = {}; // if it was asked for
};

/// Axes of one tensor, and those of another that they meet.
using AxisPairs = std::pair<Integers, Integers>;

/// "fro", 1 or -1 (the largest or smallest sum of a column), inf or -inf (of a row), 2, -2 or "nuc"
/// (the largest or smallest singular value, or their sum); of a vector any number.
using NormOrder = std::variant<double, std::string>;

/// "SAME" (as many places as strides cover), "SAME_LOWER" (of an odd number of zeros more lie
/// before), "VALID" (none is added), or for each spatial axis how many lie before and behind.
using Padding = std::variant<std::string, Widths>;
/// One letter for each axis of x, the kernel and the result: N is the batch, C are channels, O and
/// I output and input channels; the others are spatial.
using DimensionNumbers = std::array<std::string, 3>;
/// What is left out is 1 along each axis.
struct ConvOptions {
  std::vector<int64_t> lhs_dilation = {}, rhs_dilation = {};
  std::optional<DimensionNumbers> dimension_numbers = {}; // NCHW, OIHW, NCHW
  int64_t feature_group_count = 1, batch_group_count = 1;
};

namespace linalg {
using ct::NormOrder;
}

namespace nn {
/// Mean and variance are those of each feature, for running averages.
struct BatchNorm {
  Tensor y, mean, variance;
};
/// What is left out: nothing is added or hidden, and the scale is 1 / sqrt(features).
struct AttentionOptions {
  std::optional<Tensor> bias = {}; // added to the scores (batch, heads, queries, keys)
  std::optional<Tensor> mask = {}; // false: the query does not meet the key; shape as that of bias
  std::optional<double> scale = {};
  bool is_causal = false;
  Axes local_window_size = {};             // how many keys before and behind a query it meets
  std::optional<Tensor> alibi_slopes = {}; // (heads) or (batch, heads)
  // Of each of the batch: queries behind these give 0, and keys behind these are not met.
  std::optional<Tensor> query_seq_lengths = {}, key_value_seq_lengths = {};
};
/// What there is to say of layers that go along a sequence.
struct RecurrentOptions {
  std::optional<Tensor> lengths = {}; // of each sequence; else all of it counts
  bool has_biases = true;             // each layer has two beside its two weights
  bool bidirectional = false;
  bool batch_first = false; // x and y are (batch, time, ...)
};
} // namespace nn

/// What Python's arguments say, and C++'s types: arguments and results of one of several types.
namespace dynamic {
/// Of one tensor a tensor, of several a list.
using OneOrList = std::variant<Tensor, std::vector<Tensor>>;
/// A tuple, of as many tensors as there are.
struct Tuple {
  std::vector<Tensor> tensors;
};
using OneOrTuple = std::variant<Tensor, Tuple>;
/// How many bins there are, or their ends.
using BinsOfAxis = std::variant<int64_t, Tensor, std::vector<Tensor>>;
/// How many bins there are along all axes, or for each axis how many, or their ends.
using Bins = std::variant<int64_t, std::vector<Tensor>>;
/// Where a range begins or ends.
using Bound = std::variant<int64_t, double, Tensor>;
/// Positions along an axis.
using Positions = std::variant<int64_t, Slice, Tensor>;
/// How `pad` finds what stands around a tensor.
using PadMode = std::variant<std::string, PadFunction>;
/// Pairs for each axis, or one for all of them.
template <typename T> struct PairsOfAxes {
  std::vector<std::pair<T, T>> pairs;
  bool isForAll = false, isOneNumber = false;
};
/// The lower and the upper end along each axis, or none, which are those of what is there; one pair
/// may be of all axes. A matrix has them in its rows.
struct Ranges {
  std::vector<std::optional<std::pair<Tensor, Tensor>>> pairs;
  std::optional<Tensor> matrix = {};
};
} // namespace dynamic

} // namespace ct
