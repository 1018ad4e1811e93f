// dft, dft_r2c, dft_c2r: meaning and derivatives. Signature and doc: dft.td.
#include "cotan/ops/fourier/dft.inc"

#include "cotan/ops/fourier/halves.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

#include <complex>
#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

using Number = std::complex<long double>;

RankedTensorType typeOfX(Value x) { return cast<RankedTensorType>(x.getType()); }

LogicalResult verifyPairs(std::optional<Location> loc, RankedTensorType x, ArrayRef<int64_t> axes) {
  if (x.getRank() == 0)
    return emitOptionalError(loc, "needs pairs along a last axis of size 2, but ", x,
                             " has no axis");
  return verifyAxes(loc, axes, x.getRank() - 1);
}

//--- evaluation

/// exp(-2 pi i k / n), or its conjugate.
Number rootOfOne(int64_t k, int64_t n, bool inverse) {
  const long double angle = 2 * std::numbers::pi_v<long double> * (k % n) / n;
  return {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
}

/// By the smallest factor of the length (Cooley and Tukey 1965).
SmallVector<Number> transformed(ArrayRef<Number> x, bool inverse) {
  const int64_t n = x.size();
  int64_t factor = 2;
  while (factor < n && n % factor != 0)
    ++factor;
  if (n <= 1)
    return SmallVector<Number>(x);
  const int64_t m = n / factor;
  SmallVector<SmallVector<Number>> parts;
  for (int64_t i = 0; i < factor; ++i) {
    SmallVector<Number> part;
    for (int64_t j = 0; j < m; ++j)
      part.push_back(x[j * factor + i]);
    parts.push_back(m == 1 ? part : transformed(part, inverse));
  }
  SmallVector<Number> y(n);
  for (int64_t k = 0; k < n; ++k)
    for (int64_t i = 0; i < factor; ++i)
      y[k] += parts[i][k % m] * rootOfOne(i * k % n, n, inverse);
  return y;
}

/// Lines along an axis of a tensor of numbers or of pairs of them, as lists.
struct Lines {
  Lines(ArrayRef<int64_t> shape, int64_t axis, int64_t width) : width(width), n(shape[axis]) {
    for (auto [i, size] : llvm::enumerate(shape))
      (int64_t(i) < axis ? outer : int64_t(i) > axis ? inner : one) *= size;
    inner /= width;
  }

  int64_t count() const { return outer * inner; }
  /// Where number `j` of line `line` begins.
  int64_t at(int64_t line, int64_t j) const {
    return ((line / inner * n + j) * inner + line % inner) * width;
  }

  int64_t width, n, outer = 1, inner = 1, one = 1;
};

/// Element by element of the lines of `y`, what `make` gives for the line of `x`.
template <typename T, typename Make>
void makeLines(const Array &x, MutableArrayRef<T> y, const Lines &from, const Lines &to,
               Make make) {
  for (int64_t line = 0; line < to.count(); ++line) {
    SmallVector<Number> numbers;
    for (int64_t j = 0; j < from.n; ++j) {
      const int64_t at = from.at(line, j);
      numbers.push_back({x.asDouble(at), from.width == 2 ? x.asDouble(at + 1) : 0.0});
    }
    for (auto [k, number] : llvm::enumerate(make(numbers))) {
      if (int64_t(k) == to.n) // of real numbers the first half
        break;
      const int64_t at = to.at(line, k);
      y[at] = static_cast<T>(double(number.real()));
      if (to.width == 2)
        y[at + 1] = static_cast<T>(double(number.imag()));
    }
  }
}

template <typename Make>
void forEachLine(const Array &x, Array &y, const Lines &from, const Lines &to, Make make) {
  visitNumber(y.dtype(), [&](auto element) {
    makeLines(x, y.mutableValues<decltype(element)>(), from, to, make);
  });
}

//--- derivatives

/// `pairs` times `ends` at the first place along the axis and, where there are an even number of
/// numbers in all, at the last; times `between` elsewhere.
Expr weighted(const Expr &pairs, int64_t axis, bool isOdd, double ends, double between) {
  RuleBuilder &b = pairs.builder();
  auto i64 = IntegerType::get(pairs.type().getContext(), 64);
  const Expr shape = b.shapeOf(pairs.value());
  const bool isStatic = pairs.type().hasStaticShape();
  const Expr place = iota(b, pairs.type().clone(i64), axis, isStatic ? Expr() : shape);
  Expr isEnd = eq(place, b.full(0, place));
  if (!isOdd) {
    const Expr last = squeeze(part(shape, axis, axis + 1), {0}) - b.scalar(1, i64);
    isEnd = or_(isEnd, eq(place, broadcastLike(last, place)));
  }
  return where(isEnd, pairs * ends, pairs * between);
}

/// The real parts.
Expr realPart(const Expr &pairs) {
  const int64_t last = pairs.rank() - 1;
  SmallVector<int64_t> starts(pairs.rank(), 0), limits(pairs.rank(), ShapedType::kDynamic);
  limits[last] = 1;
  return squeeze(slice(pairs, starts, limits, SmallVector<int64_t>(pairs.rank(), 1)), {last});
}

} // namespace

