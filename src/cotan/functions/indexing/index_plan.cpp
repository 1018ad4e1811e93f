#include "cotan/functions/indexing/index_plan.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_in_full.h"
#include "cotan/functions/operators.h"
#include "cotan/support/nonzero.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

/// Not 0, and of a magnitude that is a number, too.
static int64_t stepOf(const Slice &slice) {
  const int64_t step = slice.step.value_or(1);
  if (step == 0)
    throw ValueError(currentPlace() + "the step of a slice is 0");
  return std::max(step, -std::numeric_limits<int64_t>::max());
}

Range rangeOf(const Slice &slice, int64_t size) {
  const int64_t step = stepOf(slice);
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
  auto bound = [&](std::optional<int64_t> given, int64_t otherwise) {
    return given ? std::clamp(*given < 0 ? *given + size : *given, low, high) : otherwise;
  };
  const int64_t start = bound(slice.start, step < 0 ? high : low);
  const int64_t stop = bound(slice.stop, step < 0 ? low : high);
  const int64_t length = step < 0 ? start - stop : stop - start;
  return {start, length > 0 ? (length - 1) / std::abs(step) + 1 : 0, step};
}

namespace {

/// An index in full, axis by axis. First slices and integers are cut out, then new axes are put in,
/// then tensors pick.
class Selection {
public:
  Selection(const Tensor &x, const Indices &indices, OutOfRange outOfRange)
      : x(x), outOfRange(outOfRange) {
    for (const Index &index : indices) {
      auto *tensor = std::get_if<Tensor>(&index);
      hasArray |= tensor && tensor->ndim() > 0;
    }
    for (const Index &index : indices)
      std::visit([&](const auto &part) { add(part); }, index);
  }
  Tensor run();
  std::optional<Targets> targets();
  cotan::Strided known() const;

private:
  /// A tensor index: an axis of what is left of `x`, and the places along it.
  struct Picked {
    int64_t axis;
    Tensor places;
  };

  void add(int64_t place);
  void add(Slice part);
  void add(const Tensor &places);
  void add(Ellipsis) { isParted = !picks.empty(); } // even if it means no axis
  void add(NewAxis) { keep(-1, 1); }
  void keep(int64_t axis, int64_t size) {
    axes.push_back(axis);
    shape.push_back(size);
  }
  void cut(int64_t start, int64_t limit, int64_t stride, bool isReversed);
  int64_t size() { return openSizesOf(x)[starts.size()]; }
  void cutOpen(Slice part);
  Tensor pick(const Tensor &rest);
  Tensor placesOf(const Picked &picked, int64_t size, const Shape &common);
  Shape commonShape() const;
  /// Tensors' places stand first, which is where their axes go if other indices lie between them.
  Tensor inFront(const Tensor &picked, size_t rank);
  std::optional<int64_t> leftOf(int64_t axis) const;
  bool isWhole(int64_t axis) const;
  int64_t wholeAxes() const;
  Tensor alongAxis(int64_t axis, int64_t whole, const Shape &common, std::optional<Tensor> &inside);

