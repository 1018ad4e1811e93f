#include "cotan/cotan.h"

#include <gtest/gtest.h>

namespace {

constexpr const char *twice = R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = prim.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
)";

TEST(Program, runs) {
  auto program = ct::Program::parse(twice);
  auto results = program.run({ct::array({1.5f, 2.0f})});
  EXPECT_EQ(results.at(0).values<float>(), (std::vector<float>{3, 4}));
}

TEST(Program, givesNumbersTheTypesItTakes) {
  auto program = ct::Program::parse("func.func @main(%x: tensor<f64>) -> tensor<f64> {\n"
                                    "  return %x : tensor<f64>\n}");
  EXPECT_EQ(program.run({0.1}).at(0).item<double>(), 0.1);
}

std::string errorOf(const std::function<void()> &work) {
  try {
    work();
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

TEST(Program, saysWhereItIsWrong) {
  EXPECT_NE(errorOf([] {
              ct::Program::parse("func.func @f() { prim.mystery }", "", "mine.mlir");
            }).find("mine.mlir:1"),
            std::string::npos);
  EXPECT_NE(errorOf([] { ct::Program::load("/no/such/file.mlir"); }).find("cannot read"),
            std::string::npos);
  EXPECT_NE(errorOf([] { ct::Program::parse(twice).run({}); }), "");
}

} // namespace
