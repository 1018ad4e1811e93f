#include "cotan/codegen/cpu/sleef.h"

#include "cotan/ir/lowering/processor.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace cotan {
namespace {

/// The suffix a function has for its accuracy: 1.0 ulp, or what the best version has.
StringRef accuracyOf(StringRef function) {
  return StringSwitch<StringRef>(function).Case("erfc", "u15").Default("u10");
}

/// fmod gives NaN where x / y overflows; of the others, which are called where there is no fused
/// multiply-add, the largest results are infinite.
bool isTrusted(StringRef function, DType dtype) {
  return !StringSwitch<bool>(function)
              .Cases({"fmod", "sinh", "cosh"}, true)
              .Cases({"exp", "pow"}, dtype == DType::f64)
              .Default(false);
}

/// Functions that are x near 0 and lose the smallest numbers.
bool losesSmallest(StringRef function) { return function == "tan" || function == "log1p"; }

/// `y` as it is, but for x so large that SLEEF's result is infinite too early.
Lanes mended(StringRef function, const Lanes &x, const Lanes &y) {
  auto otherwise = [&](function_ref<Lanes(const Lanes &x)> ofLarge) {
    Lanes isLarge = x > (x.dtype() == DType::f64 ? 1e300 : 1e30);
    return selectRare(
        isLarge, [&] { return x.builder().rounded(x.dtype(), ofLarge(widened(x)).value()); }, y);
  };
  if (function == "log1p")
    return otherwise([](const Lanes &x) { return call("log", x); });
  if (function == "lgamma")
    return otherwise([](const Lanes &x) { return x * (call("log", x) - 1.0); });
  return y;
}

/// Register by register.
Value *callParts(LaneBuilder &b, StringRef symbol, ArrayRef<Value *> args, unsigned width) {
  const unsigned count = cast<FixedVectorType>(args[0]->getType())->getNumElements();
  auto part = [&](Value *x, unsigned start) {
    SmallVector<int> mask;
    for (unsigned i = start; i < start + width; ++i)
      mask.push_back(i < count ? int(i) : 0);
    return b.ir.CreateShuffleVector(x, mask);
  };
  SmallVector<Value *> parts;
  for (unsigned start = 0; start < count; start += width) {
    SmallVector<Value *, 2> slices;
    for (Value *arg : args)
      slices.push_back(count == width ? arg : part(arg, start));
    parts.push_back(b.callPure(symbol, slices));
  }
  Value *all = concatenateVectors(b.ir, parts);
  const unsigned size = cast<FixedVectorType>(all->getType())->getNumElements();
  return size == count ? all : b.ir.CreateShuffleVector(all, to_vector(seq<int>(0, count)));
}

} // namespace

Lanes callSleef(StringRef function, ArrayRef<Lanes> args, StringRef instructionSet) {
  const DType dtype = args[0].dtype();
  if (!isTrusted(function, dtype))
    return {};
  LaneBuilder &b = args[0].builder();
  const bool isDouble = dtype == DType::f64;
  const unsigned width = b.processor.registerBytes / (isDouble ? 8 : 4);
  const std::string symbol = ("Sleef_" + function + (isDouble ? "d" : "f") + Twine(width) + "_" +
                              accuracyOf(function) + instructionSet)
                                 .str();
  SmallVector<Value *, 2> values;
  for (const Lanes &x : args)
    values.push_back(x.value());
  Lanes y = b.rounded(dtype, callParts(b, symbol, values, width));
  y = mended(function, args[0], y);
  return losesSmallest(function) ? select(abs(args[0]) < 1e-30, args[0], y) : y;
}

} // namespace cotan