  Tensor x;
  OutOfRange outOfRange;
  Shape starts, limits, strides; // of the axes of `x` so far
  std::vector<int64_t> reversed;
  bool isCut = false;        // `x` is not what it was
  Shape shape;               // of what is left
  std::vector<int64_t> axes; // of `x` that these are; -1 for new ones
  std::vector<Picked> picks;
  bool isApart = false;  // picks with something between them
  bool isParted = false; // what comes next, from the picks
  bool hasArray = false;
};

void Selection::cut(int64_t start, int64_t limit, int64_t stride, bool isReversed) {
  if (isReversed)
    reversed.push_back(starts.size());
  starts.push_back(start);
  limits.push_back(isOpen(limit) ? limit : std::max(start, limit));
  strides.push_back(stride);
}

void Selection::add(int64_t place) {
  if (isOpen(size()))
    return add(Tensor(place));
  if (place < -size() || place >= size())
    throw IndexError(currentPlace() + "index " + std::to_string(place) +
                     " is out of range for axis " + std::to_string(starts.size()) + " with size " +
                     std::to_string(size()));
  if (hasArray) // beside arrays, integers count as such: this decides where their axes go
    return add(Tensor(place));
  place = place < 0 ? place + size() : place;
  cut(place, place + 1, 1, false);
}

void Selection::add(Slice part) {
  if (isOpen(size()))
    return cutOpen(part);
  const auto [start, count, step] = rangeOf(part, size());
  keep(int64_t(starts.size()), count);
  if (count == 0) // neither place need be one of the axis
    return cut(0, 0, 1, false);
  const int64_t last = start + (count - 1) * step;
  if (step > 0)
    cut(start, last + 1, step, false);
  else
    cut(last, start + 1, -step, true);
}

/// A slice of an axis of open size: a block at places that are computed, then, as of any block, its
/// elements backwards or some of them.
void Selection::cutOpen(Slice part) {
  const int64_t axis = starts.size(), step = stepOf(part), stride = std::abs(step);
  isCut = part.start || part.stop || step != 1;
  if (part.start || part.stop) {
    Tensor n = outer(sizeTensor(size()));
    int64_t behind = step < 0; // backwards, a block ends behind the first place
    auto place = [&](std::optional<int64_t> given, const Tensor &otherwise) {
      return !given       ? otherwise
             : *given < 0 ? maximum(n + (*given + behind), 0)
                          : minimum(n - behind, *given) + behind;
    };
    if (step < 0)
      std::swap(part.start, part.stop);
    Tensor start = place(part.start, 0), count = maximum(place(part.stop, n) - start, 0);
    std::vector<Tensor> places(x.ndim(), Tensor(int64_t(0)));
    places[axis] = start;
    Shape sizes = openSizesOf(x).vec();
    sizes[axis] = sizeFrom(inner(count));
    x = dynamic_slice(x, places, sizes);
  }
  if (step < 0)
    x = flip(x, {{axis}});
  Tensor last = floor_divide(outer(sizeTensor(size())) - 1, stride);
  keep(axis, stride == 1 ? size() : sizeFrom(inner(last + 1)));
  cut(0, size(), stride, false);
}

void Selection::add(const Tensor &places) {
  if (isInexact(places.dtype()))
    throw IndexError(currentPlace() + "an index must be of integers or truth values, but found " +
                     nameOf(places.dtype()) + "; convert with astype(ct.int64)");
  int64_t axis = shape.size();
  isApart |= !picks.empty() && (isParted || picks.back().axis != axis - 1);
  picks.push_back({axis, places});
  keep(int64_t(starts.size()), size());
  cut(0, size(), 1, false);
}

/// From the front and within the size, in the shape all picks have together.
Tensor Selection::placesOf(const Picked &picked, int64_t size, const Shape &common) {
  Tensor places = astype(picked.places, DType::int64);
  if (!places.isTraced() && places.ndim() == 0) {
    int64_t place = places.item<int64_t>();
    places = place < 0 ? outer(sizeTensor(size)) + place : Tensor(place);
  } else {
    places = where(places < 0, places + outer(sizeTensor(size)), places);
  }
  return broadcast_to(astype(places, DType::int64), common);
}

Shape Selection::commonShape() const {
  std::vector<Tensor> all;
  for (const Picked &picked : picks)
    all.push_back(picked.places);
  llvm::SmallVector<int64_t, 4> sizes = broadcastSizes(all);
  return Shape(sizes.begin(), sizes.end());
}

Tensor Selection::inFront(const Tensor &picked, size_t rank) {
  if (picks.empty() || isApart || picks[0].axis == 0)
    return picked;
  std::vector<int64_t> source, destination;
  for (size_t i = 0; i < rank; ++i) {
    source.push_back(i);
    destination.push_back(picks[0].axis + int64_t(i));
  }
  return moveaxis(picked, source, destination);
}

Tensor Selection::pick(const Tensor &rest) {
  std::vector<int64_t> chosen, front;
  for (const Picked &picked : picks) {
    front.push_back(chosen.size());
    chosen.push_back(picked.axis);
  }
  const Shape common = commonShape();
  std::vector<Tensor> tuples;
  for (const Picked &picked : picks)
    tuples.push_back(placesOf(picked, openSizesOf(rest)[picked.axis], common));
  for (const Picked &picked : picks)
    if (openSizesOf(rest)[picked.axis] == 0 && !llvm::is_contained(common, 0) &&
        outOfRange == OutOfRange::nearest)
      throw IndexError(currentPlace() +
                       "an index chooses from an axis without elements, of shape " +
                       printTuple(openSizesOf(x)));
  const bool clip = outOfRange == OutOfRange::nearest;
  const Typing typing{.isWeak = rest.isWeak()};
  // One axis is read by a simpler operation, which also leaves the new chosen where they belong.
  if (picks.size() == 1)
    return op::take(rest, tuples[0], chosen[0], clip, /*last_only=*/false, typing);
  Tensor picked = op::gather_nd(moveaxis(rest, chosen, front), stack(tuples, -1), clip,
                                /*last_only=*/false, typing);
  return inFront(picked, common.size());
}

cotan::Strided Selection::known() const {
  cotan::Strided places;
  auto apart = cotan::stridesOf(openSizesOf(x));
  for (int64_t i = 0; i < x.ndim(); ++i) {
    const bool isReversed = llvm::is_contained(reversed, i);
    places.start += (isReversed ? limits[i] - 1 : starts[i]) * apart[i];
    apart[i] *= isReversed ? -strides[i] : strides[i];
  }
  for (auto [size, axis] : llvm::zip_equal(shape, axes)) {
    places.sizes.push_back(size);
    places.strides.push_back(axis < 0 ? 0 : apart[axis]);
  }
  if (llvm::is_contained(shape, 0))
    places.start = 0;
  return places;
}

Tensor Selection::run() {
  Tensor rest = x;
  bool isWhole = true;
  for (int64_t i = 0; i < x.ndim(); ++i)
    isWhole &= starts[i] == 0 && limits[i] == openSizesOf(x)[i] && strides[i] == 1;
  if (!isWhole)
    rest = slice(rest, starts, limits, strides);
  if (!reversed.empty())
    rest = flip(rest, reversed);
  rest = reshape(rest, shape);
  return picks.empty() ? rest : pick(rest);
}

//--- where the elements are

/// Which axis of what is left this one of `x` is; none for an integer's.
std::optional<int64_t> Selection::leftOf(int64_t axis) const {
  auto found = llvm::find(axes, axis);
  return found == axes.end() ? std::nullopt : std::optional<int64_t>(found - axes.begin());
}

bool Selection::isWhole(int64_t axis) const {
  auto isPicked = [&](const Picked &picked) { return picked.axis == leftOf(axis); };
  return leftOf(axis) && starts[axis] == 0 && limits[axis] == openSizesOf(x)[axis] &&
         strides[axis] == 1 && !llvm::is_contained(reversed, axis) &&
         llvm::none_of(picks, isPicked);
}

/// How many of the last axes are taken whole, and stay the last ones.
int64_t Selection::wholeAxes() const {
  int64_t whole = 0;
  while (whole < x.ndim() && isWhole(x.ndim() - 1 - whole) &&
         leftOf(x.ndim() - 1 - whole) == int64_t(shape.size()) - 1 - whole)
    ++whole;
  return whole;
}

/// The places along one axis of `x`, in a shape that goes with those along the others: first the
/// axes of tensors' places, then those that are left.
Tensor Selection::alongAxis(int64_t axis, int64_t whole, const Shape &common,
                            std::optional<Tensor> &inside) {
  Shape wide(common.size(), 1);
  const std::optional<int64_t> left = leftOf(axis);
  if (!left)
    return Tensor(starts[axis]);
  for (int64_t i = 0; i < int64_t(shape.size()) - whole; ++i) {
    if (llvm::none_of(picks, [&](const Picked &picked) { return picked.axis == i; }))
      wide.push_back(i == *left ? shape[i] : 1);
    else if (i == *left)
      std::copy(common.begin(), common.end(), wide.begin());
  }
  auto picked = llvm::find_if(picks, [&](const Picked &at) { return at.axis == *left; });
  if (picked == picks.end()) {
    Tensor places = iota({shape[*left]}, 0) * strides[axis] + starts[axis];
    return reshape(llvm::is_contained(reversed, axis) ? flip(places, {{0}}) : places, wide);
  }
  const int64_t size = openSizesOf(x)[axis];
  Tensor places = placesOf(*picked, size, common);
  Tensor isThere = (places >= 0) & (places < outer(sizeTensor(size)));
  if (x.ndim() - whole > 1) // out of range of a single axis, a place is none of the row
    inside = inside ? *inside & reshape(isThere, wide) : reshape(isThere, wide);
  return reshape(places, wide);
}

std::optional<Targets> Selection::targets() {
  if (isCut)
    return {};
  Targets targets{Tensor(int64_t(0)), wholeAxes()}; // all of x is one slice
  const Shape common = picks.empty() ? Shape() : commonShape();
  std::optional<Tensor> inside;
  for (int64_t axis = 0; axis < x.ndim() - targets.whole; ++axis) {
    Tensor along = alongAxis(axis, targets.whole, common, inside);
    targets.places =
        axis == 0 ? along : targets.places * outer(sizeTensor(openSizesOf(x)[axis])) + along;
  }
  if (inside)
    targets.places = where(*inside, targets.places, int64_t(-1));
  Shape wide = common; // also of axes that no places vary along
  for (int64_t i = 0; i < int64_t(shape.size()) - targets.whole; ++i)
    if (llvm::none_of(picks, [&](const Picked &picked) { return picked.axis == i; }))
      wide.push_back(shape[i]);
  targets.places = inFront(broadcast_to(targets.places, wide), common.size());
  return targets;
}

} // namespace

