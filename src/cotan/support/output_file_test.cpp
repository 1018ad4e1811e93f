#include "cotan/support/output_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

class OutputFile : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) { return (folder + "/" + name).str(); }
  size_t filesInFolder() {
    std::error_code code;
    size_t count = 0;
    for (llvm::sys::fs::directory_iterator i(folder, code), end; i != end; i.increment(code))
      ++count;
    return count;
  }

  llvm::SmallString<128> folder;
};

TEST_F(OutputFile, replaces_an_old_file_and_leaves_nothing_else) {
  EXPECT_FALSE(bool(writeFile(in("a"), "old and longer")));
  EXPECT_FALSE(bool(writeFile(in("a"), "new")));
  auto buffer = llvm::MemoryBuffer::getFile(in("a"));
  ASSERT_TRUE(bool(buffer));
  EXPECT_EQ((*buffer)->getBuffer(), "new");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(OutputFile, names_the_file_it_cannot_write) {
  std::string message = llvm::toString(writeFile(in("missing/a"), "text"));
  EXPECT_NE(message.find("missing/a"), std::string::npos) << message;
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(OutputFile, reports_a_file_that_cannot_be_moved_into_place) {
  std::string message = llvm::toString(writeFile("", "text"));
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

TEST_F(OutputFile, reports_a_folder) {
  std::string message = llvm::toString(writeFile(folder, "text"));
  EXPECT_NE(message.find("Is a directory"), std::string::npos) << message;
}

TEST_F(OutputFile, reports_a_full_device) {
  std::string message = llvm::toString(writeFile("/dev/full", "text"));
  EXPECT_NE(message.find("No space left"), std::string::npos) << message;
  EXPECT_TRUE(llvm::sys::fs::exists("/dev/full"));
}

} // namespace
