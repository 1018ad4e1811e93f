// Elements at equal distances: what is read, what shares memory, what is set.
#include "cotan/support/strided.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

Array counted(llvm::ArrayRef<int64_t> shape) {
  Array array(DType::i64, shape);
  for (auto [i, element] : llvm::enumerate(array.mutableValues<int64_t>()))
    element = int64_t(i);
  return array;
}

TEST(Strided, readsBackwardsAndApart) {
  Array found = elementsAt(counted({3, 4}), {7, {2, 2}, {4, -2}});
  EXPECT_EQ(found.asInts(), (llvm::SmallVector<int64_t>{7, 5, 11, 9}));
}

TEST(Strided, oneLargePieceSharesItsMemory) {
  Array all = counted({3, 4});
  EXPECT_EQ(elementsAt(all, {4, {2, 4}, {4, 1}}).data(), all.data() + 4 * sizeof(int64_t));
  EXPECT_NE(elementsAt(all, {4, {2}, {1}}).data(), all.data() + 4 * sizeof(int64_t));
}

TEST(Strided, aPieceOutlivesTheWhole) {
  Array piece = elementsAt(counted({100}), {50, {4}, {1}});
  EXPECT_EQ(piece.asInts(), (llvm::SmallVector<int64_t>{50, 51, 52, 53}));
}

TEST(Strided, setsWhatBroadcasts) {
  Array row = elementsAt(counted({10}), {7, {2}, {1}});
  Array set = withElements(counted({2, 3}), {0, {2, 2}, {3, 2}}, row);
  EXPECT_EQ(set.asInts(), (llvm::SmallVector<int64_t>{7, 1, 8, 7, 4, 8}));
  Array one = withElements(counted({2, 3}), {4, {}, {}}, Array::scalar(DType::i64, 9));
  EXPECT_EQ(one.asInts(), (llvm::SmallVector<int64_t>{0, 1, 2, 3, 9, 5}));
}

TEST(Strided, nothingIsReadOrSetOfNothing) {
  EXPECT_EQ(elementsAt(counted({2, 3}), {0, {0, 3}, {3, 1}}).size(), 0);
  EXPECT_EQ(withElements(counted({2}), {0, {0}, {1}}, Array::scalar(DType::i64, 9)).asInts(),
            (llvm::SmallVector<int64_t>{0, 1}));
}

} // namespace
