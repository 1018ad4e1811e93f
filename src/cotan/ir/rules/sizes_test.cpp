// Arithmetic of sizes: every operation, of numbers at the ends of 64 bits, each known or only read
// later. What is expected is computed by the compiler's checked arithmetic, of 128 bits.
#include "cotan/ir/rules/sizes.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace cotan;

namespace {

using Wide = __int128;

constexpr int64_t most = std::numeric_limits<int64_t>::max(),
                  least = std::numeric_limits<int64_t>::min();
constexpr int64_t numbers[] = {least, least + 1,        -(int64_t{1} << 40), -3,       -1,  0, 1, 2,
                               7,     int64_t{1} << 31, int64_t{1} << 40,    most - 1, most};

struct Operation {
  const char *name;
  Size (*apply)(const Size &, const Size &);
  std::function<Wide(Wide, Wide)> expected;
  std::function<bool(int64_t, int64_t)> isDefined;
};

/// A result that 128 bits do not hold is a failure of the test that asks for it.
template <typename Checked> auto held(Checked overflows) {
  return [overflows](Wide a, Wide b) {
    Wide result = 0;
    EXPECT_FALSE(overflows(a, b, &result));
    return result;
  };
}

bool always(int64_t, int64_t) { return true; }
bool isTruth(int64_t a, int64_t b) { return (a == 0 || a == 1) && (b == 0 || b == 1); }
bool divides(int64_t, int64_t b) { return b > 0; }

const Operation operations[] = {
    {"+", operator+, held([](Wide a, Wide b, Wide *y) { return __builtin_add_overflow(a, b, y); }),
     always},
    {"-", operator-, held([](Wide a, Wide b, Wide *y) { return __builtin_sub_overflow(a, b, y); }),
     always},
    {"*", operator*, held([](Wide a, Wide b, Wide *y) { return __builtin_mul_overflow(a, b, y); }),
     always},
    {"/", operator/, [](Wide a, Wide b) { return std::lldiv(a, b).quot; }, divides},
    {"%", operator%, [](Wide a, Wide b) { return std::lldiv(a, b).rem; }, divides},
    {"==", operator==, std::equal_to<>(), always},
    {"<=", operator<=, std::less_equal<>(), always},
    {"&", operator&, std::logical_and<>(), isTruth},
    {"|", operator|, std::logical_or<>(), isTruth},
    {"maximum", maximum, [](Wide a, Wide b) { return std::max(a, b); }, always},
};

const Operation &operationOf(SizeOperation operation) { return operations[int(operation)]; }

/// Knows the numbers that the sizes it gives out stand for, which nobody asks before it computes.
class Reader : public SizeRules {
public:
  Size later(Wide number) {
    known.push_back(number);
    return Size(*this, SizeSource{0, unsigned(known.size()) - 1, true});
  }
  Wide valueOf(const Size &x) const { return x.number() ? *x.number() : known[x.source()->at]; }

  unsigned rank(unsigned i) override { return shapes[i].size(); }
  Size size(unsigned i, unsigned axis) override { return shapes[i][axis]; }
  Size number(unsigned, unsigned) override { return later(0); }
  void require(const Size &holds, const llvm::Twine &problem) override {
    if (!valueOf(holds))
      problems.push_back(problem.str());
  }
  Size compute(SizeOperation operation, const Size &a, const Size &b) override {
    EXPECT_FALSE(a.number() && b.number());
    ++computed;
    return later(operationOf(operation).expected(valueOf(a), valueOf(b)));
  }
  Size pick(const Size &condition, const Size &a, const Size &b) override {
    EXPECT_FALSE(condition.number());
    return later(valueOf(condition) ? valueOf(a) : valueOf(b));
  }

