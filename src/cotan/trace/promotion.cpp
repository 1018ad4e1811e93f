#include "cotan/trace/promotion.h"

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

  /// The one node above both that is below all others above both.
  constexpr unsigned join(unsigned x, unsigned y) const {
    uint32_t both = above[x] & above[y];
    for (unsigned i = 0; i < numNodes; ++i)
      if (both >> i & 1 && (both & ~above[i]) == 0)
        return i;
    return x;
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

Promoted promote(Promoted x, Promoted y) {
  if (x.dtype == y.dtype)
    return {x.dtype, x.isWeak && y.isWeak};
  // Two types that give way: as their strong counterparts, but the result gives way.
  if (x.isWeak && y.isWeak)
    return {promote({x.dtype, false}, {y.dtype, false}).dtype, true};
  unsigned node = lattice.join(nodeOf(x), nodeOf(y));
  if (node == weakInteger)
    return {defaultInteger, true};
  if (node == weakFloat)
    return {defaultFloat, true};
  if (node == weakComplex)
    return {defaultComplex, true};
  return {DType(node), false};
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
  Promoted both = promote({x.dtype, x.isWeak}, {y.dtype, y.isWeak});
  if ((!x.isWeak && both.dtype != x.dtype) || (!y.isWeak && both.dtype != y.dtype))
    return std::nullopt;
  return TensorType{both.dtype, x.sizes, both.isWeak};
}

} // namespace cotan::trace
