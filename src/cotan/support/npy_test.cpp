// .npy and .npz: what is written can be read, NumPy's own bytes are read right, and damaged files
// are refused.
#include "cotan/support/npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

using namespace cotan;
using llvm::StringRef;

namespace {

/// A folder that is gone at the end of the test.
class Files : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan-npy", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) const { return (folder + "/" + name).str(); }
  void put(StringRef name, const std::string &bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::string get(StringRef name) const {
    return (*llvm::MemoryBuffer::getFile(path(name)))->getBuffer().str();
  }

private:
  llvm::SmallString<64> folder;
};

std::string npy(const std::string &header, const std::string &elements, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += {version, 0};
  size_t width = version == 1 ? 2 : 4;
  for (size_t i = 0; i < width; ++i)
    bytes += char(header.size() >> (8 * i));
  return bytes + header + elements;
}

std::string header(const std::string &descr, const std::string &shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

Array decoded(const std::string &bytes) {
  llvm::Expected<Array> array = decodeNpy(bytes, "x.npy");
  if (array)
    return *array;
  ADD_FAILURE() << llvm::toString(array.takeError());
  return Array();
}

std::string refusal(const std::string &bytes) {
  llvm::Expected<Array> array = decodeNpy(bytes, "x.npy");
  return array ? "not refused" : llvm::toString(array.takeError());
}

void expectSame(const Array &x, const Array &y) {
  EXPECT_EQ(x.dtype(), y.dtype());
  ASSERT_EQ(x.shape(), y.shape());
  EXPECT_EQ(std::memcmp(x.data(), y.data(), x.bytes()), 0);
}

Array counting(DType dtype, llvm::ArrayRef<int64_t> shape) {
  Array array(dtype, shape);
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    int next = 0;
    for (T &value : array.mutableValues<T>())
      value = static_cast<T>(next++);
  });
  return array;
}

} // namespace

TEST_F(Files, EveryElementTypeAndShapeComesBack) {
  for (DType dtype : {DType::i1, DType::i8, DType::i16, DType::i32, DType::i64, DType::ui8,
                      DType::ui16, DType::ui32, DType::ui64, DType::f16, DType::f32, DType::f64})
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{}, {0}, {5}, {2, 3}, {3, 0, 2}, {1, 2, 1, 3}}) {
      Array array = counting(dtype, shape);
      ASSERT_FALSE(llvm::errorToBool(writeNpy(path("x.npy"), array)));
      llvm::Expected<Array> back = readNpy(path("x.npy"));
      ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
      expectSame(*back, array);
    }
}

TEST_F(Files, ElementsStartAtAMultipleOf64) {
  Array array = counting(DType::f64, {3});
  ASSERT_FALSE(llvm::errorToBool(writeNpy(path("x.npy"), array)));
  EXPECT_EQ((get("x.npy").size() - array.bytes()) % 64, 0u);
}

TEST_F(Files, Bfloat16IsRefusedAndNothingIsLeft) {
  llvm::Error error = writeNpy(path("x.npy"), counting(DType::bf16, {2}));
  EXPECT_EQ(llvm::toString(std::move(error)),
            path("x.npy") +
                ": cannot be written: NumPy has no bf16; cast the result to f32 before it is "
                "written");
  EXPECT_FALSE(llvm::sys::fs::exists(path("x.npy")));
}

TEST_F(Files, AFileThatIsNotThereIsAnError) {
  llvm::Expected<Array> array = readNpy(path("none.npy"));
  ASSERT_FALSE(bool(array));
  EXPECT_NE(llvm::toString(array.takeError()).find("none.npy"), std::string::npos);
  llvm::Expected<NamedArrays> arrays = readNpz(path("none.npz"));
  ASSERT_FALSE(bool(arrays));
  llvm::consumeError(arrays.takeError());
}

TEST(Npy, AllVersionsAreRead) {
  for (char version : {1, 2, 3})
    EXPECT_EQ(decoded(npy(header("<i4", "(1,)"), {7, 0, 0, 0}, version)).asInt(), 7);
  EXPECT_NE(refusal(npy(header("<i4", "(1,)"), {7, 0, 0, 0}, 4)).find("version 4"),
            std::string::npos);
}

