// Polynomials as vectors of coefficients, the highest power first: sums, products, derivatives.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/polynomial/coefficients.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {

Tensor coefficientsOf(const Tensor &p) {
  if (p.ndim() > 1)
    refuse(
        "found shape " + printTuple(openSizesOf(p)) +
        ", but expected a vector of coefficients; use ct.ravel, or ct.vmap for many polynomials");
  return atleast_1d(p);
}

std::pair<Tensor, Tensor> coefficientsOf(Accepts accepts, const Tensor &p, const Tensor &q) {
  Tensor both[] = {p, q};
  const DType type = outer(common(accepts, both).dtype);
  return {coefficientsOf(astype(p, type)), coefficientsOf(astype(q, type))};
}

int64_t countOf(const Tensor &p) { return sizeAt(p, 0); }

Tensor part(const Tensor &p, int64_t begin, int64_t end) { return index(p, {Slice{begin, end}}); }

std::pair<int64_t, int64_t> zerosAround(const Tensor &p, const std::string &advice) {
  if (p.isTraced())
    refuse<TypeError>("of a traced tensor: how many of its elements are 0 is not known; " + advice);
  Tensor places = nonzero(p != 0)[0];
  const int64_t count = places.size();
  if (count == 0)
    return {countOf(p), 0};
  return {places.integerAt(0), countOf(p) - 1 - places.integerAt(count - 1)};
}

double spacingOf(DType dtype) {
  switch (dtype) {
  case DType::bfloat16: return 0x1p-7;
  case DType::float16: return 0x1p-10;
  case DType::float64:
  case DType::complex128: return 0x1p-52;
  default: return 0x1p-23;
  }
}

namespace {

constexpr const char *leaveThem = "leave trim_leading_zeros away";

/// Both of one size.
std::vector<Tensor> aligned(const Tensor &a1, const Tensor &a2) {
  auto [first, second] = coefficientsOf(Accepts::allNumbers, a1, a2);
  const int64_t count = std::max(countOf(first), countOf(second));
  return {pad(first, {{count - countOf(first), 0}}), pad(second, {{count - countOf(second), 0}})};
}

/// Without leading zeros; of nothing else, one is left.
Tensor trimmed(const Tensor &p) {
  const int64_t zeros = zerosAround(p, leaveThem).first;
  return part(p, std::min(zeros, countOf(p) - 1), countOf(p));
}

/// For the powers n from `count` - 1 to 0, n (n - 1) ... of m factors, but of those from 1 on.
template <typename T> Tensor fallingFactorials(int64_t count, int64_t m, cotan::DType type) {
  (void)typeOf(outer(type), {count}); // whether there can be so many
  cotan::Array all(type, {count});
  auto at = all.mutableValues<T>().begin();
  for (int64_t n = count - 1; n >= 0; --n) {
    T product = 1;
    // Nothing changes behind 0, to which whole numbers overflow, and infinity.
    for (int64_t i = n; i > std::max<int64_t>(n - m, 0) && product * 2 != product; --i)
      product *= T(i);
    *at++ = product;
  }
  return outer(makeTensor(all));
}

void needOrder(int64_t m) {
  if (m < 0)
    refuse("m is " + std::to_string(m) + ", but expected at least 0");
}

} // namespace

Tensor polyadd(const Tensor &a1, const Tensor &a2) {
  const Called called("ct.polyadd");
  auto both = aligned(a1, a2);
  return both[0] + both[1];
}

Tensor polysub(const Tensor &a1, const Tensor &a2) {
  const Called called("ct.polysub");
  auto both = aligned(a1, a2);
  return both[0] - both[1];
}

Tensor polymul(const Tensor &a1, const Tensor &a2, bool trim_leading_zeros) {
  const Called called("ct.polymul");
  auto [x, y] = coefficientsOf(Accepts::allNumbers, a1, a2);
  if (countOf(x) == 0 || countOf(y) == 0)
    refuse("found a polynomial without coefficients, but expected at least one");
  return trim_leading_zeros ? convolve(trimmed(x), trimmed(y)) : convolve(x, y);
}

