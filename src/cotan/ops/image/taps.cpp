#include "cotan/ops/image/taps.h"

#include "cotan/ops/reduction/axes.h"

using namespace mlir;

namespace cotan {

//--- Windows

SmallVector<SpatialWindows> WindowNumbers::from(int64_t first) const {
  SmallVector<SpatialWindows> all;
  for (size_t i = 0; i < window.size(); ++i)
    all.push_back({first + int64_t(i), window[i], strides[i], dilations.empty() ? 1 : dilations[i],
                   low[i], high[i]});
  return all;
}

LogicalResult verifyWindowNumbers(std::optional<Location> loc, const WindowNumbers &numbers,
                                  int64_t rank, int64_t others) {
  constexpr int64_t most = int64_t(1) << 61; // sums of a few such numbers have 63 bits
  const size_t axes = numbers.window.size();
  if (axes == 0 || rank < int64_t(axes) + others)
    return emitOptionalError(loc, "a window of ", axes, " axes does not fit in x of ", rank,
                             " axes, of which the last one holds channels");
  std::pair<StringRef, ArrayRef<int64_t>> lists[] = {{"window", numbers.window},
                                                     {"strides", numbers.strides},
                                                     {"dilations", numbers.dilations},
                                                     {"low", numbers.low},
                                                     {"high", numbers.high}};
  for (auto [i, list] : llvm::enumerate(lists)) {
    auto [name, values] = list;
    if (values.size() != axes && !(values.empty() && name == "dilations"))
      return emitOptionalError(loc, name, " has ", values.size(), " numbers, but the window has ",
                               axes, "; give one per spatial axis");
    const int64_t least = i < 3 ? 1 : 0;
    for (int64_t value : values)
      if (value < least || value > most)
        return emitOptionalError(loc, name, " holds ", value, ", but must be from ", least, " to ",
                                 most);
  }
  for (const SpatialWindows &windows : numbers.from(0))
    if (__int128(windows.count - 1) * windows.dilation >= most)
      return emitOptionalError(loc, "a window of ", windows.count, " elements, ", windows.dilation,
                               " apart, spans more than any tensor has");
  return success();
}

LogicalResult verifySpatialSizes(std::optional<Location> loc, ArrayRef<int64_t> sizes,
                                 int64_t rank) {
  if (sizes.empty() || rank < int64_t(sizes.size()) + 1)
    return emitOptionalError(loc, "sizes of ", sizes.size(), " axes do not fit x of ", rank,
                             " axes, of which the last one holds channels");
  for (int64_t size : sizes)
    if (size < 1)
      return emitOptionalError(loc, "size ", size, " of the result must be at least 1");
  return success();
}

Size windowPlaces(SizeRules &rules, const SpatialWindows &windows, const Size &size) {
  Size padded = size + (windows.low + windows.high);
  rules.require(padded <= std::numeric_limits<int64_t>::max(),
                "axis " + Twine(windows.axis) + " would have too many elements with its padding");
  rules.require(windows.span() <= padded, "a window that spans " + Twine(windows.span()) +
                                              " elements does not fit along axis " +
                                              Twine(windows.axis));
  return (padded - windows.span()) / windows.stride + 1;
}

AxisSize windowPlaces(RuleBuilder &b, const SpatialWindows &windows, const AxisSize &size) {
  const int64_t added = windows.low + windows.high - windows.span();
  if (!ShapedType::isDynamic(size.known))
    return knownSize(b, (size.known + added) / windows.stride + 1);
  Expr rest = size.vector + b.integers({added});
  return {ShapedType::kDynamic, where(rest < 0.0, rest, rest / b.integers({windows.stride}) + 1.0)};
}

Expr windowElements(RuleBuilder &b, const SpatialWindows &windows, const AxisSize &places) {
  Expr starts = countTo(b, places) * b.integers({windows.stride}) - b.integers({windows.low});
  Expr steps = countTo(b, knownSize(b, windows.count)) * b.integers({windows.dilation});
  return asRows(starts) + asColumns(steps);
}

Expr takeWindows(const Expr &x, ArrayRef<SpatialWindows> all) {
  RuleBuilder &b = x.builder();
  Expr y = x;
  for (const SpatialWindows &windows : llvm::reverse(all)) { // those before it stay where they are
    AxisSize places = windowPlaces(b, windows, sizeAlong(y, windows.axis));
    y = take(y, windowElements(b, windows, places), windows.axis, /*clip=*/false);
  }
  return y;
}

//--- Numbers for places

AxisSize knownSize(RuleBuilder &b, int64_t size) { return {size, b.integers({size})}; }

Expr countTo(RuleBuilder &b, const AxisSize &size) {
  auto type = RankedTensorType::get({size.known}, size.vector.elementType());
  return iota(b, type, 0, type.hasStaticShape() ? Expr() : size.vector);
}

Expr asRows(const Expr &x) { return expand_dims(x, {1}); }
Expr asColumns(const Expr &y) { return expand_dims(y, {0}); }

Expr besideAxis(const Expr &numbers, int64_t axis, int64_t rank) {
  auto own = llvm::to_vector(llvm::seq<int64_t>(axis, axis + numbers.rank()));
  return expand_dims(numbers, otherAxes(rank, own));
}

//--- Parts of an axis

Cells cellsOf(RuleBuilder &b, const AxisSize &size, const AxisSize &places) {
  Expr place = countTo(b, places), one = b.integers({1});
  Expr begins = place * size.vector / places.vector;
  Expr ends = ((place + one) * size.vector + places.vector - one) / places.vector;
  Expr rest = remainder(size.vector, places.vector), whole = size.vector / places.vector;
  Cells cells{begins, ends, {ShapedType::kDynamic, where(rest > 0.0, whole + 2.0, whole)}};
  if (!ShapedType::isDynamic(size.known) && !ShapedType::isDynamic(places.known)) {
    const int64_t most = size.known / places.known + (size.known % places.known ? 2 : 0);
    cells.longest = knownSize(b, most);
  }
  return cells;
}

Expr meanOfCells(const Expr &x, int64_t axis, const AxisSize &places) {
  RuleBuilder &b = x.builder();
  const int64_t size = x.sizes()[axis], known = places.known;
  if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(known) && size % known == 0)
    return mean(splitAxis(x, axis, known), axis + 1);
  Expr given = withAtLeast(x, axis, 1);
  Cells cells = cellsOf(b, sizeAlong(given, axis), places);
  Expr at = asRows(cells.begins) + asColumns(countTo(b, cells.longest));
  Expr isInside = besideAxis(at < asRows(cells.ends), axis, x.rank() + 1);
  Expr total = sum(where(isInside, take(given, at, axis), 0.0), axis + 1);
  Expr counts = castTo(cells.ends - cells.begins, x.elementType());
  return total / besideAxis(counts, axis, x.rank());
}

} // namespace cotan
