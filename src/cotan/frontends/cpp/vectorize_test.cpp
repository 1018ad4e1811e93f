// Functions of small tensors along all others, against loops over them.
#include "cotan/frontends/cpp/custom_rules_test.h"

using ct::Tensor;
using ct::Tensors;

namespace {

Tensor larger(Tensor x, Tensor y) {
  return ct::cond(x > y, [&] { return 2 * x + 0 * y; }, [&] { return y + 0 * x; });
}

TEST(Vectorize, isOfElementsThatBroadcast) {
  const Tensor x = ct::reshape(ct::arange(0, 12, 1, ct::float64), {3, 4});
  const std::vector<std::pair<Tensor, Tensor>> cases = {
      {x, ct::flip(x, 0)},
      {ct::index(x, {ct::ellipsis, ct::Slice{.stop = 1}}), ct::index(x, {0})},
      {x, 5.0},
      {ct::array(1.0), 3.0},
      {ct::index(x, {ct::Slice{.stop = 1}}), ct::expand_dims(x, 1)},
      {x, ct::zeros({0, 3, 4})},
      {ct::ones({1, 1}), ct::ones({1})}};
  for (const auto &[a, b] : cases) {
    const Tensor expected = ct::where(a > b, 2 * a, b);
    for (const Tensor &found :
         {ct::vectorize(larger)(a, b), ct::jit(ct::vectorize(larger))(a, b)}) {
      EXPECT_EQ(found.shape(), ct::Shape(expected.shape()));
      EXPECT_EQ(found.values<double>(), expected.values<double>());
    }
  }
}

TEST(Vectorize, isOfSlicesThatASignatureNames) {
  const Tensor a = ct::reshape(ct::sin(ct::arange(0, 24, 1, ct::float64)), {2, 1, 3, 4}),
               b = ct::reshape(ct::cos(ct::arange(0, 20, 1, ct::float64)), {5, 4});
  auto product = [](Tensor a, Tensor b) { return std::pair(ct::matmul(a, b), ct::sum(2 * a)); };
  auto [y, s] = ct::vectorize(product, "(m, n),(n) -> (m),()")(a, b);
  EXPECT_TRUE(ct::allclose(y, ct::einsum("aimn,in->aim", {ct::broadcast_to(a, {2, 5, 3, 4}), b}))
                  .item<bool>());
  EXPECT_TRUE(ct::allclose(s, ct::broadcast_to(2 * ct::sum(a, {2, 3}), {2, 5})).item<bool>());
  auto dot = ct::vectorize([](Tensor x, Tensor y) { return ct::dot(x, y); }, "(n),(n)->()");
  EXPECT_EQ(dot(ct::array({1.0, 2.0}), ct::array({3.0, 4.0})).item<double>(), 11);
  EXPECT_EQ(dot(ct::ones({2, 0}), ct::ones({1, 0})).values<double>(), (std::vector<double>{0, 0}));
}

TEST(Vectorize, isTransformed) {
  const Tensor x = ct::reshape(ct::arange(0, 12, 1, ct::float64), {3, 4}),
               y = ct::array({1.0, -1.0, 2.0, 0.5});
  auto dot = ct::vectorize([](Tensor x, Tensor y) { return ct::dot(x, y) * ct::dot(x, y); },
                           "(n),(n)->()");
  auto loss = [=](Tensor x) { return ct::sum(dot(x, y)); };
  auto byHand = [=](Tensor x) { return ct::sum(ct::square(ct::matmul(x, y))); };
  EXPECT_EQ(ct::jit(ct::grad(loss))(x).values<double>(), ct::grad(byHand)(x).values<double>());
  EXPECT_EQ(ct::hessian(loss)(x).values<double>(), ct::hessian(byHand)(x).values<double>());
  EXPECT_EQ(ct::vmap(dot, {0, std::nullopt})(ct::stack({x, -x}), y).shape(), (ct::Shape{2, 3}));
  auto anyRows = ct::jit([=](Tensor x) { return dot(x, y); }, {.dynamic_axes = {{0}}});
  EXPECT_EQ(anyRows(x).values<double>(), dot(x, y).values<double>());
  EXPECT_EQ(anyRows(ct::ones({7, 4})).size(), 7);
}

TEST(Vectorize, saysWhatIsWrong) {
  auto dot = [](Tensor x, Tensor y) { return ct::dot(x, y); };
  const Tensor x = ct::ones({3, 4});
  auto problem = [&](const char *signature, Tensor y) {
    return problemOf([&] { ct::vectorize(dot, signature)(x, y); });
  };
  expectWords(problem("(n),(n)->()", ct::ones(3)),
              {"ct.vectorize: axis n of '(n),(n)->()' is 4 in one place and 3 in another"});
  for (const char *wrong : {"", "n,n", "(n),(n)", "(n),(n)->", "(n,),(n)->()", "(n),(n)->()x"})
    expectWords(problem(wrong, x), {"ct.vectorize: the signature '", "is not of the form"});
  expectWords(problem("(n)->()", x), {"has 1 arguments, but 2 were given"});
  expectWords(problem("(n),(m,n,k)->()", x), {"found float32[3,4]", "has 3 axes"});
  expectWords(problem("(n),(n)->()", ct::ones({2, 4})), {"ct.vectorize", "(3,)", "(2,)"});
  expectWords(problem("(n),(n)->(n)", x), {"the function returned float32[]", "has 1 axes"});
  expectWords(problem("(n),(n)->(),()", x), {"has 2 results, but the function returned 1"});
}

} // namespace