// Long division: what is left moves one power down in each turn.
std::pair<Tensor, Tensor> polydiv(const Tensor &u, const Tensor &v, bool trim_leading_zeros) {
  const Called called("ct.polydiv");
  auto [x, y] = coefficientsOf(Accepts::inexact, u, v);
  const int64_t count = countOf(x), lower = countOf(y) - 1;
  if (lower < 0)
    refuse("the divisor has no coefficients, but expected at least one");
  Tensor quotient = zeros({1}, x.dtype()), rest = x;
  if (count > lower && lower == 0) {
    quotient = x / y;
    rest = zeros_like(x);
  } else if (count > lower) {
    Tensor first = index(y, {0}), others = part(y, 1, lower + 1);
    auto turn = [&](const Tensors &given) -> Tensors {
      Tensor window = concatenate({given[0], expand_dims(given[1], {0})});
      Tensor factor = index(window, {0}) / first;
      return {part(window, 1, lower + 1) - factor * others, factor};
    };
    auto results = scanFlat(turn, {part(x, 0, lower)}, {part(x, lower, count)});
    quotient = results[1];
    rest = pad(results[0], {{count - lower, 0}});
  }
  if (!trim_leading_zeros)
    return {quotient, rest};
  const double small = std::sqrt(spacingOf(x.dtype()));
  const int64_t zeros = zerosAround(abs(rest) > small, leaveThem).first;
  return {quotient, part(rest, std::min(zeros, count - 1), count)};
}

Tensor polyder(const Tensor &p, int64_t m) {
  const Called called("ct.polyder");
  needOrder(m);
  Tensor row = coefficientsOf(p);
  const int64_t count = countOf(row);
  if (m == 0)
    return row;
  Tensor kept = part(row, 0, std::max<int64_t>(count - m, 0));
  if (!isInexact(row.dtype()))
    return kept * part(fallingFactorials<uint64_t>(count, m, cotan::DType::i64), 0, countOf(kept));
  Tensor factors = part(fallingFactorials<double>(count, m, cotan::DType::f64), 0, countOf(kept));
  return kept * astype(factors, row.dtype());
}

Tensor polyint(const Tensor &p, int64_t m, const std::optional<Tensor> &k) {
  const Called called("ct.polyint");
  needOrder(m);
  auto [row, constants] = coefficientsOf(Accepts::inexact, p, k.value_or(Tensor(int64_t(0))));
  if (countOf(constants) != 1 && countOf(constants) != m)
    refuse("k has " + std::to_string(countOf(constants)) + " constants, but expected one, or " +
           std::to_string(m) + ", as m says");
  if (m == 0)
    return row;
  const int64_t count = addSizes(countOf(row), m);
  Tensor factors = fallingFactorials<double>(count, m, cotan::DType::f64);
  return concatenate({row, broadcast_to(constants, {m})}) / astype(factors, row.dtype());
}

Tensor trim_zeros(const Tensor &filt, const std::string &trim, const Axes &axes) {
  const Called called("ct.trim_zeros");
  const std::string which = llvm::StringRef(trim).lower();
  oneOf("trim", which, {"fb", "bf", "f", "b"});
  const bool isFront = which != "b", isBack = which != "f";
  Indices kept(filt.ndim(), Slice{});
  for (int64_t axis : axesOrAll(axes, filt.ndim())) {
    std::vector<int64_t> others;
    for (int64_t i = 0; i < filt.ndim(); ++i)
      if (i != axis)
        others.push_back(i);
    Tensor isThere = others.empty() ? filt != 0 : any(filt != 0, others);
    auto [front, back] =
        zerosAround(isThere, "compute with the zeros, or trim outside of the function");
    const int64_t count = countOf(isThere), end = count - (isBack ? back : 0);
    // Where there is nothing else, nothing is left.
    kept[axis] = front == count ? Slice{0, 0} : Slice{isFront ? front : 0, end};
  }
  return index(filt, kept);
}

} // namespace ct