std::optional<Targets> targetsOf(Tensor x, Indices indices) {
  giveAxesToMasks(x, indices);
  return Selection(x, inFull(x, indices), OutOfRange::zero).targets();
}

std::optional<cotan::Strided> knownPlaces(const Tensor &x, const Indices &indices) {
  auto isTensor = [](const Index &index) { return std::holds_alternative<Tensor>(index); };
  if (x.isTraced() || llvm::any_of(indices, isTensor))
    return {};
  return Selection(x, inFull(x, indices), OutOfRange::nearest).known();
}

/// The only index, if it is a mask that fits and both it and x are known.
static const Tensor *onlyMask(const Tensor &x, const Indices &indices) {
  auto *mask = indices.size() == 1 ? std::get_if<Tensor>(&indices.front()) : nullptr;
  const bool fits = mask && mask->dtype() == DType::bool_ && !mask->isTraced() && !x.isTraced() &&
                    mask->ndim() <= x.ndim() &&
                    sizesOf(*mask) == sizesOf(x).take_front(mask->ndim());
  return fits ? mask : nullptr;
}

Tensor select(Tensor x, Indices indices, OutOfRange outOfRange) {
  giveAxesToMasks(x, indices);
  if (auto known = knownPlaces(x, indices)) // no code is needed to cut
    return outer(makeTensor(cotan::elementsAt(x.body()->asArray(), *known), x.isWeak()));
  if (auto *mask = onlyMask(x, indices))
    return outer(
        makeTensor(cotan::slicesWhere(x.body()->asArray(), mask->body()->asArray()), x.isWeak()));
  return Selection(x, inFull(x, indices), outOfRange).run();
}

} // namespace ct
