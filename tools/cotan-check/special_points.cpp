#include "special_points.h"

#include "cotan/ir/types.h"
#include "cotan/transforms/decompose.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr size_t mostConstants = 4; // of a program, that are tried

void addNumber(SmallVectorImpl<double> &numbers, double value) {
  if ((value == 0 || std::fabs(value) >= 1e-3) && std::fabs(value) <= 100 &&
      !llvm::is_contained(numbers, value))
    numbers.push_back(value);
}

/// 0, 1, -1, and the first numbers that the program and what its ops mean are written with: a
/// formula may change there.
SmallVector<double> specialNumbers(const Sample &sample) {
  SmallVector<double> numbers = {0, 1, -1}, constants;
  Program meaning = sample.derivative()->primal.clone();
  if (failed(decompose(meaning.module())))
    return numbers;
  for (const Program *program : {&sample.derivative()->primal, &std::as_const(meaning)})
    program->function().walk([&](Operation *op) {
      SplatElementsAttr splat;
      if (matchPattern(op, m_Constant(&splat)) && isa<FloatType>(splat.getElementType()))
        addNumber(constants, splat.getSplatValue<APFloat>().convertToDouble());
      for (NamedAttribute attribute : op->getAttrs())
        if (auto number = dyn_cast<FloatAttr>(attribute.getValue()))
          addNumber(constants, number.getValueAsDouble());
    });
  for (double value : ArrayRef(constants).take_front(mostConstants))
    addNumber(numbers, value);
  return numbers;
}

/// Sets elements of copies of the arguments that are differentiated.
class PointMaker {
public:
  explicit PointMaker(const Sample &sample) : sample(sample), wrt(sample.derivative()->wrt) {}

  /// `number(k, i)` is element i of the k-th of these arguments; nothing leaves it as it is.
  template <typename F> void add(const Twine &name, F number) {
    SpecialPoint point{name.str(), sample.inputs()};
    bool isNew = false;
    for (auto [k, argument] : llvm::enumerate(wrt)) {
      Array &array = point.inputs[argument];
      Array copy(DType::f64, array.shape());
      for (auto [i, to] : llvm::enumerate(copy.mutableValues<double>())) {
        std::optional<double> value = number(k, i);
        isNew = isNew || value;
        to = value.value_or(array.asDouble(i));
      }
      array = copy;
    }
    if (isNew && !isKnown(point)) // few elements are all of them
      points.push_back(std::move(point));
  }

  std::vector<SpecialPoint> points;

private:
  bool isKnown(const SpecialPoint &point) const {
    return llvm::any_of(points, [&](const SpecialPoint &other) {
      return llvm::all_of(wrt, [&](unsigned argument) {
        return llvm::equal(point.inputs[argument].values<double>(),
                           other.inputs[argument].values<double>());
      });
    });
  }

  const Sample &sample;
  const Positions &wrt;
};

/// Something that is not special itself.
double firstNumber(const Sample &sample) {
  for (unsigned argument : sample.derivative()->wrt)
    if (const Array &array = sample.inputs()[argument]; array.size() > 0)
      return array.asDouble(0);
  return 0.5;
}

} // namespace

std::vector<SpecialPoint> specialPoints(const Sample &sample) {
  PointMaker make(sample);
  using Number = std::optional<double>;
  const SmallVector<double> numbers = specialNumbers(sample);
  const size_t arguments = sample.derivative()->wrt.size(), count = numbers.size();
  const double tie = firstNumber(sample);
  for (double x : numbers) {
    const std::string text = printNumber(x);
    make.add("all " + text, [&](size_t, size_t) { return Number(x); });
    for (size_t chosen = 0; arguments > 1 && chosen < arguments; ++chosen)
      make.add("argument #" + Twine(sample.derivative()->wrt[chosen]) + " of " + text,
               [&](size_t k, size_t) { return k == chosen ? Number(x) : Number(); });
    make.add("first elements of " + text,
             [&](size_t, size_t i) { return i == 0 ? Number(x) : Number(); });
    make.add("two elements of " + text,
             [&](size_t, size_t i) { return i == 0 || i == 2 ? Number(x) : Number(); });
  }
  for (size_t shift = 0; shift < count; ++shift)
    make.add("special numbers, shifted by " + Twine(shift),
             [&](size_t k, size_t i) { return Number(numbers[(i + k * shift) % count]); });
  make.add("equal numbers", [&](size_t, size_t) { return Number(tie); });
  make.add("numbers of one size",
           [&](size_t k, size_t i) { return Number((k + i) % 2 ? -tie : tie); });
  make.add("two equal elements", [&](size_t, size_t i) { return i < 2 ? Number(tie) : Number(); });
  return std::move(make.points);
}

} // namespace cotan::check