TEST(Npy, FortranOrderIsTurnedIntoRows) {
  // Columns of [[1, 2, 3], [4, 5, 6]].
  Array array = decoded(npy(header("|i1", "(2, 3)", true), {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(array.asInts(), (llvm::SmallVector<int64_t>{1, 2, 3, 4, 5, 6}));
  Array cube = decoded(npy(header("|u1", "(2, 2, 2)", true), {0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(cube.asInts(), (llvm::SmallVector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Npy, BigEndianIsTurnedRound) {
  EXPECT_EQ(decoded(npy(header(">i2", "()"), {1, 2})).asInt(), 258);
  EXPECT_EQ(decoded(npy(header(">f8", "(1,)"), {0x40, 0x09, 0, 0, 0, 0, 0, 0})).asDouble(), 3.125);
  EXPECT_EQ(decoded(npy(header(">u8", "(1,)"), {0, 0, 0, 0, 0, 0, 1, 0})).asInt(), 256);
}

TEST(Npy, AnyByteButZeroIsTrue) {
  Array array = decoded(npy(header("|b1", "(3,)"), {0, 1, 2}));
  EXPECT_EQ(array.values<bool>()[2], true);
  EXPECT_EQ(array.asInts(), (llvm::SmallVector<int64_t>{0, 1, 1}));
}

TEST(Npy, HeaderMayBeWrittenInAnyWay) {
  EXPECT_EQ(decoded(npy("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"|i1\"}   \n", {3, 4}))
                .asInt(1),
            4);
}

TEST(Npy, ComplexNumbersArePairs) {
  for (const char *order : {"<", ">"}) {
    const std::string bytes = *order == '<' ? std::string("\0\0\x80\x3f\0\0\0\x40", 8)
                                            : std::string("\x3f\x80\0\0\x40\0\0\0", 8);
    Array array = decoded(npy(header(std::string(order) + "c8", "(1,)"), bytes));
    EXPECT_EQ(array.values<std::complex<float>>()[0], std::complex<float>(1, 2));
  }
}

TEST(Npy, OtherElementTypesAreRefusedByName) {
  EXPECT_NE(refusal(npy(header("|O", "(1,)"), "")).find("Python objects"), std::string::npos);
  EXPECT_NE(refusal(npy(header("<U3", "(1,)"), "")).find("text"), std::string::npos);
  EXPECT_NE(refusal(npy(header("<M8[s]", "(1,)"), "")).find("dates"), std::string::npos);
  EXPECT_NE(refusal(npy(header("<f16", "(1,)"), "")).find("f16"), std::string::npos);
  std::string structured = "{'descr': [('a', '<f4'), ('b', '<i4', (2,))], 'fortran_order': False, "
                           "'shape': (1,), }";
  EXPECT_NE(refusal(npy(structured, "")).find("structured"), std::string::npos);
}

TEST(Npy, DamagedFilesAreRefused) {
  std::string whole = npy(header("<f8", "(2, 3)"), std::string(48, 'x'));
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(refusal(whole.substr(0, length)), "not refused") << length;
  EXPECT_EQ(refusal("PK\3\4 no such thing"), "x.npy: not a .npy file");
  EXPECT_EQ(refusal(whole.substr(0, 9)), "x.npy: the header is cut off");
  EXPECT_EQ(refusal(whole.substr(0, 60)), "x.npy: the header is cut off");
  EXPECT_EQ(refusal(whole.substr(0, whole.size() - 1)),
            "x.npy: the file is cut off: shape [2, 3] needs 6 elements");
  EXPECT_EQ(refusal(npy("{'descr': 1}", "")), "x.npy: the header cannot be read: {'descr': 1}");
  for (StringRef shape : {"(-1,)", "(99999999999999999999,)", "(2, 3", "2, 3)", "('a',)", "(2.5,)",
                          "(4294967296, 4294967296)", "(9223372036854775807, 2)", "None"})
    EXPECT_NE(refusal(npy(header("<f8", shape.str()), std::string(64, 0))), "not refused")
        << shape.str();
  for (StringRef text : {"", "{", "}", "{}", "[]", "{'descr': '<f8'}", "{'descr': '<f8",
                         "{'descr': '', 'fortran_order': False, 'shape': ()}",
                         "{'descr': [[[, 'fortran_order': False, 'shape': ()}",
                         "{'descr': '<f8', 'fortran_order': 1, 'shape': ()}",
                         "{'descr': '<f8', 'fortran_order': False, 'shape': ()} more"})
    EXPECT_NE(refusal(npy(text.str(), std::string(64, 0))), "not refused") << text.str();
}

// The file says it holds 8 TB; nothing of that size may be asked for.
TEST(Npy, SizesAreCheckedAgainstTheFile) {
  EXPECT_NE(refusal(npy(header("<f8", "(1099511627776,)"), "")).find("cut off"), std::string::npos);
}

TEST_F(Files, ArchivesKeepNamesAndOrder) {
  NamedArrays arrays = {{"weights", counting(DType::f32, {2, 3})},
                        {"a/b", counting(DType::i64, {})},
                        {"none", counting(DType::ui8, {0, 4})}};
  ASSERT_FALSE(llvm::errorToBool(writeNpz(path("x.npz"), arrays)));
  llvm::Expected<NamedArrays> back = readNpz(path("x.npz"));
  ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
  ASSERT_EQ(back->size(), arrays.size());
  for (auto [expected, found] : llvm::zip(arrays, *back)) {
    EXPECT_EQ(expected.first, found.first);
    expectSame(found.second, expected.second);
  }
}

TEST_F(Files, EmptyArchivesAreFine) {
  ASSERT_FALSE(llvm::errorToBool(writeNpz(path("x.npz"), {})));
  llvm::Expected<NamedArrays> back = readNpz(path("x.npz"));
  ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
  EXPECT_TRUE(back->empty());
}

TEST_F(Files, DamagedArchivesAreRefused) {
  ASSERT_FALSE(llvm::errorToBool(writeNpz(path("x.npz"), {{"x", counting(DType::f64, {4})}})));
  std::string whole = get("x.npz");
  size_t element = whole.find('\n', whole.find("descr")) + 8;
  for (size_t length : {size_t(0), size_t(10), whole.size() / 2, whole.size() - 1}) {
    put("cut.npz", whole.substr(0, length));
    llvm::Expected<NamedArrays> arrays = readNpz(path("cut.npz"));
    ASSERT_FALSE(bool(arrays)) << length;
    llvm::consumeError(arrays.takeError());
  }
  whole[element] ^= 1; // the checksum no longer fits
  put("changed.npz", whole);
  llvm::Expected<NamedArrays> arrays = readNpz(path("changed.npz"));
  ASSERT_FALSE(bool(arrays));
  EXPECT_NE(llvm::toString(arrays.takeError()).find("'x.npy'"), std::string::npos);
}
