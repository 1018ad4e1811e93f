#include "cotan/cotan.h"

#include "gtest/gtest.h"

namespace {

/// What an error says; empty if there is none.
template <typename Work> std::string errorOf(Work work) {
  try {
    work();
  } catch (const ct::FloatingPointError &error) {
    return error.what();
  }
  return "";
}

TEST(Debug, FindsWhereNumbersComeToBe) {
  auto eager = [] { ct::log(ct::Tensor(-1.0)); };
  auto large = [] { ct::exp(ct::Tensor(1e4)); };
  auto compiled = [] {
    ct::jit([](ct::Tensor x) { return ct::sqrt(x - 2.0) + 1.0; })(ct::array({1.0f, 3.0f}));
  };
  EXPECT_EQ(errorOf(eager), "");
  ct::debug_nans();
  EXPECT_NE(errorOf(eager).find("ct.log: gives nan"), std::string::npos);
  EXPECT_NE(errorOf(compiled).find("'prim.sqrt': gives nan"), std::string::npos);
  EXPECT_EQ(errorOf(large), "");
  ct::debug_infs();
  ct::debug_nans(false);
  EXPECT_NE(errorOf(large).find("gives inf"), std::string::npos);
  EXPECT_EQ(errorOf(eager), "");
  ct::debug_infs(false);
}

} // namespace