  std::vector<Sizes> shapes;
  std::vector<std::string> problems;
  int computed = 0;

private:
  std::vector<Wide> known;
};

/// The number known, and read later.
std::vector<Size> bothKindsOf(Wide number, Reader &reader) {
  return {Size(number), reader.later(number)};
}

TEST(Size, operationsAreExactWhetherTheirNumbersAreKnownOrNot) {
  Reader reader;
  for (const Operation &operation : operations)
    for (int64_t a : numbers)
      for (int64_t b : numbers) {
        if (!operation.isDefined(a, b))
          continue;
        for (const Size &x : bothKindsOf(a, reader))
          for (const Size &y : bothKindsOf(b, reader)) {
            Size z = operation.apply(x, y);
            EXPECT_TRUE(reader.valueOf(z) == operation.expected(a, b))
                << a << " " << operation.name << " " << b;
            EXPECT_TRUE(z.number() || !x.number() || !y.number()) << operation.name;
          }
      }
}

TEST(Size, chosenByAConditionIsOneOfTheTwo) {
  Reader reader;
  for (bool condition : {false, true})
    for (const Size &decides : bothKindsOf(condition, reader))
      for (const Size &x : bothKindsOf(most, reader))
        for (const Size &y : bothKindsOf(least, reader))
          EXPECT_TRUE(reader.valueOf(choose(decides, x, y)) == (condition ? most : least));
}

TEST(Size, thatNeedsNoComputingIsLeftAsItIs) {
  Reader reader;
  Size x = reader.later(5), holds = reader.later(1);
  for (const Size &same : {x + 0, 0 + x, x - 0, x * 1, 1 * x, x / 1})
    EXPECT_EQ(same.source()->at, x.source()->at);
  for (const Size &same : {holds & true, true & holds, holds | false, false | holds})
    EXPECT_EQ(same.source()->at, holds.source()->at);
  for (const Size &none : {x * 0, 0 * x, x % 1, holds & false, false & holds})
    EXPECT_TRUE(none.number() == 0);
  for (const Size &all : {holds | true, true | holds})
    EXPECT_TRUE(all.number() == 1);
  EXPECT_EQ(reader.computed, 0);
}

// Whether a tensor can have so many elements is asked where it is made: support/sizes.h.
TEST(Size, countsWrapAroundInsteadOfEnding) {
  const Size large = int64_t{1} << 62;
  EXPECT_TRUE(countOf({}).number() == 1);
  EXPECT_TRUE(countOf({2, 0, most}).number() == 0);
  EXPECT_TRUE(countOf({most, most}).number() == Wide(most) * most);
  EXPECT_TRUE(countOf({large, large, large}).number() == 0); // 2^186
  EXPECT_TRUE(countOf({large, 2, large, 2}).number() == Wide(1) << 126);
}

TEST(Size, isEmptyIfOneOfThemIs) {
  Reader reader;
  EXPECT_TRUE(isEmpty({}).number() == 0);
  for (const Size &none : bothKindsOf(0, reader))
    for (const Size &some : bothKindsOf(-1, reader)) {
      EXPECT_TRUE(reader.valueOf(isEmpty({some, none})) == 1);
      EXPECT_TRUE(reader.valueOf(isEmpty({some, some})) == 0);
    }
  EXPECT_TRUE(isEmpty({reader.later(3), 0}).number() == 1) << "whatever the other is";
}

/// Of pairs that fit and pairs that do not: what is given, and whether the reader is told.
void compareTwo(Size (SizeRules::*rule)(const Size &, const Size &, const llvm::Twine &),
                std::optional<int64_t> (*expected)(int64_t, int64_t)) {
  for (int64_t a : {int64_t{0}, int64_t{1}, int64_t{3}, most})
    for (int64_t b : {int64_t{0}, int64_t{1}, int64_t{3}, most}) {
      Reader reader;
      for (const Size &x : bothKindsOf(a, reader))
        for (const Size &y : bothKindsOf(b, reader)) {
          reader.problems.clear();
          Size both = (reader.*rule)(x, y, "sizes differ");
          auto size = expected(a, b);
          EXPECT_EQ(reader.problems.size(), size ? 0 : 1) << a << " and " << b;
          EXPECT_TRUE(!size || reader.valueOf(both) == *size) << a << " and " << b;
        }
    }
}

TEST(SizeRules, sameIsTheSizeOfBoth) {
  compareTwo(&SizeRules::same,
             [](int64_t a, int64_t b) { return a == b ? std::optional(a) : std::nullopt; });
  Reader reader;
  EXPECT_TRUE(reader.same(reader.later(3), 3, "").number() == 3) << "what is known is kept";
  EXPECT_TRUE(reader.same(3, reader.later(3), "").number() == 3) << "what is known is kept";
}

TEST(SizeRules, togetherIsTheSizeThatIsNotOne) {
  compareTwo(&SizeRules::together, [](int64_t a, int64_t b) -> std::optional<int64_t> {
    if (a != b && a != 1 && b != 1)
      return std::nullopt;
    return a == 1 ? b : a;
  });
}

TEST(SizeRules, commonSizesAreThoseOfAllAndNameTheAxisThatDiffers) {
  Reader reader;
  reader.shapes = {{reader.later(2), 3}, {2, reader.later(3)}, {reader.later(2), 3}};
  Sizes common = reader.commonSizes(3);
  EXPECT_EQ(common.size(), 2u);
  EXPECT_TRUE(common[0].number() == 2 && common[1].number() == 3);
  EXPECT_TRUE(reader.problems.empty());

  reader.shapes[2] = {2, reader.later(4)};
  reader.commonSizes(3);
  EXPECT_EQ(reader.problems, std::vector<std::string>{"operand shapes differ along axis 1"});
}

} // namespace
