// The comparison with differences accepts right gradients and refuses wrong ones.
#include "finite_differences.h"

#include "source_file.h"

#include "gtest/gtest.h"

using namespace cotan;
using namespace cotan::check;
using namespace mlir;

namespace {

/// What expectGradient says about a gradient: nothing if it accepts it.
std::string judge(StringRef body, double input, double gradient, StringRef attributes = "") {
  std::string value = std::to_string(input);
  std::string text = ("func.func @f(%x: tensor<f64> {check.value = dense<" + Twine(value) +
                      "> : tensor<f64>}) -> tensor<f64> attributes {" + attributes + "} {" + body +
                      " return %y : tensor<f64> }")
                         .str();
  std::string error;
  auto file = SourceFile::parse(text, "test", error);
  if (!file)
    return error;
  DiagnosticText diagnostics(file->context());
  Options options;
  auto sample = Sample::make(file->functions().front(), options);
  if (failed(sample))
    return diagnostics.take();
  Positions first = {0};
  Arrays weights = {Array::scalar(DType::f64, 1.0)};
  Interpreter &program = **(*sample)->program().interpreter();
  Motion motion{**sample, program, (*sample)->inputs(), first, first, weights};
  Arrays claimed = {Array::scalar(DType::f64, gradient)};
  bool accepted = succeeded(expectGradient(motion, claimed, "the gradient"));
  return accepted ? "" : diagnostics.take();
}

constexpr StringLiteral square = "%y = prim.mul %x, %x : tensor<f64>";
constexpr StringLiteral magnitude = "%y = prim.abs %x : tensor<f64>";
constexpr StringLiteral rounded = "%y = prim.floor %x : tensor<f64>";
constexpr StringLiteral constant = "%y = prim.constant dense<1.0e6> : tensor<f64>";

TEST(ExpectGradient, accepts_right_gradients) {
  EXPECT_EQ(judge(square, 3, 6), "");
  EXPECT_EQ(judge(square, 1e6, 2e6), "");
  EXPECT_EQ(judge(square, 1e-6, 2e-6), "");
  EXPECT_EQ(judge(square, 0, 0), "");
  EXPECT_EQ(judge(constant, 1, 0), "");
}

TEST(ExpectGradient, refuses_gradients_wrong_in_the_sixth_digit) {
  EXPECT_NE(judge(square, 3, 6.00002), "");
  EXPECT_NE(judge(square, 3, -6), "");
  EXPECT_NE(judge(square, 3, 0), "");
  EXPECT_NE(judge(square, 3, std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_NE(judge(square, 0, 1e-6), "");
}

TEST(ExpectGradient, rounding_errors_are_not_held_against_gradients) {
  constexpr StringLiteral cancelled = R"(%a = prim.constant dense<2.0e2> : tensor<f64>
    %b = prim.mul %x, %x : tensor<f64>
    %c = prim.add %a, %b : tensor<f64>
    %y = prim.sub %c, %a : tensor<f64>)";
  for (int i = 0; i < 400; ++i) {
    const double x = 0.01 + 1e-6 * i; // as judge writes it
    EXPECT_EQ(judge(cancelled, x, 2 * x), "");
  }
  EXPECT_NE(judge(cancelled, 0.01, 0.02 + 1e-6), "");
}

TEST(ExpectGradient, kinks_nearby_do_no_harm) {
  EXPECT_EQ(judge(magnitude, 1e-3, 1), "");
  EXPECT_NE(judge(magnitude, 1e-3, -1), "");
}

TEST(ExpectGradient, jumps_are_refused_unless_left_out_on_purpose) {
  EXPECT_NE(judge(rounded, 1, 0).find("do not settle"), std::string::npos);
  EXPECT_EQ(judge(rounded, 1, 0, "check.smooth_only"), "");
  EXPECT_NE(judge(rounded, 1.5, 1, "check.smooth_only"), "");
}

} // namespace
