// A place p meets, with element k of the kernel, the position p stride + k dilation - low of x
// spread out by L, which is an element of x if L divides it.
#include "cotan/runtime/kernels/conv_phases.h"

#include <numeric>

namespace cotan {
namespace {

/// Every `step`-th from `first` on.
struct Every {
  int64_t first, step;
};

struct AxisPhase {
  SpatialAxis axis;
  Every places, elements;
};

/// How many of `count` there are.
int64_t countOf(const Every &every, int64_t count) {
  return every.first >= count ? 0 : (count - 1 - every.first) / every.step + 1;
}

/// Places from `place` on, as many apart as meet the same elements of the kernel.
AxisPhase phaseFrom(const SpatialAxis &axis, int64_t place, int64_t step) {
  const int64_t spread = axis.lhsDilation;
  const int64_t apart = spread / std::gcd(axis.rhsDilation, spread);
  auto position = [&](int64_t k) { return place * axis.stride + k * axis.rhsDilation - axis.low; };
  Every elements{0, apart};
  while (elements.first < std::min(apart, axis.kernel) && position(elements.first) % spread != 0)
    ++elements.first;
  if (elements.first == apart)
    elements.first = axis.kernel; // there are none
  AxisPhase phase{axis, {place, step}, elements};
  phase.axis.stride =
      std::max<int64_t>(1, axis.stride * step / spread); // of one place it is nothing
  phase.axis.low = -position(elements.first) / spread;
  phase.axis.lhsDilation = 1;
  phase.axis.rhsDilation = axis.rhsDilation * apart / spread;
  phase.axis.kernel = countOf(elements, axis.kernel);
  phase.axis.places = countOf(phase.places, axis.places);
  return phase;
}

int64_t phaseCount(const SpatialAxis &axis) {
  return std::min(axis.places, axis.lhsDilation / std::gcd(axis.stride, axis.lhsDilation));
}

/// The numbers, in the whole, of all that are every so often along each axis.
std::vector<int64_t> numbersOf(const Convolution &whole, const std::vector<AxisPhase> &phases,
                               Every AxisPhase::*every, int64_t SpatialAxis::*size) {
  std::vector<int64_t> numbers = {0};
  for (size_t i = 0; i < phases.size(); ++i) {
    std::vector<int64_t> longer;
    for (int64_t number : numbers)
      for (int64_t j = 0; j < phases[i].axis.*size; ++j)
        longer.push_back(number * whole.axes[i].*size + (phases[i].*every).first +
                         j * (phases[i].*every).step);
    numbers = std::move(longer);
  }
  return numbers;
}

Phase phaseOf(const Convolution &whole, const std::vector<AxisPhase> &axes) {
  Phase phase{whole, numbersOf(whole, axes, &AxisPhase::places, &SpatialAxis::places),
              numbersOf(whole, axes, &AxisPhase::elements, &SpatialAxis::kernel)};
  phase.conv.kernelSize = int64_t(phase.elements.size());
  phase.conv.places = int64_t(phase.places.size());
  for (size_t i = 0; i < axes.size(); ++i)
    phase.conv.axes[i] = axes[i].axis;
  return phase;
}

} // namespace

std::vector<Phase> phasesOf(const Convolution &conv) {
  constexpr int64_t most = 64; // each costs time of its own
  int64_t count = 1;
  for (const SpatialAxis &axis : conv.axes) {
    count *= std::min(phaseCount(axis), most + 1);
    if (count > most)
      return {};
  }
  std::vector<Phase> phases;
  for (int64_t number = 0; conv.isSpread() && number < count; ++number) {
    std::vector<AxisPhase> axes;
    int64_t left = number;
    for (const SpatialAxis &axis : conv.axes) {
      axes.push_back(phaseFrom(axis, left % phaseCount(axis), phaseCount(axis)));
      left /= phaseCount(axis);
    }
    phases.push_back(phaseOf(conv, axes));
  }
  return phases;
}

} // namespace cotan
