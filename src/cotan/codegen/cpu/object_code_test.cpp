// Object files of one program are linked wherever they lie.
#include "cotan/codegen/cpu/object_code.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <set>

using namespace cotan;
using namespace llvm;

namespace {

/// Code that runs once a call, too long to be optimized, and a function of a loop that it calls.
std::string longProgram() {
  std::string text = "define internal void @kernel(ptr %x) {\n  br label %turn\nturn:\n"
                     "  %more = load volatile i1, ptr %x\n"
                     "  br i1 %more, label %turn, label %done\ndone:\n  ret void\n}\n"
                     "define void @program(ptr %x) {\n";
  for (int i = 0; i < 5000; ++i)
    text += "  store volatile ptr @kernel, ptr %x\n  call void @kernel(ptr %x)\n";
  return text + "  ret void\n}\n";
}

/// The kinds of places in an object file that say where a function of another one lies.
std::set<std::string> referencesTo(StringRef name, const MemoryBuffer &object) {
  std::set<std::string> kinds;
  auto file = cantFail(object::ObjectFile::createObjectFile(object.getMemBufferRef()));
  for (const object::SectionRef &section : file->sections())
    for (const object::RelocationRef &place : section.relocations()) {
      auto symbol = place.getSymbol();
      if (symbol == file->symbol_end() || cantFail(symbol->getName()) != name ||
          !(cantFail(symbol->getFlags()) & object::SymbolRef::SF_Undefined))
        continue;
      SmallString<16> kind;
      place.getTypeName(kind);
      kinds.insert(kind.str().str());
    }
  return kinds;
}

TEST(ObjectCode, reaches_other_objects_at_any_distance) {
  LLVMContext context;
  SMDiagnostic error;
  auto module = parseAssemblyString(longProgram(), error, context);
  ASSERT_TRUE(module) << error.getMessage().str();
  mlir::TimingScope timing;
  auto objects = cantFail(compileObjects(*module, cantFail(hostTarget()), timing));
  ASSERT_EQ(objects.size(), 2u);
  // PC32 would hold a distance of 2 GiB at most, and the linker lays each file where there is room.
  EXPECT_EQ(referencesTo("kernel", *objects[0]),
            (std::set<std::string>{"R_X86_64_PLT32", "R_X86_64_REX_GOTPCRELX"}));
}

} // namespace
