#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace ct;

namespace {

Tensor matrix() { return array<double>({4, 1, 2, 5}, {2, 2}); }

TEST(Solve, TakesVectorsAndMatrices) {
  Tensor a = matrix(), b = array<double>({6, 12}, {2}); // 4 x + y = 6, 2 x + 5 y = 12
  EXPECT_NEAR(linalg::solve(a, b).values<double>()[0], 1, 1e-14);
  EXPECT_NEAR(linalg::solve(a, b).values<double>()[1], 2, 1e-14);
  EXPECT_EQ(linalg::solve(a, eye(2)).size(), 4);
  EXPECT_NEAR(linalg::det(a).item<double>(), 18, 1e-13);
}

TEST(Solve, FactorsOnceForAllDerivatives) {
  auto cost = [](const Tensor &a) { return sum(square(linalg::solve(a, ones({2})))); };
  std::string program =
      programText([&](const Tensors &x) { return Tensors{hessian(cost)(x[0])}; }, {matrix()});
  size_t first = program.find("prim.lu ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(program.find("prim.lu ", first + 1), std::string::npos) << program;
}

TEST(Slogdet, HasTheInverseAsDerivative) {
  auto logarithm = [](const Tensor &a) { return linalg::slogdet(a).second; };
  Tensor expected = swapaxes(linalg::inv(matrix()), 0, 1);
  EXPECT_LT(max(abs(grad(logarithm)(matrix()) - expected)).item<double>(), 1e-14);
}

TEST(Solve, SaysWhichShapesDoNotGoTogether) {
  try {
    linalg::solve(matrix(), ones({3}));
    FAIL() << "an error was expected";
  } catch (const ValueError &error) {
    EXPECT_NE(std::string(error.what()).find("shapes (2, 2) and (3,)"), std::string::npos)
        << error.what();
  }
}

TEST(Solve, ReadsOneTriangleOfWhatIsPositive) {
  Tensor b = array<double>({6, 12}, {2}), a = array<double>({4, 1, 1, 5}, {2, 2});
  for (const char *kind : {"sym", "her", "pos"}) {
    Tensor x = linalg::solve(triu(a), b, /*lower=*/false, kind);
    EXPECT_LT(max(abs(x - linalg::solve(a, b))).item<double>(), 1e-14) << kind;
  }
}

TEST(Eigh, SolvesProblemsOfTwoMatrices) {
  Tensor a = array<double>({4, 1, 1, 5}, {2, 2}), b = array<double>({2, 1, 1, 3}, {2, 2});
  auto [w, v] = linalg::eigh(a, b);
  EXPECT_LT(max(abs(matmul(a, v) - matmul(b, v) * w)).item<double>(), 1e-13);
  EXPECT_THROW(linalg::eigh(a, eye(3)), ValueError);
}

TEST(Qr, TakesTheLongestColumnFirst) {
  Tensor a = array<double>({1, 3, 0, 4}, {2, 2});
  auto [q, r, order] = linalg::qr_pivoted(a);
  EXPECT_EQ(order.values<int64_t>()[0], 1);
  EXPECT_LT(max(abs(matmul(q, r) - take(a, order, 1))).item<double>(), 1e-14);
}

} // namespace
