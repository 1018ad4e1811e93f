// What is said about archives that are damaged, or that NumPy could not read.
#include "cotan/support/npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace cotan;

namespace {

class Npz : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan-npz", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path() const { return (folder + "/x.npz").str(); }
  void put(const std::string &bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  std::string get() const { return (*llvm::MemoryBuffer::getFile(path()))->getBuffer().str(); }

  /// What is said, without the path, about an archive of one member in which `changed` replaces the
  /// bytes at `offset` of the member's entry in the directory at its end, and those at `also` of
  /// the header before the member.
  std::string refusal(size_t offset, const std::string &changed, size_t also = 0) const {
    EXPECT_FALSE(llvm::errorToBool(writeNpz(path(), {{"x", Array::zeros(DType::f64, {4})}})));
    std::string bytes = get();
    bytes.replace(bytes.find("PK\1\2") + offset, changed.size(), changed);
    if (also != 0)
      bytes.replace(also, changed.size(), changed);
    put(bytes);
    return refusal();
  }
  std::string refusal() const {
    llvm::Expected<NamedArrays> arrays = readNpz(path());
    return arrays ? "not refused" : llvm::toString(arrays.takeError()).substr(path().size() + 2);
  }

private:
  llvm::SmallString<64> folder;
};

TEST_F(Npz, aMemberThatSaysItIsHugeIsRefused) {
  EXPECT_EQ(refusal(24, "\xff\xff\xff\x7f", 22),
            "member 'x.npy' cannot hold the 2147483647 bytes it says in 160 of a file of 268");
}

TEST_F(Npz, aMemberThatIsLongerThanItSaysIsRefused) {
  EXPECT_EQ(refusal(24, std::string("\x50\0\0\0", 4), 22),
            "member 'x.npy' cannot hold the 80 bytes it says in 160 of a file of 268");
}

TEST_F(Npz, aDirectoryThatSaysSomethingElseThanTheMembersIsRefused) {
  EXPECT_EQ(refusal(24, "\xff\xff\xff\x7f"), "Zip archive inconsistent");
}

TEST_F(Npz, aMemberPackedInAnotherWayIsRefused) {
  EXPECT_EQ(refusal(10, std::string("\x62\0", 2), 8),
            "member 'x.npy' is packed by method 98; stored and deflated ones are read");
}

TEST_F(Npz, aFileThatIsNoArchiveIsRefused) {
  put("not an archive");
  EXPECT_EQ(refusal(), "Not a zip archive");
}

TEST_F(Npz, elementsNumPyDoesNotKnowAreNotWritten) {
  Array array = Array::zeros(DType::bf16, {2});
  EXPECT_EQ(llvm::toString(writeNpz(path(), {{"x", array}})),
            path() +
                ": 'x' cannot be written: NumPy has no bf16; cast the result to f32 before it is "
                "written");
  EXPECT_FALSE(llvm::sys::fs::exists(path()));
}

TEST_F(Npz, aNameTwiceIsRefused) {
  Array array = Array::zeros(DType::i8, {1});
  ASSERT_FALSE(llvm::errorToBool(writeNpz(path(), {{"x", array}, {"y", array}})));
  std::string bytes = get();
  for (size_t at = bytes.find("y.npy"); at != std::string::npos; at = bytes.find("y.npy"))
    bytes[at] = 'x';
  put(bytes);
  EXPECT_EQ(refusal(), "two members have the same name");
}

TEST_F(Npz, aMemberIsReadWithoutTheOthers) {
  Array zeros = Array::zeros(DType::i8, {1}), more = Array::zeros(DType::f64, {3});
  ASSERT_FALSE(llvm::errorToBool(writeNpz(path(), {{"damaged", zeros}, {"y", more}})));
  std::string bytes = get();
  bytes[bytes.find("NUMPY")] = '!';
  put(bytes);
  auto read = [&](llvm::StringRef name, std::vector<std::string> &names) {
    auto array = readNpz(path(), name, names);
    return array ? *array ? std::to_string((*array)->size()) + " elements" : "not there"
                 : llvm::toString(array.takeError());
  };
  std::vector<std::string> names, same;
  EXPECT_EQ(read("y", names), "3 elements");
  EXPECT_EQ(names, (std::vector<std::string>{"damaged", "y"}));
  EXPECT_EQ(read("x", same), "not there");
  EXPECT_EQ(same, names);
  EXPECT_NE(read("damaged", names).find("damaged"), std::string::npos);
}

TEST_F(Npz, aNameTwiceIsNotWritten) {
  Array array = Array::zeros(DType::i8, {1});
  EXPECT_EQ(llvm::toString(writeNpz(path(), {{"x", array}, {"x", array}})),
            path() + ": cannot be written: member 'x' cannot be added: File already exists");
}

} // namespace
