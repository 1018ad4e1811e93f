#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/reproducible.h"

#include <cmath>
#include <numbers>

using namespace cotan::trace;

namespace ct::random {
namespace {

constexpr DType countedIn = DType::float64;
constexpr double few = 10; // to here inversion takes fewer turns

/// Stirling's remainder of log(k!): by the formula k log(k) - k + log(2 pi k) / 2.
Tensor stirlingRest(const Tensor &k) {
  Tensor isSmall = k < 10, small = where(isSmall, maximum(k, 1), 1), large = where(isSmall, 10, k);
  Tensor factorial = 1;
  for (int64_t i = 2; i < 10; ++i)
    factorial = factorial * where(small >= i, double(i), 1);
  Tensor exact =
      log(factorial) - (small * log(small) - small) - log(2 * std::numbers::pi * small) / 2;
  Tensor q = 1 / (large * large);
  Tensor series = (1 / 12.0 - q * (1 / 360.0 - q * (1 / 1260.0 - q / 1680))) / large;
  return where(isSmall, exact, series);
}

/// x log(x / mean) + mean - x, of which the first terms cancel.
Tensor deviance(const Tensor &x, const Tensor &mean) {
  Tensor apart = (x - mean) / mean;
  return mean * ((1 + apart) * log1p(apart) - apart);
}

/// The logarithm of the Poisson distribution's probability of k >= 0, without the difference of
/// large numbers.
Tensor logPoisson(const Tensor &k, const Tensor &mean) {
  Tensor positive = maximum(k, 1);
  Tensor inside =
      -deviance(positive, mean) - stirlingRest(positive) - log(2 * std::numbers::pi * positive) / 2;
  return where(k == 0, -mean, inside);
}

/// The same of the binomial distribution of n trials, by Loader's way (2000).
Tensor logBinomial(const Tensor &k, const Tensor &n, const Tensor &p) {
  Tensor rest = n - k, q = 1 - p;
  Tensor inner = clip(k, 1, maximum(n - 1, 1)), other = maximum(n - inner, 1);
  Tensor inside = stirlingRest(n) - stirlingRest(inner) - stirlingRest(other) -
                  deviance(inner, n * p) - deviance(other, n * q) +
                  log(n / (2 * std::numbers::pi * inner * other)) / 2;
  return where(k == 0, n * log1p(-p), where(rest == 0, n * log(p), inside));
}

/// Hörmann's transformed rejection, of the binomial distribution for n p >= 10, and of the Poisson
/// distribution as its limit, where p is 0. `most`: n. `logChance` is that of k.
struct Transformed {
  Tensor mean, deviation, mode, most, p;
  std::function<Tensor(const Tensor &k)> logChance;

