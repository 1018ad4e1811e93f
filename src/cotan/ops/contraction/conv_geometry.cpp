#include "cotan/ops/contraction/conv_geometry.h"

#include "cotan/ops/layout/sizes.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>
#include <vector>

namespace cotan {
namespace {

// 128 bits: attributes may hold any number.
__int128 dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (__int128(size) - 1) * dilation + 1;
}

} // namespace

int64_t convolvedSize(const ConvAxis &axis, int64_t size, int64_t kernelSize) {
  __int128 spread = dilated(size, axis.lhsDilation);
  __int128 kernel = dilated(kernelSize, axis.rhsDilation);
  __int128 padded = spread + axis.low + axis.high;
  auto isTooLarge = [](__int128 number) {
    return number > largestConvolved || number < -largestConvolved;
  };
  if (isTooLarge(spread) || isTooLarge(kernel) || isTooLarge(axis.low) || isTooLarge(axis.high))
    return -1;
  return padded < kernel || padded < 0 ? 0 : int64_t((padded - kernel) / axis.stride + 1);
}

std::vector<int64_t> metElements(const ConvAxis &axis, int64_t size, int64_t kernelSize,
                                 int64_t places) {
  std::vector<int64_t> elements;
  for (int64_t place = 0; place < places; ++place)
    for (int64_t k = 0; k < kernelSize; ++k) {
      __int128 position = __int128(place) * axis.stride + __int128(k) * axis.rhsDilation - axis.low;
      bool isElement =
          position >= 0 && position % axis.lhsDilation == 0 && position / axis.lhsDilation < size;
      elements.push_back(isElement ? int64_t(position / axis.lhsDilation) : -1);
    }
  return elements;
}

static bool isDivisible(int64_t size, int64_t count) {
  return mlir::ShapedType::isDynamic(size) || size % count == 0;
}

std::string channelError(llvm::ArrayRef<int64_t> x, llvm::ArrayRef<int64_t> kernel,
                         int64_t featureGroups, int64_t batchGroups) {
  auto text = [](int64_t number) { return std::to_string(number); };
  bool isOpen = mlir::ShapedType::isDynamic(x[1]) || mlir::ShapedType::isDynamic(kernel[1]);
  if (!isOpen && __int128(kernel[1]) * featureGroups != x[1])
    return "x has " + text(x[1]) + " channels, but the kernel takes " + text(kernel[1]) +
           " in each of " + text(featureGroups) + " feature groups";
  if (!isDivisible(kernel[0], featureGroups) || !isDivisible(kernel[0], batchGroups))
    return text(kernel[0]) + " output channels cannot be cut into " +
           text(std::max(featureGroups, batchGroups)) + " groups of one size";
  if (!isDivisible(x[0], batchGroups))
    return "a batch of " + text(x[0]) + " cannot be cut into " + text(batchGroups) +
           " groups of one size";
  return "";
}

//--- at run time

namespace {

/// 128-bit numbers in generated code, and whether all of them were modest.
struct WideNumbers {
  llvm::IRBuilder<> &ir;
  llvm::Type *type = ir.getInt128Ty();
  llvm::Value *areModest = ir.getTrue();

  llvm::Value *number(int64_t value) { return llvm::ConstantInt::getSigned(type, value); }
  llvm::Value *modest(llvm::Value *value) {
    llvm::Value *isBelow = ir.CreateICmpSLE(value, number(largestConvolved));
    llvm::Value *isAbove = ir.CreateICmpSGE(value, number(-largestConvolved));
    areModest = ir.CreateAnd(areModest, ir.CreateAnd(isBelow, isAbove));
    return value;
  }
  llvm::Value *dilated(llvm::Value *size, int64_t dilation) {
    llvm::Value *last = ir.CreateSub(ir.CreateZExt(size, type), number(1));
    llvm::Value *spread = ir.CreateAdd(ir.CreateMul(last, number(dilation)), number(1));
    return modest(ir.CreateSelect(ir.CreateICmpEQ(size, ir.getInt64(0)), number(0), spread));
  }
  llvm::Value *padding(int64_t fixed, llvm::Value *extra) {
    return modest(ir.CreateAdd(number(fixed), ir.CreateSExt(extra, type)));
  }
};

} // namespace

llvm::Value *convolvedSize(SizeBuilder &b, const ConvAxis &axis, unsigned i, llvm::Value *low,
                           llvm::Value *high) {
  llvm::IRBuilder<> &ir = b.ir();
  WideNumbers wide{ir};
  llvm::Value *padded = wide.dilated(b.size(0, i + 2), axis.lhsDilation);
  padded = ir.CreateAdd(padded, wide.padding(axis.low, low));
  padded = ir.CreateAdd(padded, wide.padding(axis.high, high));
  llvm::Value *kernel = wide.dilated(b.size(1, i + 2), axis.rhsDilation);
  b.require(wide.areModest, "spatial axis " + llvm::Twine(i) + " is too large once padded");
  llvm::Value *room = ir.CreateTrunc(ir.CreateSub(padded, kernel), ir.getInt64Ty());
  llvm::Value *places = ir.CreateAdd(ir.CreateSDiv(room, ir.getInt64(axis.stride)), ir.getInt64(1));
  llvm::Value *isNowhere =
      ir.CreateOr(ir.CreateICmpSLT(padded, kernel), ir.CreateICmpSLT(padded, wide.number(0)));
  return ir.CreateSelect(isNowhere, ir.getInt64(0), places);
}

void requireChannels(SizeBuilder &b, uint64_t featureGroups, uint64_t batchGroups) {
  llvm::IRBuilder<> &ir = b.ir();
  llvm::Type *wide = ir.getInt128Ty(); // a number of groups times a size may be beyond 64 bits
  llvm::Value *taken =
      ir.CreateMul(ir.CreateZExt(b.size(1, 1), wide), llvm::ConstantInt::get(wide, featureGroups));
  requireEqual(b, taken, ir.CreateZExt(b.size(0, 1), wide),
               "x does not have the channels that the kernel takes in each of " +
                   llvm::Twine(featureGroups) + " feature groups");
  auto requireGroups = [&](llvm::Value *size, uint64_t groups, const char *what) {
    requireEqual(b, ir.CreateURem(size, ir.getInt64(groups)), ir.getInt64(0),
                 llvm::Twine(what) + " cannot be cut into " + llvm::Twine(groups) +
                     " groups of one size");
  };
  requireGroups(b.size(1, 0), std::max(featureGroups, batchGroups), "the output channels");
  requireGroups(b.size(0, 0), batchGroups, "the batch");
}

} // namespace cotan
