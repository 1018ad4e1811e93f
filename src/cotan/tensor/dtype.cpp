#include "cotan/tensor/dtype.h"

#include "cotan/support/dtype_name.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/promotion.h"

#include <ostream>

namespace ct {
namespace {

// The public type repeats the inner one, whose header needs LLVM's.
static_assert(inner(DType::bool_) == cotan::DType::i1 && inner(DType::int64) == cotan::DType::i64 &&
              inner(DType::uint8) == cotan::DType::ui8 &&
              inner(DType::float16) == cotan::DType::f16 &&
              inner(DType::float64) == cotan::DType::f64 &&
              inner(DType::complex128) == cotan::DType::c128 &&
              inner(DType::float8_e5m2) == cotan::DType::f8E5M2 &&
              inner(DType::uint4) == cotan::DType::ui4);

std::string namesForStorage() {
  std::string names;
  for (unsigned i = 0; i < cotan::numDTypes; ++i)
    if (isStorageOnly(DType(i)))
      names += (names.empty() ? "" : i + 1 == cotan::numDTypes ? " and " : ", ") + nameOf(DType(i));
  return names;
}

} // namespace

DType default_dtype() { return outer(cotan::trace::defaultFloat()); }

void set_default_dtype(DType dtype) {
  if (dtype != DType::float32 && dtype != DType::float64)
    throw ValueError(
        cotan::trace::currentPlace() + "ct.default_dtype: found " + nameOf(dtype) +
        ", but expected float32 or float64; those are what floats can be that say nothing else");
  cotan::trace::setDefaultFloat(inner(dtype));
}

std::string nameOf(DType dtype) { return cotan::publicNameOf(inner(dtype)).str(); }
std::ostream &operator<<(std::ostream &out, DType dtype) { return out << nameOf(dtype); }

DType dtypeNamed(const std::string &name) {
  for (unsigned i = 0; i < cotan::numDTypes; ++i)
    if (name == nameOf(DType(i)))
      return DType(i);
  if (name == "float8_e4m3fn") // as others call it, who have one with infinities
    return DType::float8_e4m3;
  throw TypeError(cotan::trace::currentPlace() + "there is no element type '" + name +
                  "'; there are bool, int8 to int64, uint8 to uint64, "
                  "float16, bfloat16, float32, float64, complex64 and complex128, and for "
                  "storage " +
                  namesForStorage());
}

bool isFloating(DType dtype) { return cotan::isFloat(inner(dtype)); }

bool isStorageOnly(DType dtype) { return cotan::isStorageOnly(inner(dtype)); }

bool isComplex(DType dtype) { return cotan::isComplex(inner(dtype)); }

bool isInexact(DType dtype) { return isFloating(dtype) || isComplex(dtype); }

size_t itemSize(DType dtype) { return cotan::sizeOf(inner(dtype)); }

DType promote_types(DType x, DType y) {
  return outer(cotan::trace::promote({inner(x), false}, {inner(y), false}).dtype);
}

} // namespace ct
