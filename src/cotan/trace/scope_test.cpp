// What functions capture of the tensors around them.
#include "cotan/trace/scope.h"

#include "cotan/trace/apply.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace cotan::trace;

namespace {

TensorRef floats(llvm::ArrayRef<double> values) {
  Array array(DType::f64, {int64_t(values.size())});
  llvm::copy(values, array.mutableValues<double>().begin());
  return makeTensor(array);
}
TensorRef plus(const TensorRef &x, const TensorRef &y) {
  return applyOne({"prim.add", {}, {}, {}, true}, {x, y});
}

size_t capturesOf(const Tensors &tensors) {
  const DType types[] = {DType::f64, DType::f64};
  auto f = cotan::trace::trace({{DType::f64, {}}}, [&](llvm::ArrayRef<TensorRef> arguments) {
    TensorRef sum = arguments[0];
    for (const TensorRef &tensor : tensors)
      sum = applyOne({"prim.add", {}, {}, types, true}, {sum, tensor});
    return Tensors{sum};
  });
  return f->captures().size();
}

TEST(Scope, capturesEqualArraysOnce) {
  EXPECT_EQ(capturesOf({floats({1, 2}), floats({1, 2}), floats({1, 2})}), 1u);
}

TEST(Scope, capturesWhatDiffersAtAll) {
  std::vector<double> many(1000, 1.0), other = many;
  other.back() = 2;
  EXPECT_EQ(capturesOf({floats(many), floats(other), floats(many)}), 2u);
  EXPECT_EQ(capturesOf({floats({0.0, 1}), floats({-0.0, 1})}), 2u);
  // The same bytes under other sizes and of another element type.
  const TensorRef column = makeTensor(floats({1, 2})->array->reshaped({2, 1}));
  EXPECT_EQ(capturesOf({floats({1, 2}), column}), 2u);
  EXPECT_EQ(capturesOf({floats({0, 0}), makeTensor(Array::vector({0, 0}))}), 2u);
}

TEST(Scope, capturesEachArrayThatOthersMayWriteTo) {
  double one[] = {1, 2}, other[] = {1, 2};
  auto sharing = [](double *elements) {
    return makeTensor(Array(DType::f64, {2}, reinterpret_cast<std::byte *>(elements),
                            std::make_shared<ArrayOwner>()));
  };
  const TensorRef first = sharing(one);
  EXPECT_EQ(capturesOf({first, sharing(other), first}), 2u);
}

TEST(Scope, capturesFloatsThatGiveWayWithOthers) {
  const Tensors tensors = {floats({0.5}), makeTensor(*floats({0.5})->array, /*isWeak=*/true)};
  auto f = cotan::trace::trace({}, [&](llvm::ArrayRef<TensorRef>) { return tensors; });
  const Tensors results = call(f, {});
  EXPECT_EQ(f->captures().size(), 1u);
  EXPECT_FALSE(results[0]->isWeak);
  EXPECT_TRUE(results[1]->isWeak);
}

TEST(Scope, mixesUpNoTensorsThatAreGone) {
  // Were those let go of that equal a capture, the next ones could come to lie at their addresses.
  auto f = cotan::trace::trace({{DType::f64, {}}}, [&](llvm::ArrayRef<TensorRef> arguments) {
    Tensors sums;
    for (int i = 0; i < 100; ++i)
      for (double first : {-1.0, double(i)})
        sums.push_back(plus(arguments[0], floats({first})));
    return sums;
  });
  const Tensors results = call(f, {makeTensor(Array::scalar(DType::f64, 0.0))});
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(results[2 * i]->array->asDouble(), -1);
    EXPECT_EQ(results[2 * i + 1]->array->asDouble(), i);
  }
}

} // namespace
