// Functions of random.h that draw from what is given: categorical, permutation, choice.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/reproducible.h"

#include <cmath>
#include <limits>

using namespace cotan::trace;

namespace ct::random {
namespace {

/// The elements along an axis, each line in an order of its own: sorted by random bits, so often
/// that equal bits do not show.
Tensor shuffled(Tensor key, Tensor x, int64_t axis) {
  auto again = [&](const Tensor &, const Tensors &state) -> Tensors {
    Tensor keys = split(state[0]), order = argsort(bits(nthKey(keys, 1), shapeOf(x)), axis);
    return {nthKey(keys, 0), take_along_axis(state[1], order, axis)};
  };
  const double most = std::log(double(std::numeric_limits<uint32_t>::max()));
  if (anyOpen(openSizesOf(x))) {
    Tensor rounds = ceil(3 * log(astype(maximum(1, size(x)), DType::float64)) / most);
    return fori_loop(0, astype(rounds, DType::int64), again, Tensors{key, x})[1];
  }
  Tensors state = {key, x};
  const auto rounds = int(std::ceil(3 * std::log(double(std::max<int64_t>(1, x.size()))) / most));
  for (int i = 0; i < rounds; ++i)
    state = again(i, state);
  return state[1];
}

/// What is chosen from: of a number n, the numbers below it.
struct Population {
  Population(const Tensor &a, int64_t axis);
  Tensor places() const;
  Tensor at(const Tensor &places, const Shape &shape) const;

  Tensor a;
  bool isNumber;
  int64_t axis = 0, size;
};

Population::Population(const Tensor &given, int64_t along) : a(given), isNumber(given.ndim() == 0) {
  if (!isNumber) {
    axis = checkedAxis(along, a.ndim());
    size = openSizesOf(a)[axis];
    return;
  }
  if (isInexact(a.dtype()) || a.isTraced())
    refuse("a number must be an integer that is known before the program runs; give a "
           "tensor with axes for others");
  checkedAxis(along, 1);
  size = a.item<int64_t>();
  a = places();
}

Tensor Population::places() const { return iota({size}, 0); }

Tensor Population::at(const Tensor &places, const Shape &shape) const {
  if (isNumber)
    return reshape(places, shape);
  Shape sizes = shapeOf(a);
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, shape.begin(), shape.end());
  return reshape(take(a, ravel(places), axis), sizes);
}

/// As many different places along the last axis as there are elements in such a shape.
Tensor drawnOnce(const Tensor &key, const Tensor &logits, const Shape &shape) {
  const int64_t size = sizeAt(logits, logits.ndim() - 1), count = cotan::elementCount(shape);
  if (anyOpen(shape) || count > size)
    refuse("found " + std::to_string(count) + " draws without replacement from " +
           std::to_string(size) + " indices, but expected at most as many");
  return top_k(gumbel(key, shapeOf(logits), logits.dtype()) + logits, count).second;
}

/// Places drawn as likely as p says.
Tensor drawn(const Tensor &key, const Tensor &p, int64_t count, bool replace) {
  if (!replace) // Gumbel's way, of several at once
    return drawnOnce(key, log(p), {count});
  Tensor sums = cumsum(p, 0), total = index(sums, {-1});
  Tensor aims = total * (1 - uniform(key, {count, 1}, p.dtype()));
  return sum(astype(sums < aims, DType::int64), std::vector<int64_t>{1});
}

} // namespace

Tensor categorical(const Tensor &key, const Tensor &logits, int64_t axis,
                   const std::optional<Shape> &shape, bool replace) {
  const Called called("ct.random.categorical");
  int64_t along = checkedAxis(axis, logits.ndim());
  Shape batch = shapeOf(logits);
  batch.erase(batch.begin() + along);
  Shape sizes = shape.value_or(batch);
  int64_t more = int64_t(sizes.size()) - int64_t(batch.size());
  auto goesWith = [](int64_t size, int64_t wanted) {
    return size == 1 || mayBeEqual(size, wanted);
  };
  if (more < 0 || !std::equal(batch.begin(), batch.end(), sizes.begin() + more, goesWith))
    refuse("the shape " + printTuple(sizes) + " must end with " + printTuple(batch) +
           ", that of the logits without axis " + std::to_string(axis) + ", but for sizes of 1");
  needComputed(logits.dtype());
  DType type = isFloating(logits.dtype()) ? logits.dtype() : default_dtype();
  if (!replace) {
    Shape draws(sizes.begin(), sizes.begin() + more), each(sizes.begin() + more, sizes.end());
    each.push_back(openSizesOf(logits)[along]);
    Tensor all = broadcast_to(moveaxis(astype(logits, type), {along}, {-1}), each);
    return reshape(moveaxis(drawnOnce(key, all, draws), {-1}, {0}), sizes);
  }
  sizes.insert(sizes.begin() + more + along, openSizesOf(logits)[along]);
  return argmax(gumbel(key, sizes, type) + astype(logits, type), more + along);
}

Tensor permutation(const Tensor &key, const Tensor &x, int64_t axis, bool independent) {
  const Called called("ct.random.permutation");
  const Reproducible everywhere;
  Population all(x, axis);
  if (all.a.ndim() == 1 || independent)
    return shuffled(key, all.a, all.axis);
  return take(all.a, shuffled(key, all.places(), 0), all.axis);
}

Tensor choice(const Tensor &key, const Tensor &a, const Shape &shape, bool replace,
              const std::optional<Tensor> &p, int64_t axis) {
  const Called called("ct.random.choice");
  const Reproducible everywhere;
  Population all(a, axis);
  if (anyOpen(shape))
    refuse("the shape " + printTuple(shape) +
           " has a traced size, but it must be known when a function is compiled");
  int64_t count = cotan::elementCount(shape);
  if (count > 0 && !isOpen(all.size) && (all.size == 0 || (!replace && count > all.size)))
    refuse(std::to_string(count) + " of " + std::to_string(all.size) +
           " cannot be chosen; take fewer, or let one be chosen again by replace");
  if (p && !llvm::equal(openSizesOf(*p), llvm::ArrayRef<int64_t>{all.size}, mayBeEqual))
    refuse("p has shape " + printTuple(openSizesOf(*p)) + ", but there are " + printSize(all.size) +
           " to choose from; give one probability each");
  if (p)
    needComputed(p->dtype());
  if (p)
    return all.at(
        drawn(key, isFloating(p->dtype()) ? *p : astype(*p, default_dtype()), count, replace),
        shape);
  if (replace)
    return all.at(randint(key, {count}, 0, ct::size(all.a, all.axis)), shape);
  Tensor order = shuffled(key, all.places(), 0);
  return all.at(index(order, {Slice{{}, count, {}}}), shape);
}

} // namespace ct::random
