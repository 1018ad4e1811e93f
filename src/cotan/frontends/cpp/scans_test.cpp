// Running reductions, against loops over all of the elements.
#include "cotan/frontends/cpp/custom_rules_test.h"

using ct::Tensor;
using ct::Tensors;

namespace {

using Line = std::pair<Tensor, Tensor>; // x -> first * x + second
Line after(Line f, Line g) { return {g.first * f.first, g.first * f.second + g.second}; }

/// The value of x[t] = a[t] x[t - 1] + b[t], one by one.
std::vector<double> recurrence(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> xs;
  double x = 0;
  for (size_t i = 0; i < a.size(); ++i)
    xs.push_back(x = a[i] * x + b[i]);
  return xs;
}

TEST(AssociativeScan, isARecurrenceOfAnyLength) {
  for (int64_t n : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
    const Tensor a = ct::cos(ct::arange(0, n, 1, ct::float64)),
                 b = ct::sin(ct::arange(0, n, 1, ct::float64) + 1.0);
    const std::vector<double> expected = recurrence(a.values<double>(), b.values<double>());
    const std::vector<double> found =
        ct::associative_scan(after, Line(a, b)).second.values<double>();
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-12) << n << " " << i;
  }
}

TEST(AssociativeScan, goesAlongAnyAxisAndBackwards) {
  const Tensor x = ct::reshape(ct::arange(24.0), {2, 3, 4});
  auto add = [](Tensor a, Tensor b) { return a + b; };
  for (int64_t axis = -3; axis < 3; ++axis)
    for (bool reverse : {false, true}) {
      Tensor expected = ct::cumsum(reverse ? ct::flip(x, axis) : x, axis);
      expected = reverse ? ct::flip(expected, axis) : expected;
      EXPECT_EQ(ct::associative_scan(add, x, axis, reverse).values<double>(),
                expected.values<double>());
    }
  for (ct::DType type :
       {ct::DType::bool_, ct::DType::int8, ct::DType::float16, ct::DType::complex64})
    EXPECT_EQ(ct::associative_scan([](Tensor a, Tensor b) { return ct::maximum(a, b); },
                                   ct::astype(ct::array({0, 1, 0}), type))
                  .dtype(),
              type);
}

TEST(AssociativeScan, isTransformed) {
  auto last = [](Tensor a) {
    return ct::index(ct::associative_scan([](Tensor x, Tensor y) { return x * y; }, a), {-1});
  };
  auto product = [](Tensor a) { return ct::prod(a); };
  const Tensor a = ct::array({0.5, -2.0, 3.0, 1.5, 0.0});
  EXPECT_EQ(ct::jit(ct::grad(last))(a).values<double>(), ct::grad(product)(a).values<double>());
  EXPECT_EQ(ct::hessian(last)(a).values<double>(), ct::hessian(product)(a).values<double>());
  EXPECT_EQ(ct::vmap(last)(ct::stack({a, 2 * a + 1})).values<double>(),
            ct::prod(ct::stack({a, 2 * a + 1}), 1).values<double>());
  auto loop = [=](Tensor a) {
    return ct::fori_loop(
        0, 2,
        [](Tensor, Tensor x) {
          return ct::associative_scan([](Tensor p, Tensor q) { return p + q; }, x);
        },
        a);
  };
  EXPECT_EQ(ct::jit(loop)(a).values<double>(), ct::cumsum(ct::cumsum(a)).values<double>());
}

TEST(AssociativeScan, saysWhatIsWrong) {
  const Tensor v = ct::ones(5), m = ct::ones({3, 4});
  auto pairs = [](Tensors a, Tensors) { return a; };
  expectWords(problemOf([&] { ct::associative_scan(pairs, Tensors{v, m}); }),
              {"ct.associative_scan", "one size along axis 0", "(5,), (3, 4)"});
  expectWords(problemOf([&] { ct::associative_scan(pairs, Tensors{}); }), {"of no tensor"});
  expectWords(problemOf([&] { ct::associative_scan(pairs, Tensors{v}, 1); }), {"along axis 1"});
  expectWords(problemOf([&] {
                ct::associative_scan([](Tensors a, Tensors) { return Tensors{a[0], a[0]}; },
                                     Tensors{v});
              }),
              {"ct.associative_scan: fn was given [*] but returned [*, *]"});
  expectWords(
      problemOf([&] { ct::associative_scan([](Tensor a, Tensor) { return ct::sum(a); }, v); }),
      {"ct.associative_scan: fn was given float32[2]", "returned float32[]"});
  expectWords(problemOf([&] {
                ct::associative_scan([](Tensor a, Tensor) { return ct::reshape(a, {7}); }, v);
              }),
              {"ct.reshape: "}); // it is the user's call
}

} // namespace
