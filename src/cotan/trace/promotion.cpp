#include "cotan/trace/promotion.h"

#include "cotan/support/dtype_name.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/open_sizes.h"

namespace cotan::trace {
namespace {

// The nodes of JAX's lattice: the element types, and the types of numbers that give way.
constexpr unsigned weakInteger = numDTypes, weakFloat = weakInteger + 1,
                   weakComplex = weakFloat + 1;
constexpr unsigned numNodes = weakComplex + 1;

struct Edge {
  unsigned from, to;
};

constexpr unsigned at(DType dtype) { return unsigned(dtype); }

// "Type Promotion Semantics" of JAX's documentation.
constexpr Edge edges[] = {
    {at(DType::i1), weakInteger},       {weakInteger, at(DType::ui8)},
    {weakInteger, at(DType::i8)},       {at(DType::ui8), at(DType::i16)},
    {at(DType::ui8), at(DType::ui16)},  {at(DType::ui16), at(DType::i32)},
    {at(DType::ui16), at(DType::ui32)}, {at(DType::ui32), at(DType::i64)},
    {at(DType::ui32), at(DType::ui64)}, {at(DType::i8), at(DType::i16)},
    {at(DType::i16), at(DType::i32)},   {at(DType::i32), at(DType::i64)},
    {at(DType::ui64), weakFloat},       {at(DType::i64), weakFloat},
    {weakFloat, at(DType::f16)},        {weakFloat, at(DType::bf16)},
    {at(DType::f16), at(DType::f32)},   {at(DType::bf16), at(DType::f32)},
    {at(DType::f32), at(DType::f64)},   {weakFloat, weakComplex},
    {weakComplex, at(DType::c64)},      {at(DType::f32), at(DType::c64)},
    {at(DType::f64), at(DType::c128)},  {at(DType::c64), at(DType::c128)},
    {weakFloat, at(DType::f8E4M3)},     {weakFloat, at(DType::f8E5M2)},
    {weakInteger, at(DType::i4)},       {weakInteger, at(DType::ui4)},
};

/// For each node, the set of nodes that are reached from it, itself among them.
struct Lattice {
  uint32_t above[numNodes] = {};

  constexpr Lattice() {
    for (unsigned i = 0; i < numNodes; ++i)
      above[i] = 1u << i;
    for (unsigned turn = 0; turn < numNodes; ++turn)
      for (const Edge &edge : edges)
        above[edge.from] |= above[edge.to];
  }

  /// The one node above both that is below all others above both; none for most pairs with a type
  /// for storage only.
  constexpr std::optional<unsigned> join(unsigned x, unsigned y) const {
    uint32_t both = above[x] & above[y];
    for (unsigned i = 0; i < numNodes; ++i)
      if (both >> i & 1 && (both & ~above[i]) == 0)
        return i;
    return std::nullopt;
  }
};
constexpr Lattice lattice;

unsigned nodeOf(Promoted type) {
  if (!type.isWeak || type.dtype == DType::i1)
    return at(type.dtype);
  if (isComplex(type.dtype))
    return weakComplex;
  return isFloat(type.dtype) ? weakFloat : weakInteger;
}

} // namespace

/// None if the types have none in common.
static std::optional<Promoted> typeOfBoth(Promoted x, Promoted y) {
  if (x.dtype == y.dtype)
    return Promoted{x.dtype, x.isWeak && y.isWeak};
  // Two types that give way: as their strong counterparts, but the result gives way.
  if (x.isWeak && y.isWeak)
    return Promoted{promote({x.dtype, false}, {y.dtype, false}).dtype, true};
  // By the lattice, integers would become floats of 8 bits, which hold few of them.
  auto isFixed = [](Promoted type) { return !type.isWeak && type.dtype != DType::i1; };
  if (isFixed(x) && isFixed(y) && (isStorageOnly(x.dtype) || isStorageOnly(y.dtype)))
    return std::nullopt;
  std::optional<unsigned> node = lattice.join(nodeOf(x), nodeOf(y));
  if (!node)
    return std::nullopt;
  if (*node == weakInteger)
    return Promoted{defaultInteger, true};
  if (*node == weakFloat)
    return Promoted{defaultFloat(), true};
  if (*node == weakComplex)
    return Promoted{defaultComplex(), true};
  return Promoted{DType(*node), false};
}

Promoted promote(Promoted x, Promoted y) {
  if (std::optional<Promoted> both = typeOfBoth(x, y))
    return *both;
  throw ct::TypeError(
      currentPlace() + publicNameOf(x.dtype).str() + " and " + publicNameOf(y.dtype).str() +
      " have no type in common that numbers are converted to by themselves; convert "
      "one of them first, as x.astype('float32')");
}

std::string whyRefused(DType dtype) {
  if (isComplex(dtype))
    return "takes no complex numbers, but found " + publicNameOf(dtype).str() +
           "; take their real or imaginary part, ct.real(x), or their size, ct.abs(x)";
  return "does not compute with " + publicNameOf(dtype).str() +
         ", a type for storage only; convert first, as x.astype('" +
         (isFloat(dtype)       ? "float32"
          : dtype == DType::i4 ? "int8"
                               : "uint8") +
         "')";
}

Promoted promote(llvm::ArrayRef<TensorRef> tensors) {
  Promoted result{tensors.front()->dtype, tensors.front()->isWeak};
  for (const TensorRef &tensor : tensors.drop_front())
    result = promote(result, {tensor->dtype, tensor->isWeak});
  return result;
}

std::optional<TensorType> join(const TensorType &x, const TensorType &y) {
  if (!haveOneType(x.sizes, y.sizes))
    return std::nullopt;
  std::optional<Promoted> both = typeOfBoth({x.dtype, x.isWeak}, {y.dtype, y.isWeak});
  if (!both || (!x.isWeak && both->dtype != x.dtype) || (!y.isWeak && both->dtype != y.dtype))
    return std::nullopt;
  return TensorType{both->dtype, x.sizes, both->isWeak};
}

} // namespace cotan::trace
