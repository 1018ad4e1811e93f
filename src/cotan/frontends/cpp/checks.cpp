#include "cotan/frontends/cpp/checks.h"

#include "cotan/frontends/cpp/inside.h"

#include <algorithm>

using namespace cotan::trace;

namespace ct {
namespace {

constexpr int64_t mostParts = 1 << 20;

[[noreturn]] void refuseSize(llvm::StringRef name, int64_t a, const char *sign, int64_t b) {
  refuse(name, "a size of " + std::to_string(a) + sign + std::to_string(b) +
                   " is more than a tensor can have");
}

} // namespace

int64_t checkedAxis(llvm::StringRef name, int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    refuse<IndexError>(name, "axis " + std::to_string(axis) +
                                 " is out of range for a tensor with " + std::to_string(rank) +
                                 " axes");
  return axis < 0 ? axis + rank : axis;
}

llvm::SmallVector<int64_t> checkedAxes(llvm::StringRef name, llvm::ArrayRef<int64_t> axes,
                                       int64_t rank) {
  auto result =
      llvm::map_to_vector(axes, [&](int64_t axis) { return checkedAxis(name, axis, rank); });
  llvm::sort(result);
  if (auto twice = std::ranges::adjacent_find(result); twice != result.end())
    refuse(name, "axis " + std::to_string(*twice) + " is named twice");
  return result;
}

llvm::SmallVector<int64_t>
axesOrAll(llvm::StringRef name, const std::optional<std::vector<int64_t>> &axes, int64_t rank) {
  return axes ? checkedAxes(name, *axes, rank) : llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

llvm::SmallVector<int64_t, 4> broadcastSizes(llvm::StringRef name,
                                             std::span<const Tensor> tensors) {
  llvm::SmallVector<int64_t, 4> sizes;
  for (const Tensor &tensor : tensors) {
    llvm::ArrayRef<int64_t> other = openSizesOf(tensor);
    if (other.size() > sizes.size())
      sizes.insert(sizes.begin(), other.size() - sizes.size(), 1);
    for (size_t i = 0; i < other.size(); ++i) {
      int64_t &size = sizes[sizes.size() - other.size() + i];
      if (!mayBeEqual(size, other[i]) && size != 1 && other[i] != 1) {
        std::string shapes;
        for (const Tensor &each : tensors)
          shapes += (shapes.empty() ? "" : " and ") + printTuple(openSizesOf(each));
        refuse(name, "shapes " + shapes + " do not go together: aligned at the last axis, " +
                         std::to_string(size) + " meets " + std::to_string(other[i]) +
                         ", and neither is 1; reshape or transpose one operand");
      }
      if (size == 1 || isOpen(size)) // an open size that meets a number is that, or 1
        size = other[i] == 1 ? size : other[i];
    }
  }
  return sizes;
}

int64_t sizeAt(llvm::StringRef name, const Tensor &x, int64_t axis) {
  int64_t size = openSizesOf(x)[axis];
  if (isOpen(size))
    refuse(name, "axis " + std::to_string(axis) + " of " + describe(x.body()->type()) +
                     " is open, but its size must be known here when the function is compiled; "
                     "leave it out of dynamic_axes");
  return size;
}

void needSizes(llvm::StringRef name, llvm::ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size < 0 && !isOpen(size))
      refuse(name, "the shape " + printTuple(sizes) + " has a negative size");
}

void needMatrix(llvm::StringRef name, const Tensor &x) {
  if (x.ndim() < 2)
    refuse(name, "found shape " + printTuple(openSizesOf(x)) +
                     ", but expected a matrix, which has two axes, or a batch of them");
}

void needSquare(llvm::StringRef name, const Tensor &x) {
  needMatrix(name, x);
  auto sizes = openSizesOf(x).take_back(2);
  if (!mayBeEqual(sizes[0], sizes[1]))
    refuse(name, "found shape " + printTuple(openSizesOf(x)) +
                     ", but expected a square matrix, or a batch of them");
}

int64_t addSizes(llvm::StringRef name, int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    refuseSize(name, a, " + ", b);
  return sum;
}

int64_t multiplySizes(llvm::StringRef name, int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    refuseSize(name, a, " * ", b);
  return product;
}

void checkParts(llvm::StringRef name, int64_t parts) {
  if (parts > mostParts)
    refuse(name, std::to_string(parts) + " parts are more than there can be; cut in at most " +
                     std::to_string(mostParts) + ", or use ct.reshape, which makes one tensor");
}

size_t oneOf(llvm::StringRef name, const char *parameter, const std::string &given,
             std::initializer_list<const char *> words) {
  std::string all;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (given == *word)
      return word - words.begin();
    all += word == words.begin() ? "'" : word + 1 == words.end() ? " or '" : ", '";
    all += std::string(*word) + "'";
  }
  refuse(name, "found " + std::string(parameter) + " '" + given + "', but expected " + all);
}

void needKey(llvm::StringRef name, const Tensor &key) {
  if (key.dtype() != DType::uint32 || sizesOf(key) != llvm::ArrayRef<int64_t>{2})
    refuse<TypeError>(name, "a random key is needed, but found " + describe(key.body()->type()) +
                                "; make one with ct.random.key(seed)");
}

} // namespace ct
