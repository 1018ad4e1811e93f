// What is written of tensors, and read.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <sstream>

using ct::Tensor;

namespace {

std::string printed(const auto &x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

TEST(Tensor, isMadeOfNumbersAndNestedLists) {
  EXPECT_EQ(ct::array(3.0).shape(), ct::Shape());
  EXPECT_EQ(ct::array(3.0).dtype(), ct::float64);
  EXPECT_FALSE(ct::array(3.0).isWeak());
  EXPECT_EQ(ct::array(3.5f).item<float>(), 3.5f);
  EXPECT_EQ(ct::array(true).dtype(), ct::bool_);
  EXPECT_EQ(ct::array(int8_t(-3)).dtype(), ct::int8);

  EXPECT_EQ(printed(ct::array({{1, 2, 3}, {4, 5, 6}})),
            printed(ct::array({1, 2, 3, 4, 5, 6}, {2, 3})));
  EXPECT_EQ(ct::array({{1.0}, {2.0}}).shape(), (ct::Shape{2, 1}));
  EXPECT_EQ(ct::array({{1.0, 2.0}}).shape(), (ct::Shape{1, 2}));
  EXPECT_EQ(ct::array({{true, false}}).dtype(), ct::bool_);
  EXPECT_EQ(ct::array({{{1, 2}}, {{3, 4}}, {{5, 6}}}).shape(), (ct::Shape{3, 1, 2}));
  EXPECT_EQ(ct::array({{{{1.f}, {2.f}}}}).shape(), (ct::Shape{1, 1, 2, 1}));
  EXPECT_EQ(ct::array({{{{1, 2}}, {{3, 4}}}}).values<int>(), (std::vector<int>{1, 2, 3, 4}));
}

TEST(Tensor, refusesListsOfDifferentLengths) {
  auto problem = [](auto make) -> std::string {
    try {
      make();
    } catch (const ct::ValueError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem([] { ct::array({{1, 2}, {3}}); }),
            "ct.array: a list has 1 elements where one before it has 2; all at one depth must have "
            "as many");
  EXPECT_NE(problem([] { ct::array({{{1}, {2}}, {{3}}}); }), "");
}

TEST(Tensor, hasSizesAndATypeThatCanBePrinted) {
  const Tensor x = ct::zeros({2, 3});
  EXPECT_EQ(printed(x.shape()) + printed(x.dtype()), "(2, 3)float32");
  EXPECT_EQ(printed(ct::Shape{4}) + printed(ct::array(1).shape()), "(4,)()");
  EXPECT_EQ(ct::ones(x.shape(), x.dtype()).size(), 6); // a shape is one for others
  EXPECT_EQ(ct::zeros(3).shape(), ct::Shape{3});
  EXPECT_EQ(ct::zeros(size_t(3)).shape(), ct::Shape{3});
  EXPECT_EQ(ct::reshape(x, -1).shape(), ct::Shape{6});
}

template <typename Axis>
concept Sums = requires(Tensor x, Axis axis) { ct::sum(x, axis); };
template <typename Axis>
concept Expands = requires(Tensor x, Axis axis) { ct::expand_dims(x, axis); };
template <typename Axis>
concept Scans = requires(Tensor x, Axis axis, Tensor (*f)(Tensor, Tensor)) {
  ct::associative_scan(f, x, axis);
};

TEST(Tensor, hasOneAxisOrSeveral) {
  static_assert(Sums<int> && Sums<size_t> && Expands<int> && Scans<int> && Scans<int64_t>);
  static_assert(!Sums<bool> && !Expands<bool> && !Scans<bool>); // a flag is no axis
  const Tensor x = ct::array({{1.0, 2.0}, {3.0, 5.0}});
  const std::vector<int64_t> both = {0, 1};
  EXPECT_EQ(ct::sum(x, 0).values<int>(), (std::vector<int>{4, 7}));
  EXPECT_EQ(ct::sum(x, -1).values<int>(), (std::vector<int>{3, 8}));
  EXPECT_EQ(ct::sum(x, {{1}}).values<int>(), (std::vector<int>{3, 8}));
  EXPECT_EQ(ct::sum(x, {1}).values<int>(), (std::vector<int>{3, 8}));
  for (const Tensor &all : {ct::sum(x), ct::sum(x, {}), ct::sum(x, std::nullopt), ct::sum(x, both),
                            ct::sum(x, {0, 1}), ct::sum(x, {{0, -1}})})
    EXPECT_EQ(all.item<int>(), 11);
  EXPECT_EQ(ct::sum(x, ct::Axes(std::vector<int64_t>())).size(), 4); // over no axis
  EXPECT_EQ(ct::sum(x, 0, {.keepdims = true}).shape(), (ct::Shape{1, 2}));
  EXPECT_EQ(ct::expand_dims(x, 1).shape(), (ct::Shape{2, 1, 2}));
  EXPECT_EQ(ct::expand_dims(x, {0, 2}).shape(), (ct::Shape{1, 2, 1, 2}));
  EXPECT_EQ(ct::moveaxis(x, 0, 1).values<int>(), (std::vector<int>{1, 3, 2, 5}));
  EXPECT_EQ(ct::transpose(x, {1, 0}).values<int>(), (std::vector<int>{1, 3, 2, 5}));
  EXPECT_EQ(ct::tensordot(x, x, 1, 0).values<int>(), ct::matmul(x, x).values<int>());
  EXPECT_EQ(ct::nn::max_pool(ct::reshape(x, {1, 2, 2, 1}), {2, 2}).size(), 1);
  EXPECT_EQ(ct::nn::layer_norm(x, {}, {}, -1).shape(), (ct::Shape{2, 2}));
  EXPECT_THROW(ct::sum(x, 2), ct::IndexError);
}

TEST(Tensor, floatsThatSayNothingHaveTheDefaultType) {
  auto f = ct::jit([](Tensor n) { return ct::sin(n) + ct::zeros({2}) * 0.5; });
  const Tensor before = ct::ones({2});
  EXPECT_EQ(f(ct::array(1)).dtype(), ct::float32);
  ct::set_default_dtype(ct::float64);
  EXPECT_EQ(ct::default_dtype(), ct::float64);
  EXPECT_EQ(ct::zeros({2}).dtype(), ct::float64);
  EXPECT_EQ(f(ct::array(1)).dtype(), ct::float64);
  EXPECT_EQ(ct::random::normal(ct::random::key(0), {2}).dtype(), ct::float64);
  EXPECT_EQ(ct::mean(ct::arange(3)).dtype(), ct::float64);
  EXPECT_EQ((before * 0.1).dtype(), ct::float32);
  ct::set_default_dtype(ct::float32);
  EXPECT_EQ(f(ct::array(1)).dtype(), ct::float32);
  EXPECT_THROW(ct::set_default_dtype(ct::int64), ct::ValueError);
}

} // namespace
