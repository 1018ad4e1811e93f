// The names of an element type, beside its size.
#include "cotan/support/dtype_name.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace cotan;

namespace {

std::vector<DType> allTypes() {
  std::vector<DType> all;
  for (unsigned i = 0; i < numDTypes; ++i)
    all.push_back(DType(i));
  return all;
}

/// Those that are computed with.
std::vector<DType> computed() {
  std::vector<DType> all = allTypes();
  llvm::erase_if(all, [](DType dtype) { return isStorageOnly(dtype); });
  return all;
}

std::string digitsOf(llvm::StringRef name) { return name.drop_until(llvm::isDigit).str(); }

TEST(DTypeName, namesItsTypeAlone) {
  std::set<std::string> names;
  for (DType dtype : allTypes()) {
    EXPECT_EQ(dtypeNamed(nameOf(dtype)), dtype);
    names.insert({nameOf(dtype).str(), publicNameOf(dtype).str()});
    if (!isStorageOnly(dtype))
      names.insert(npyNameOf(dtype).str());
  }
  EXPECT_EQ(names.size(), 2 * allTypes().size() + std::size(computed()));
  EXPECT_FALSE(dtypeNamed(""));
  EXPECT_FALSE(dtypeNamed("f8"));
}

TEST(DTypeName, saysHowManyBitsOrBytesAnElementTakes) {
  for (DType dtype : computed()) {
    const std::string bytes = std::to_string(sizeOf(dtype)),
                      bits = std::to_string(8 * sizeOf(dtype));
    EXPECT_EQ(digitsOf(nameOf(dtype)), dtype == DType::i1 ? "1" : bits);
    EXPECT_EQ(digitsOf(publicNameOf(dtype)), dtype == DType::i1 ? "" : bits);
    EXPECT_EQ(digitsOf(npyNameOf(dtype)), dtype == DType::bf16 ? "" : bytes) << "NumPy has no bf16";
  }
  for (DType dtype : {DType::f8E4M3, DType::f8E5M2, DType::i4, DType::ui4}) {
    EXPECT_EQ(sizeOf(dtype), 1u);
    EXPECT_EQ(npyNameOf(dtype), "") << "NumPy has none of them";
  }
}

} // namespace
