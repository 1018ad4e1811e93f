#include "cotan/functions/random/rejection.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::random {

Tensor firstAccepted(const Tensor &key, const Tensor &isOpen, const Tensor &initial,
                     const std::function<Proposal(const Tensor &key)> &propose) {
  auto isLeft = [](const Tensors &state) -> Tensors { return {any(state[1])}; };
  auto turn = [&](const Tensors &state) -> Tensors {
    Tensor keys = split(state[0]);
    auto [sample, isAccepted] = propose(nthKey(keys, 1));
    Tensor isTaken = logical_and(state[1], isAccepted);
    return {nthKey(keys, 0), logical_and(state[1], logical_not(isAccepted)),
            stop_gradient(where(isTaken, sample, state[2]))};
  };
  return whileLoopFlat(isLeft, turn, {key, isOpen, stop_gradient(initial)})[2];
}

Tensor inverted(const Tensor &key, const Tensor &first,
                const std::function<Tensor(const Tensor &k)> &ratio) {
  const Tensor aim = uniform(key, shapeOf(first), DType::float64);
  auto isBelow = [&](const Tensor &sum) { return sum <= aim; };
  auto isLeft = [&](const Tensors &state) -> Tensors {
    return {logical_and(any(isBelow(state[3])), state[0] < 200)};
  };
  auto turn = [&](const Tensors &state) -> Tensors {
    Tensor turns = state[0] + 1, isNext = isBelow(state[3]);
    Tensor chance = state[2] * ratio(astype(turns, DType::float64));
    return {turns, where(isNext, astype(turns, DType::float64), state[1]), chance,
            where(isNext, state[3] + chance, state[3])};
  };
  Tensor chance = stop_gradient(first);
  return whileLoopFlat(isLeft, turn,
                       {astype(Tensor(0), DType::int64), zeros_like(chance), chance, chance})[1];
}

DType computedIn(DType dtype) { return dtype == DType::float64 ? dtype : DType::float32; }

Shape sizesOfSamples(const std::optional<Shape> &shape, std::initializer_list<Tensor> parameters) {
  std::span all(parameters.begin(), parameters.size());
  auto together = broadcastSizes(all);
  if (!shape)
    return Shape(together.begin(), together.end());
  needSizes(*shape);
  const size_t more = shape->size() - std::min(shape->size(), together.size());
  auto fits = [](int64_t size, int64_t given) { return size == 1 || mayBeEqual(size, given); };
  if (together.size() > shape->size() ||
      !std::equal(together.begin(), together.end(), shape->begin() + more, fits))
    refuse("the parameters have shape " + printTuple(together) +
           ", which does not fit samples of shape " + printTuple(*shape) +
           "; give a shape that they can be broadcast to");
  return *shape;
}

Tensor parameterOf(const Tensor &x, DType dtype) {
  needComputed(x.dtype());
  return astype(astype(x, dtype), computedIn(dtype));
}

Tensor forEach(const Tensor &parameter, const Shape &sizes, DType dtype) {
  return broadcast_to(astype(parameter, dtype), sizes);
}

Tensor sumInOrder(const Tensor &x) {
  constexpr int64_t mostUnrolled = 8;
  const int64_t count = openSizesOf(x).back();
  if (count == 0)
    return sum(x, std::vector<int64_t>{-1});
  if (!isOpen(count) && count <= mostUnrolled) {
    Tensor total = index(x, {ellipsis, 0});
    for (int64_t i = 1; i < count; ++i)
      total = total + index(x, {ellipsis, i});
    return total;
  }
  Tensor sums = cumsum(astype(x, DType::float64), -1);
  if (isOpen(count)) { // and none, perhaps
    Shape sizes = shapeOf(x);
    sizes.back() = 1;
    sums = concatenate({zeros(sizes, DType::float64), sums}, -1);
  }
  return astype(index(sums, {ellipsis, -1}), x.dtype());
}

void needFloat(DType dtype) {
  needComputed(dtype);
  if (!isFloating(dtype))
    refuse<TypeError>("gives floating-point numbers, not " + nameOf(dtype));
}

void needWhole(DType dtype) {
  needComputed(dtype);
  if (isInexact(dtype) || dtype == DType::bool_)
    refuse<TypeError>("gives integers, not " + nameOf(dtype));
}

Tensor nthKey(const Tensor &keys, int64_t i) { return index(keys, {i}); }

} // namespace ct::random
