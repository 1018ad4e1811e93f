// Copies of tensors that differ at indices.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// For each element `x[indices]` has, where it is in the row of all elements of `x`. Out of range:
/// -1.
Tensor positions(const Tensor &x, const Indices &indices) {
  Tensor counted = reshape(arange(size(x)) + 1, shapeOf(x));
  return select(counted, indices, OutOfRange::zero) - 1;
}

/// The one mask there is, if it covers leading axes of `x` and the values are one for all.
std::optional<Tensor> wholeMask(const Tensor &x, const Indices &indices, const Tensor &values) {
  if (indices.size() != 1 || values.ndim() != 0)
    return {};
  auto *mask = std::get_if<Tensor>(&indices.front());
  if (!mask || mask->dtype() != DType::bool_ || mask->ndim() > x.ndim() ||
      !llvm::equal(openSizesOf(*mask), openSizesOf(x).take_front(mask->ndim()),
                   cotan::trace::mayBeEqual))
    return {};
  Shape wide = shapeOf(*mask);
  wide.resize(x.ndim(), 1);
  return reshape(*mask, wide);
}

/// What writes to `x[indices]`: `x` as one row of slices, where they are, and a value for each.
struct Slices {
  Tensor rows, places, values;
};

Slices slicesOf(const Tensor &x, const Indices &indices, const Tensor &values) {
  auto targets = targetsOf(x, indices);
  if (!targets)
    targets = {positions(x, indices), 0};
  const Shape sizes = shapeOf(x);
  Shape rows = {1}, shape = shapeOf(targets->places);
  for (int64_t axis = 0; axis < x.ndim() - targets->whole; ++axis)
    rows[0] = scaled(rows[0], sizes[axis]);
  for (int64_t axis = x.ndim() - targets->whole; axis < x.ndim(); ++axis) {
    rows.push_back(sizes[axis]);
    shape.push_back(sizes[axis]);
  }
  return {reshape(x, rows), targets->places, broadcast_to(astype(values, x.dtype()), shape)};
}

using Scatter = Tensor (*)(const Tensor &x, const Tensor &indices, const Tensor &updates,
                           int64_t axis, bool clip, const Typing &);

Tensor update(Scatter op, const Tensor &x, const Indices &indices, const Tensor &values) {
  auto [rows, places, updates] = slicesOf(x, indices, values);
  cotan::DType type = x.body()->dtype, types[] = {type, cotan::DType::i64, type};
  TensorType result = typeOf(x.dtype(), openSizesOf(rows));
  Tensor updated = op(rows, places, updates, /*axis=*/0, /*clip=*/false,
                      {.results = result, .operandTypes = types});
  return reshape(updated, shapeOf(x));
}

/// A copy with the elements at places that are known, if they are, and so are the values.
std::optional<Tensor> setKnown(const Tensor &x, const Indices &indices, const Tensor &values) {
  auto known = values.isTraced() ? std::nullopt : knownPlaces(x, indices);
  if (!known)
    return {};
  llvm::ArrayRef<int64_t> sizes = sizesOf(values), wanted = known->sizes;
  bool fits = sizes.size() <= wanted.size();
  for (size_t i = 0; fits && i < sizes.size(); ++i)
    fits = sizes[i] == 1 || sizes[i] == wanted[wanted.size() - sizes.size() + i];
  if (!fits)
    refuse("values of shape " + printTuple(sizes) + " do not go to elements of shape " +
           printTuple(wanted));
  cotan::Array all = x.body()->asArray(), given = astype(values, x.dtype()).body()->asArray();
  return outer(makeTensor(cotan::withElements(all, *known, given)));
}

/// Whether several of the elements may be at one place.
bool mayRepeat(const Index &index) {
  auto *places = std::get_if<Tensor>(&index);
  return places && places->dtype() != DType::bool_ && places->ndim() > 0;
}

/// Whether several of these are one place of `rows`.
Tensor anyRepeats(const Tensor &places, const Tensor &rows) {
  Tensor some = where(places < 0, size(rows, 0), places); // no place
  return any(add_at(zeros({shapeOf(rows)[0]}, DType::int64), {some}, int64_t(1)) > 1);
}

Tensor changeOneByOne(const Slices &slices, const Change &change) {
  Shape each = shapeOf(slices.values), one = {1};
  const int64_t axes = slices.places.ndim();
  for (int64_t axis = 0; axis < axes; ++axis)
    one[0] = scaled(one[0], each[axis]);
  one.insert(one.end(), each.begin() + axes, each.end());
  auto turn = [&](const Tensors &given) {
    const Tensor &rows = given[0], &place = given[1], &value = given[2];
    Tensor there = where(place < 0, size(rows, 0), place); // no place
    return Tensors{set_at(rows, {there}, change(index(rows, {there}), value))};
  };
  return scanFlat(turn, {slices.rows}, {ravel(slices.places), reshape(slices.values, one)})[0];
}

} // namespace

Tensor set_at(const Tensor &x, const Indices &indices, const Tensor &values) {
  const Called called("ct.set_at");
  if (auto mask = wholeMask(x, indices, values))
    return astype(where(*mask, astype(values, x.dtype()), x), x.dtype());
  if (auto known = setKnown(x, indices, values))
    return *known;
  return update(op::scatter, x, indices, values);
}

Tensor add_at(const Tensor &x, const Indices &indices, const Tensor &values) {
  const Called called("ct.add_at");
  if (x.dtype() == DType::bool_) // a sum of truth values is whether any holds, as in NumPy
    return add_at(astype(x, DType::int64), indices, astype(values, DType::int64)) != 0;
  if (auto mask = wholeMask(x, indices, values))
    return astype(where(*mask, x + astype(values, x.dtype()), x), x.dtype());
  if (!x.isTraced() && !values.isTraced() && knownPlaces(x, indices)) // each place is there once
    return set_at(x, indices, index(x, indices) + astype(values, x.dtype()));
  return update(op::scatter_add, x, indices, values);
}

Tensor change_at(const Tensor &x, const Indices &indices, const Tensor &values,
                 const Change &change, bool isUnique) {
  const Called called("ct.change_at");
  auto atOnce = [&] { return set_at(x, indices, change(index(x, indices), values)); };
  if (isUnique || llvm::none_of(indices, mayRepeat))
    return atOnce();
  const Slices slices = slicesOf(astype(x, x.dtype()), indices, values);
  auto oneByOne = [&] { return reshape(changeOneByOne(slices, change), shapeOf(x)); };
  Tensor repeats = anyRepeats(slices.places, slices.rows);
  if (!repeats.isTraced())
    return repeats.item<bool>() ? oneByOne() : atOnce();
  return cond(repeats, oneByOne, atOnce);
}

} // namespace ct
