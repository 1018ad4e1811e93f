// What is written comes back, is what the format's description says, and what lies is refused.
#include "cotan/support/safetensors.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

using namespace cotan;

namespace {

class Safetensors : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan-safetensors", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path() const { return (folder + "/x.safetensors").str(); }
  void put(const std::string &bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  std::string get() const { return (*llvm::MemoryBuffer::getFile(path()))->getBuffer().str(); }
  size_t filesInFolder() const {
    std::error_code code;
    size_t count = 0;
    for (llvm::sys::fs::directory_iterator at(folder, code), end; at != end; at.increment(code))
      ++count;
    return count;
  }

  /// The file with this header.
  static std::string withHeader(const std::string &header, size_t elements) {
    char length[8];
    llvm::support::endian::write64le(length, header.size());
    return std::string(length, 8) + header + std::string(elements, '\1');
  }
  std::string refusal(const std::string &bytes) const {
    put(bytes);
    llvm::Expected<NamedArrays> arrays = readSafetensors(path());
    return arrays ? "not refused" : llvm::toString(arrays.takeError());
  }

  llvm::SmallString<64> folder;
};

TEST_F(Safetensors, keepEveryElementType) {
  NamedArrays arrays;
  for (unsigned i = 0; i < numDTypes; ++i) {
    const auto dtype = DType(i);
    if (dtype == DType::c128 || dtype == DType::i4 || dtype == DType::ui4) {
      llvm::Error error = writeSafetensors(path(), {{"x", Array::zeros(dtype, {2})}});
      EXPECT_NE(llvm::toString(std::move(error)).find("the format does not have"),
                std::string::npos);
      continue;
    }
    Array array(dtype, {2, 3});
    for (size_t byte = 0; byte < array.bytes(); ++byte)
      array.mutableData()[byte] = std::byte(dtype == DType::i1 ? byte % 2 : 37 * byte + i);
    arrays.emplace_back(std::string(1, char('a' + i)), array);
  }
  arrays.emplace_back("y: \"{[\\\u00e9", Array::zeros(DType::f32, {}));
  arrays.emplace_back("z", Array::zeros(DType::f64, {0, 4}));
  ASSERT_FALSE(llvm::errorToBool(writeSafetensors(path(), arrays)));
  EXPECT_EQ(filesInFolder(), 1u);

  llvm::Expected<NamedArrays> found = readSafetensors(path());
  ASSERT_TRUE(bool(found)) << llvm::toString(found.takeError());
  ASSERT_EQ(found->size(), arrays.size());
  for (const auto &[name, array] : arrays) {
    auto isIt = [&](const auto &pair) { return pair.first == name; };
    const Array &same = llvm::find_if(*found, isIt)->second;
    EXPECT_EQ(same.dtype(), array.dtype());
    EXPECT_EQ(same.shape(), array.shape());
    EXPECT_EQ(std::memcmp(same.data(), array.data(), array.bytes()), 0) << name;
  }
}

TEST_F(Safetensors, areAsTheFormatSays) {
  Array x(DType::f32, {2});
  x.mutableValues<float>()[0] = 1;
  x.mutableValues<float>()[1] = -2;
  ASSERT_FALSE(llvm::errorToBool(writeSafetensors(path(), {{"x", x}})));
  const std::string expected =
      R"({"x":{"data_offsets":[0,8],"dtype":"F32","shape":[2]}})" + std::string(2, ' ');
  EXPECT_EQ(get(), withHeader(expected, 0) + std::string("\0\0\x80\x3f\0\0\0\xc0", 8));
  EXPECT_EQ(expected.size() % 8, 0u);
}

TEST_F(Safetensors, thatLieAreRefused) {
  auto one = [](const char *dtype, const char *shape, const char *offsets, const char *name = "w") {
    return std::string("\"") + name + "\": {\"dtype\": \"" + dtype + "\", \"shape\": " + shape +
           ", \"data_offsets\": " + offsets + "}";
  };
  auto file = [](const std::string &entries, size_t elements) {
    return withHeader("{" + entries + "}", elements);
  };
  EXPECT_EQ(refusal(file(one("F32", "[2]", "[0, 8]"), 8)), "not refused");
  const std::string good = one("F32", "[2]", "[0, 8]");
  const std::pair<std::string, const char *> wrong[] = {
      {"", "it has 0 bytes"},
      {"1234567", "it has 7 bytes"},
      {withHeader("{}", 0).substr(0, 9), "was cut off"},
      {std::string(8, '\xff'), "18446744073709551615 bytes"},
      {file(good, 4), "have 8 bytes, but the file has 4"},
      {file(good, 9), "have 8 bytes, but the file has 9"},
      {file(one("F32", "[3]", "[0, 8]"), 8), "does not fit"},
      {file(one("F32", "[-1, -2]", "[0, 8]"), 8), "needs a dtype"},
      {file(one("F31", "[2]", "[0, 8]"), 8), "'F31', which is not known"},
      {file(one("", "[2]", "[0, 8]"), 8), "which is not known"},
      {file(one("F32", "[4294967296, 4294967296]", "[0, 0]"), 0), "does not fit"},
      {file(one("F32", "[4611686018427387904, 4]", "[0, 0]"), 0), "does not fit"},
      {file(one("F32", "[0, 9223372036854775807, 2]", "[0, 0]"), 0), "does not fit"},
      {file(one("F32", "[2]", "[8, 0]"), 8), "does not fit"},
      {file(one("F32", "[2]", "[4, 12]"), 12), "does not begin"},
      {file(good + ", " + one("F32", "[2]", "[0, 8]", "v"), 8), "does not begin"},
      {file(good + ", " + one("F32", "[2]", "[4, 12]", "v"), 12), "does not begin"},
      {file(good + ", " + good, 8), "a key is there twice"},
      {file(one("F32", "[0.5]", "[0, 0]"), 0), "needs a dtype"},
      {file(one("F32", "[1e300]", "[0, 0]"), 0), "needs a dtype"},
      {file("\"w\": 3", 0), "needs a dtype"},
      {withHeader("[1]", 0), "it is no object"},
      {withHeader("{{", 0), "makes no sense"},
      {withHeader(std::string(100'000, '['), 0), "brackets are 100000 deep"},
      {withHeader(std::string(100'000, ']'), 0), "makes no sense"}};
  for (const auto &[bytes, what] : wrong)
    EXPECT_NE(refusal(bytes).find(what), std::string::npos) << refusal(bytes);
}

/// Whatever bytes change, the arrays found lie within the file.
TEST_F(Safetensors, thatAreDamagedAreReadOrRefused) {
  Array x(DType::i16, {3, 2}), y(DType::f64, {5});
  std::memset(x.mutableData(), 1, x.bytes());
  std::memset(y.mutableData(), 2, y.bytes());
  ASSERT_FALSE(llvm::errorToBool(writeSafetensors(path(), {{"x", x}, {"y", y}})));
  const std::string whole = get();
  std::mt19937 random(1);
  size_t read = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string bytes = whole;
    for (unsigned changes = random() % 3 + 1; changes; --changes)
      bytes[random() % bytes.size()] = "0129[]{},\":F-"[random() % 13];
    put(bytes.substr(0, random() % 4 ? bytes.size() : random() % bytes.size()));
    llvm::Expected<NamedArrays> found = readSafetensors(path());
    if (!found) {
      llvm::consumeError(found.takeError());
      continue;
    }
    ++read;
    size_t total = 0;
    for (const auto &[name, array] : *found)
      total += array.bytes();
    EXPECT_LE(total, bytes.size());
  }
  EXPECT_GT(read, 10u);
}

TEST_F(Safetensors, thatCannotBeWrittenLeaveTheOldOne) {
  ASSERT_FALSE(llvm::errorToBool(writeSafetensors(path(), {{"x", Array::zeros(DType::f32, {2})}})));
  const std::string before = get();
  EXPECT_TRUE(llvm::errorToBool(writeSafetensors(path(), {{"x", Array::zeros(DType::i4, {2})}})));
  EXPECT_TRUE(llvm::errorToBool(writeSafetensors(path(), {{"\xff", Array()}})));
  EXPECT_TRUE(llvm::errorToBool(writeSafetensors(path(), {{"x", Array()}, {"x", Array()}})));
  EXPECT_TRUE(llvm::errorToBool(writeSafetensors((folder + "/none/x").str(), {})));
  EXPECT_EQ(get(), before);
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_TRUE(llvm::errorToBool(readSafetensors((folder + "/none").str()).takeError()));
  EXPECT_TRUE(llvm::errorToBool(readSafetensors(folder).takeError())); // a folder
}

} // namespace
