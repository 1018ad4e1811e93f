// Reads and updates at indices that are known mean what they mean at others, whichever these are.
#include "cotan/driver/registry.h"
#include "cotan/interpreter/interpreter.h"
#include "cotan/ir/types.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace cotan {
namespace {

constexpr int64_t places = 3, fewest = -1, most = places; // one outside on either side

/// Lists of `count` indices, one after the other.
std::vector<int64_t> indices(int64_t number, int64_t count) {
  std::vector<int64_t> list;
  for (int64_t i = 0; i < count; ++i, number /= most - fewest + 1)
    list.push_back(fewest + number % (most - fewest + 1));
  return list;
}

std::string listed(const std::vector<int64_t> &numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(numbers, os);
  return text;
}

std::string programAt(const std::vector<int64_t> &at, bool clip) {
  const std::string count = std::to_string(at.size()), vector = "tensor<" + count + "xf64>";
  const std::string types = " : tensor<3xf64>, tensor<" + count + "xi64>";
  const std::string clipped = clip ? " {clip = true}" : "";
  return "func.func @main(%x: tensor<3xf64>, %u: " + vector + ") -> (" + vector +
         ", tensor<3xf64>, tensor<3xf64>) {\n  %i = prim.constant dense<[" + listed(at) +
         "]> : tensor<" + count + "xi64>\n  %a = prim.take %x at %i axis 0" + clipped + types +
         "\n  %b = prim.scatter %x at %i update %u axis 0" + clipped + types + ", " + vector +
         "\n  %c = prim.scatter_add %x at %i update %u axis 0" + clipped + types + ", " + vector +
         "\n  return %a, %b, %c : " + vector + ", tensor<3xf64>, tensor<3xf64>\n}\n";
}

Array ramp(int64_t count, double first) {
  Array x(DType::f64, {count});
  for (int64_t i = 0; i < count; ++i)
    x.mutableValues<double>()[i] = first + double(i);
  return x;
}

std::vector<double> run(ModuleOp module, size_t count) {
  auto results = interpret(*module.getOps<func::FuncOp>().begin(),
                           {ramp(places, 1), ramp(int64_t(count), 10)});
  std::vector<double> all;
  for (const Array &result : *results)
    llvm::append_range(all, result.values<double>());
  return all;
}

TEST(Counting, indices_that_are_known) {
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  PassManager simplify(&context);
  simplify.addPass(createCanonicalizerPass());
  for (int64_t count = 1; count <= 4; ++count)
    for (int64_t number = 0, end = int64_t(std::pow(most - fewest + 1, count)); number < end;
         ++number)
      for (bool clip : {false, true}) {
        const std::vector<int64_t> at = indices(number, count);
        auto module = parseSourceString<ModuleOp>(programAt(at, clip), &context);
        ASSERT_TRUE(module);
        const std::vector<double> expected = run(*module, at.size());
        ASSERT_TRUE(succeeded(simplify.run(*module)));
        EXPECT_EQ(run(*module, at.size()), expected) << listed(at) << (clip ? " clipped" : "");
      }
}

} // namespace
} // namespace cotan
