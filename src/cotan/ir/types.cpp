#include "cotan/ir/types.h"

#include "mlir/IR/Builders.h"

#include <cstring>

using namespace mlir;

namespace cotan {

std::optional<DType> dtypeOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return DType::f8E4M3;
  if (isa<Float8E5M2Type>(type))
    return DType::f8E5M2;
  if (type.isF16())
    return DType::f16;
  if (type.isBF16())
    return DType::bf16;
  if (type.isF32())
    return DType::f32;
  if (type.isF64())
    return DType::f64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return DType::c64;
    return complex.getElementType().isF64() ? std::optional(DType::c128) : std::nullopt;
  }
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return std::nullopt;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1: return isUnsigned ? std::nullopt : std::optional(DType::i1);
  case 4: return isUnsigned ? DType::ui4 : DType::i4;
  case 8: return isUnsigned ? DType::ui8 : DType::i8;
  case 16: return isUnsigned ? DType::ui16 : DType::i16;
  case 32: return isUnsigned ? DType::ui32 : DType::i32;
  case 64: return isUnsigned ? DType::ui64 : DType::i64;
  default: return std::nullopt;
  }
}

Type typeOf(DType dtype, MLIRContext *context) {
  Builder builder(context);
  switch (dtype) {
  case DType::f16: return builder.getF16Type();
  case DType::bf16: return builder.getBF16Type();
  case DType::f32: return builder.getF32Type();
  case DType::f64: return builder.getF64Type();
  case DType::f8E4M3: return builder.getType<Float8E4M3FNType>();
  case DType::f8E5M2: return builder.getType<Float8E5M2Type>();
  case DType::c64:
  case DType::c128: return ComplexType::get(typeOf(partOf(dtype), context));
  case DType::i1: return builder.getI1Type();
  default: break;
  }
  const bool isSmall = dtype == DType::i4 || dtype == DType::ui4;
  const unsigned width = isSmall ? Int4::bits : 8 * sizeOf(dtype);
  return isUnsigned(dtype) ? builder.getIntegerType(width, /*isSigned=*/false)
                           : builder.getIntegerType(width);
}

bool isStorageOnly(Type element) {
  std::optional<DType> dtype = dtypeOf(element);
  return dtype && isStorageOnly(*dtype);
}

bool carriesDerivative(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

SmallVector<unsigned> differentiableAmong(TypeRange types) {
  SmallVector<unsigned> places;
  for (auto [i, type] : llvm::enumerate(types))
    if (carriesDerivative(type))
      places.push_back(i);
  return places;
}

std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

Array toArray(DenseElementsAttr attribute) {
  DType dtype = *dtypeOf(attribute.getElementType());
  Array array(dtype, attribute.getType().getShape());
  if (dtype == DType::i1) { // packed in the attribute
    llvm::copy(attribute.getValues<bool>(), array.mutableValues<bool>().begin());
    return array;
  }
  if (dtype == DType::i4) { // without the copies of the sign in the upper bits
    llvm::transform(attribute.getValues<APInt>(), array.mutableValues<Int4>().begin(),
                    [](const APInt &value) { return Int4(value.getSExtValue()); });
    return array;
  }
  ArrayRef<char> raw = attribute.getRawData();
  if (!attribute.isSplat()) {
    llvm::copy(raw, reinterpret_cast<char *>(array.mutableData()));
    return array;
  }
  size_t width = sizeOf(dtype);
  for (int64_t i = 0; i < array.size(); ++i)
    std::memcpy(array.mutableData() + i * width, raw.data(), width);
  return array;
}

DenseElementsAttr toAttribute(const Array &array, RankedTensorType type) {
  if (array.dtype() == DType::i1)
    return DenseElementsAttr::get(type, array.values<bool>());
  if (array.dtype() == DType::i4)
    return DenseElementsAttr::get(type, llvm::map_to_vector(array.values<Int4>(), [](Int4 value) {
                                    return APInt(Int4::bits, uint64_t(int(value)),
                                                 /*isSigned=*/true, /*implicitTrunc=*/true);
                                  }));
  ArrayRef<char> raw(reinterpret_cast<const char *>(array.data()), array.bytes());
  return DenseElementsAttr::getFromRawBuffer(type, raw);
}

DenseElementsAttr splat(RankedTensorType type, double value) {
  Array element = Array::scalar(*dtypeOf(type.getElementType()), value);
  if (element.dtype() == DType::i1)
    return DenseElementsAttr::get(type, element.asBool());
  if (element.dtype() == DType::i4)
    return DenseElementsAttr::get(
        type, APInt(Int4::bits, element.asInt(), /*isSigned=*/true, /*implicitTrunc=*/true));
  return DenseElementsAttr::getFromRawBuffer(
      type, {reinterpret_cast<const char *>(element.data()), element.bytes()});
}

} // namespace cotan