  Tensor sample(const Tensor &key, const Tensor &isOpen, const Shape &sizes) const {
    Tensor b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
    Tensor height = logChance(mode), alpha = (2.83 + 5.1 / b) * deviation;
    auto propose = [&](const Tensor &turn) {
      Tensor both = split(turn), u = uniform(nthKey(both, 0), sizes, countedIn) - 0.5;
      Tensor v = uniform(nthKey(both, 1), sizes, countedIn), side = 0.5 - abs(u);
      Tensor k = floor((2 * a / side + b) * u + mean + 0.5);
      Tensor isInside = logical_and(k >= 0, k <= most);
      Tensor aim = log(v * alpha / (a / (side * side) + b));
      return Proposal{k, logical_and(isInside, aim <= logChance(clip(k, 0, most)) - height)};
    };
    return firstAccepted(key, isOpen, zeros_like(mean), propose);
  }
};

Tensor poissonOf(const Tensor &key, const Tensor &mean, const Shape &sizes) {
  Tensor isFew = mean < few, keys = split(key);
  Tensor small = where(isFew, mean, 0), large = where(isFew, few, mean);
  Tensor isMany = logical_and(mean >= few, isfinite(mean));
  Transformed many{
      large, sqrt(large), floor(large), full_like(large, INFINITY), 0, [&](const Tensor &k) {
        return logPoisson(k, large);
      }};
  Tensor by = inverted(nthKey(keys, 0), exp(-small), [&](const Tensor &k) { return small / k; });
  return where(isFew, by, many.sample(nthKey(keys, 1), isMany, sizes));
}

/// Of p no more than a half.
Tensor binomialOf(const Tensor &key, const Tensor &n, const Tensor &p, const Shape &sizes) {
  Tensor mean = n * p, isFew = mean < few, isMany = mean >= few, keys = split(key);
  Tensor small = where(isFew, p, 0), count = where(isMany, n, 4 * few),
         chance = where(isMany, p, 0.5);
  Tensor odds = small / (1 - small), expected = count * chance;
  Transformed many{expected,
                   sqrt(expected * (1 - chance)),
                   floor((count + 1) * chance),
                   count,
                   chance,
                   [&](const Tensor &k) { return logBinomial(k, count, chance); }};
  Tensor by = inverted(nthKey(keys, 0), exp(n * log1p(-small)),
                       [&](const Tensor &k) { return odds * (n - k + 1) / k; });
  return where(isFew, minimum(by, n), many.sample(nthKey(keys, 1), isMany, sizes));
}

} // namespace

Tensor poisson(const Tensor &key, const Tensor &lam, const std::optional<Shape> &shape,
               DType dtype) {
  const Called called("ct.random.poisson");
  const Reproducible everywhere;
  needWhole(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {lam});
  Tensor mean = stop_gradient(forEach(lam, sizes, countedIn));
  Tensor isKnown = logical_and(mean >= 0, isfinite(mean));
  return astype(where(isKnown, poissonOf(key, where(isKnown, mean, 0), sizes), -1), dtype);
}

Tensor binomial(const Tensor &key, const Tensor &n, const Tensor &p,
                const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.binomial");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {n, p});
  Tensor count = stop_gradient(floor(forEach(n, sizes, countedIn)));
  Tensor chance = stop_gradient(forEach(p, sizes, countedIn));
  Tensor isKnown =
      logical_and(logical_and(count >= 0, isfinite(count)), logical_and(chance >= 0, chance <= 1));
  count = where(isKnown, count, 0), chance = where(isKnown, chance, 0);
  Tensor isRare = chance <= 0.5;
  Tensor rarer = binomialOf(key, count, where(isRare, chance, 1 - chance), sizes);
  return astype(where(isKnown, where(isRare, rarer, count - rarer), NAN), dtype);
}

Tensor multinomial(const Tensor &key, const Tensor &n, const Tensor &p,
                   const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.multinomial");
  needFloat(dtype);
  needKey(key);
  if (p.ndim() == 0)
    refuse("p is a number, but expected a vector of probabilities");
  const std::vector<int64_t> last = {-1};
  const Shape sizes = sizesOfSamples(shape, {n, sum(p, last)});
  Tensor chances = stop_gradient(astype(moveaxis(p, last, {0}), countedIn));
  Tensor rest = flip(cumsum(flip(chances, {{0}}), 0), {{0}}), isGone = rest == 0;
  auto turn = [&](const Tensors &state) -> Tensors { // key, trials that are left, share of them
    Tensor keys = split(state[0]);
    Tensor count = binomial(nthKey(keys, 1), state[1], state[2], sizes, countedIn);
    return {nthKey(keys, 0), state[1] - count, count};
  };
  Tensor trials = stop_gradient(floor(forEach(n, sizes, countedIn)));
  Tensor shares = where(isGone, 0, chances / where(isGone, 1, rest));
  Tensor counts = moveaxis(scanFlat(turn, {key, trials}, {shares})[2], {0}, last);
  Tensor isKnown = logical_and(all(chances >= 0, std::vector<int64_t>{0}), trials >= 0);
  return astype(where(expand_dims(isKnown, last), counts, NAN), dtype);
}

Tensor geometric(const Tensor &key, const Tensor &p, const std::optional<Shape> &shape,
                 DType dtype) {
  const Called called("ct.random.geometric");
  const Reproducible everywhere;
  needWhole(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {p});
  Tensor chance = stop_gradient(forEach(p, sizes, countedIn));
  Tensor isKnown = logical_and(chance > 0, chance <= 1);
  Tensor trials = floor(log1p(-uniform(key, sizes, countedIn)) / log1p(-where(isKnown, chance, 1)));
  return astype(where(isKnown, 1 + trials, -1), dtype);
}

} // namespace ct::random