//--- dft

LogicalResult DftOp::verify() {
  return failed(verifyPairs(getLoc(), typeOfX(getX()), getAxes())) ? failure() : verifySizes(*this);
}

Sizes DftOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  rules.requireEqual(sizes.back(), 2, "the last axis must have size 2");
  return sizes;
}

Arrays DftOp::evaluate(ArrayRef<Array> x) {
  Array from = x[0];
  needFit(*this, x);
  for (int64_t axis : getAxes()) {
    Array to(from.dtype(), from.shape());
    const Lines lines(from.shape(), axis, 2);
    forEachLine(from, to, lines, lines,
                [&](ArrayRef<Number> line) { return transformed(line, getInverse()); });
    from = to;
  }
  return {from};
}

RuntimeCall DftOp::runtimeCall() {
  RuntimeCall call{"cotan_dft", {getInverse(), int64_t(getAxes().size())}};
  llvm::append_range(call.numbers, getAxes());
  return call;
}

// The matrix of parts is [[C, S], [-S, C]] with symmetric C and S: transposed, S changes its sign.
Values DftOp::vjp(RuleBuilder &b, ValueRange g) { return {dft(b(g[0]), getAxes(), !getInverse())}; }
Values DftOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }

//--- dft_r2c

LogicalResult DftR2cOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                         SmallVectorImpl<Type> &results) {
  RankedTensorType type = typeOfX(x.getX());
  if (failed(verifyAxes(loc, int64_t(x.getAxis()), type.getRank())))
    return failure();
  return inferTypes<DftR2cOp>(loc, x, type.getElementType(), results);
}

Sizes DftR2cOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = halfSizes(rules, x.getAxis());
  sizes.push_back(2);
  return sizes;
}

Arrays DftR2cOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  const int64_t axis = getAxis();
  forEachLine(x[0], y, Lines(x[0].shape(), axis, 1), Lines(y.shape(), axis, 2),
              [](ArrayRef<Number> line) { return transformed(line, false); });
  return {y};
}

RuntimeCall DftR2cOp::runtimeCall() { return {"cotan_dft_r2c", {int64_t(getAxis())}}; }

// What flows to x[j] is the sum over half of the k of the real part of g[k] exp(2 pi i j k / n)
// with g's imaginary part as it is: the whole sum has what is between the ends twice.
Values DftR2cOp::vjp(RuleBuilder &b, ValueRange g) {
  const int64_t axis = getAxis(), n = getX().getType().getDimSize(axis);
  const Expr pairs = b(g[0]);
  if (!ShapedType::isDynamic(n))
    return {dft_c2r(weighted(pairs, axis, n % 2 != 0, 1.0, 0.5), axis, n % 2 != 0)};
  // Whether n is even is not known: the half is put where the whole has it.
  const SmallVector<int64_t> last = {getX().getType().getRank()};
  const Expr zeros = expand_dims(b.zerosLike(getX()), last);
  const Expr starts = b.integers(SmallVector<int64_t>(last[0] + 1, 0));
  const Expr whole = dynamic_update_slice(concat({zeros, zeros}, last[0]), starts, pairs);
  return {realPart(dft(whole, {axis}, /*inverse=*/true))};
}
Values DftR2cOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

//--- dft_c2r

LogicalResult DftC2rOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                         SmallVectorImpl<Type> &results) {
  RankedTensorType type = typeOfX(x.getX());
  if (failed(verifyPairs(loc, type, {int64_t(x.getAxis())})))
    return failure();
  return inferTypes<DftC2rOp>(loc, x, type.getElementType(), results);
}

Sizes DftC2rOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = wholeSizes(rules, x.getAxis(), x.getOdd());
  rules.requireEqual(sizes.pop_back_val(), 2, "the last axis must have size 2");
  return sizes;
}

Arrays DftC2rOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  const int64_t axis = getAxis(), n = y.shape()[axis];
  auto inverse = [&](SmallVector<Number> line) {
    line.front() = line.front().real();
    if (n % 2 == 0)
      line.back() = line.back().real();
    for (int64_t k = line.size(); k < n; ++k)
      line.push_back(std::conj(line[n - k]));
    return transformed(line, true);
  };
  forEachLine(x[0], y, Lines(x[0].shape(), axis, 2), Lines(y.shape(), axis, 1), inverse);
  return {y};
}

RuntimeCall DftC2rOp::runtimeCall() { return {"cotan_dft_c2r", {int64_t(getAxis())}}; }

Values DftC2rOp::vjp(RuleBuilder &b, ValueRange g) {
  const int64_t axis = getAxis();
  return {weighted(dft_r2c(b(g[0]), axis), axis, getOdd(), 1.0, 2.0)};
}
Values DftC2rOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
