#include "cotan/cotan.h"

#include <gtest/gtest.h>

using namespace ct;

TEST(MultiDot, NeverMakesALargeMatrixOfSmallOnes) {
  auto product = [](const Tensors &matrices) { return Tensors{linalg::multi_dot(matrices)}; };
  Tensors matrices{ones({1, 300}), ones({300, 1}), ones({1, 300}), ones({300, 1})};
  std::string program = programText(product, matrices);
  EXPECT_NE(program.find("prim.matmul"), std::string::npos) << program;
  EXPECT_EQ(program.find("300x300"), std::string::npos) << program;
  EXPECT_EQ(product(matrices)[0].item<double>(), 90000);
}
