#include "cotan/trace/number_checks.h"

#include "cotan/driver/watched_run.h"
#include "cotan/support/print_array.h"
#include "cotan/trace/error.h"

#include <atomic>
#include <cmath>

using namespace mlir;

namespace cotan::trace {
namespace {

std::atomic<bool> areNansErrors = false, areInfsErrors = false;

/// The first element that is an error; none of what are no floats.
std::optional<int64_t> findWrong(const Array &array, NumberChecks wanted) {
  if (isComplex(array.dtype())) {
    auto part = findWrong(array.asReal(), wanted);
    return part ? std::optional(*part / 2) : std::nullopt;
  }
  return visitStored(array.dtype(), [&](auto element) -> std::optional<int64_t> {
    using T = decltype(element);
    if constexpr (isFloatStorage<T>)
      for (auto [i, x] : llvm::enumerate(array.values<T>())) {
        const double number = static_cast<double>(x);
        if ((wanted.nans && std::isnan(number)) || (wanted.infs && std::isinf(number)))
          return int64_t(i);
      }
    return std::nullopt;
  });
}

bool areSound(ArrayRef<Array> arrays, NumberChecks wanted) {
  return llvm::none_of(arrays, [&](const Array &x) { return findWrong(x, wanted).has_value(); });
}

std::string indexText(int64_t place, ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : llvm::reverse(shape)) {
    text = std::to_string(place % size) + (text.empty() ? "" : ", ") + text;
    place /= size;
  }
  return "[" + text + "]";
}

std::string typeText(const Array &x) {
  return describe(TensorType{x.dtype(), SmallVector<int64_t>(x.shape())});
}

std::string lineOf(const Array &x) {
  std::string text = printArray(x, /*threshold=*/8);
  llvm::erase(text, '\n');
  return text;
}

/// What is wrong with what an op made; empty if nothing is, or its operands were so before.
std::string problemOf(ArrayRef<Array> operands, ArrayRef<Array> results, NumberChecks wanted) {
  for (const Array &result : results) {
    std::optional<int64_t> place = findWrong(result, wanted);
    if (!place || !areSound(operands, wanted))
      continue;
    std::string text = "gives " + printElement(result, *place);
    if (!result.shape().empty())
      text += " at " + indexText(*place, result.shape()) + " of " + typeText(result);
    for (auto [i, operand] : llvm::enumerate(operands))
      text += (i ? "; " : ", of ") + typeText(operand) + " " + lineOf(operand);
    return text;
  }
  return "";
}

/// Runs the function op by op; what it says where one gives such a number. Empty if none does, or
/// it cannot be run so.
std::string findOrigin(const TracedFunction &function, ArrayRef<Array> operands,
                       NumberChecks wanted) {
  bool isFound = false;
  const Watch watch = [&](ArrayRef<Array> taken, ArrayRef<Array> given) {
    std::string problem = problemOf(taken, given, wanted);
    isFound |= !problem.empty();
    return problem;
  };
  const Called nothing(nullptr); // what is said is of the operation
  try {
    OwnedProgram copy = function.copy();
    orThrowOnBigStack([&] { return runWatched(copy.function(), operands, watch); });
  } catch (const ct::Interrupted &) {
    throw;
  } catch (const ct::Error &error) {
    return isFound ? error.what() : "";
  }
  return "";
}

} // namespace

NumberChecks numberChecks() { return {areNansErrors, areInfsErrors}; }

void setNumberChecks(NumberChecks wanted) {
  areNansErrors = wanted.nans;
  areInfsErrors = wanted.infs;
}

void checkNumbers(ArrayRef<Array> operands, ArrayRef<Array> results) {
  const NumberChecks wanted = numberChecks();
  if (std::string problem = problemOf(operands, results, wanted); !problem.empty())
    throw ct::FloatingPointError(currentPlace() + problem);
}

void checkNumbers(const TracedFunction &function, ArrayRef<Array> operands,
                  ArrayRef<Array> results) {
  const NumberChecks wanted = numberChecks();
  if (areSound(results, wanted))
    return;
  if (std::string found = findOrigin(function, operands, wanted); !found.empty())
    throw ct::FloatingPointError(found);
  if (!areSound(operands, wanted))
    return; // it came in
  throw ct::FloatingPointError(currentPlace() + problemOf({}, results, wanted) +
                               ", of a constant: no operation makes it of other numbers");
}

} // namespace cotan::trace
