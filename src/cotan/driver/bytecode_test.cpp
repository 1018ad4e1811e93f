// Bytecode that was damaged is refused before MLIR reads it.
#include "cotan/driver/bytecode.h"
#include "cotan/driver/session.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <random>

using namespace cotan;
using namespace mlir;

namespace {

constexpr StringRef text = R"(
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = prim.exp %x : tensor<3xf64>
  return %y : tensor<3xf64>
})";

/// What is said about a source; empty if it is read.
std::string problemOf(StringRef source) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  Session session(stream);
  bool isRead = succeeded(session.loadText(source, "source"));
  EXPECT_EQ(isRead, errors.empty()) << errors;
  return errors;
}

class Bytecode : public testing::Test {
protected:
  Bytecode() : session(llvm::errs()) {
    EXPECT_TRUE(succeeded(session.loadText(text, "text")));
    bytes = *writeBytecode(session.module());
  }

  Session session;
  std::string bytes;
};

TEST_F(Bytecode, thatCotanWroteIsRead) {
  EXPECT_TRUE(isBytecode(llvm::MemoryBufferRef(bytes, "")));
  EXPECT_EQ(problemOf(bytes), "");
  OwningOpRef<ModuleOp> byMlir =
      parseSourceString<ModuleOp>(bytes, ParserConfig(&session.context()));
  EXPECT_TRUE(byMlir);
}

TEST_F(Bytecode, ofAnotherProducerIsRefused) {
  std::string other;
  llvm::raw_string_ostream stream(other);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(session.module(), stream)));
  std::string said = problemOf(other);
  EXPECT_NE(said.find("source: this is bytecode without Cotan's checksum"), std::string::npos)
      << said;
  EXPECT_NE(said.find("convert it to text"), std::string::npos) << said;
}

TEST_F(Bytecode, changedAtRandomIsRefused) {
  std::mt19937 random(1);
  for (int i = 0; i < 4000; ++i) {
    std::string changed = bytes;
    size_t at = 4 + random() % (bytes.size() - 4); // without its first four bytes it is text
    if (random() % 3 == 0)
      changed.resize(at);
    else if (random() % 3 == 0)
      changed.insert(at, changed.substr(at, 1 + random() % 20));
    else
      changed[at] = static_cast<char>(changed[at] + 1 + random() % 255);
    EXPECT_TRUE(llvm::errorToBool(checkBytecode(changed))) << i;
    if (i % 100 == 0)
      EXPECT_NE(problemOf(changed).find("bytecode"), std::string::npos);
  }
}

TEST_F(Bytecode, withoutItsFirstBytesIsNoProgram) {
  EXPECT_NE(problemOf(StringRef(bytes).drop_front(2)), "");
}

} // namespace
