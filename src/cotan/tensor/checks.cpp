#include "cotan/tensor/checks.h"

#include "cotan/tensor/inside.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace cotan::trace;

namespace ct {
namespace {

constexpr int64_t mostParts = 1 << 20;

[[noreturn]] void refuseSize(int64_t a, const char *sign, int64_t b) {
  refuse("a size of " + std::to_string(a) + sign + std::to_string(b) +
         " is more than a tensor can have");
}

} // namespace

int64_t checkedAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    refuse<AxisError>("axis " + std::to_string(axis) + " is out of range for a tensor with " +
                      std::to_string(rank) + " axes");
  return axis < 0 ? axis + rank : axis;
}

llvm::SmallVector<int64_t> checkedAxes(llvm::ArrayRef<int64_t> axes, int64_t rank) {
  auto result = llvm::map_to_vector(axes, [&](int64_t axis) { return checkedAxis(axis, rank); });
  llvm::sort(result);
  if (auto twice = std::ranges::adjacent_find(result); twice != result.end())
    refuse("axis " + std::to_string(*twice) + " is named twice");
  return result;
}

llvm::SmallVector<int64_t> axesOrAll(const std::optional<std::vector<int64_t>> &axes,
                                     int64_t rank) {
  return axes ? checkedAxes(*axes, rank) : llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

llvm::SmallVector<int64_t, 4> broadcastSizes(std::span<const Tensor> tensors) {
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 4> shapes;
  for (const Tensor &tensor : tensors)
    shapes.push_back(openSizesOf(tensor));
  std::pair<int64_t, int64_t> misfit;
  if (auto sizes = cotan::trace::broadcastSizes(shapes, &misfit))
    return *sizes;
  refuse("shapes " + llvm::join(llvm::map_to_vector(shapes, printTuple), " and ") +
         " do not go together: aligned at the last axis, " + printSize(misfit.first) + " meets " +
         printSize(misfit.second) + ", and neither is 1; reshape or transpose one operand");
}

int64_t sizeAt(const Tensor &x, int64_t axis) {
  int64_t size = openSizesOf(x)[axis];
  if (isOpen(size))
    refuse("axis " + std::to_string(axis) + " of " + describe(x.body()->type()) +
           " is open, but its size must be known here when the function is compiled; "
           "leave it out of dynamic_axes");
  return size;
}

void needSizes(llvm::ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size < 0 && !isOpen(size))
      refuse("the shape " + printTuple(sizes) + " has a negative size");
}

void needMatrix(const Tensor &x) {
  if (x.ndim() < 2)
    refuse("found shape " + printTuple(openSizesOf(x)) +
           ", but expected a matrix, which has two axes, or a batch of them");
}

void needSquare(const Tensor &x) {
  needMatrix(x);
  auto sizes = openSizesOf(x).take_back(2);
  if (!mayBeEqual(sizes[0], sizes[1]))
    refuse("found shape " + printTuple(openSizesOf(x)) +
           ", but expected a square matrix, or a batch of them");
}

int64_t addSizes(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    refuseSize(a, " + ", b);
  return sum;
}

int64_t multiplySizes(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    refuseSize(a, " * ", b);
  return product;
}

void checkParts(int64_t parts) {
  if (parts > mostParts)
    refuse(std::to_string(parts) + " parts are more than there can be; cut in at most " +
           std::to_string(mostParts) + ", or use ct.reshape, which makes one tensor");
}

DType placesType(std::optional<DType> dtype) {
  if (dtype && (isInexact(*dtype) || *dtype == DType::bool_))
    refuse<TypeError>("dtype is " + nameOf(*dtype) + ", but expected integers");
  return dtype.value_or(DType::int64);
}

size_t oneOf(const char *parameter, const std::string &given,
             std::initializer_list<const char *> words) {
  std::string all;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (given == *word)
      return word - words.begin();
    all += word == words.begin() ? "'" : word + 1 == words.end() ? " or '" : ", '";
    all += std::string(*word) + "'";
  }
  refuse("found " + std::string(parameter) + " '" + given + "', but expected " + all);
}

void needComputed(DType dtype) {
  if (isStorageOnly(dtype))
    refuse<TypeError>(whyRefused(cotan::DType(dtype)));
}

void needInteger(const char *parameter, const Tensor &given) {
  if (isInexact(given.dtype()) || given.dtype() == DType::bool_ || given.ndim() != 0)
    refuse<TypeError>("'" + std::string(parameter) + "' must be an integer, but is " +
                      describe(given.body()->type()));
}

void needKey(const Tensor &key) {
  if (key.dtype() != DType::uint32 || sizesOf(key) != llvm::ArrayRef<int64_t>{2})
    refuse<TypeError>("a random key is needed, but found " + describe(key.body()->type()) +
                      "; make one with ct.random.key(seed)");
}

} // namespace ct
