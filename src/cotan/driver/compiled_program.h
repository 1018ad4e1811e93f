// A program as machine code. Nothing in it belongs to an MLIR context, so threads may share it.
#pragma once

#include "cotan/codegen/cpu/jit.h"
#include "cotan/codegen/program/program.h"
#include "cotan/driver/program_key.h"

namespace cotan {

/// What is kept on disk.
struct ProgramObject {
  struct Site {
    Places::Path place;
    std::string op;
    std::string problem; // empty if the runtime says it
  };
  std::vector<Site> sites; // where it may fail
  /// A part whose time is taken (codegen/program/program.h).
  struct Part {
    Probe::Kind kind = Probe::Kind::program;
    std::string name;
    struct Line {
      Places::Path place;
      std::string derivative; // which one it is of (ir/derivative_location.h)
    };
    std::vector<Line> lines;
  };
  std::vector<Part> parts; // of a profiled program
  MemoryPlan memory;
  int64_t quickSteps = 0; // how many a run may make, as it was compiled quickly; 0: it was not
  std::vector<std::string> objects; // object files

  std::string pack() const;
  static llvm::Expected<ProgramObject> unpack(llvm::StringRef bytes);
};

/// A program in memory.
class CompiledProgram {
public:
  static llvm::Expected<std::shared_ptr<const CompiledProgram>> link(ProgramObject object);

  const ProgramObject::Site &site(size_t index) const { return sites[index]; }
  llvm::ArrayRef<ProgramObject::Part> parts() const { return profiled; }
  /// See `programName`.
  void *entry() const { return start; }
  const MemoryPlan &memory() const { return plan; }
  /// Whether there may be faster code for it, as it was compiled quickly.
  bool isQuick() const { return quickSteps > 0; }
  /// How many steps a run may make before it begins again with faster code.
  int64_t mostSteps() const { return isQuick() ? quickSteps : INT64_MAX; }
  /// Whether it may end where it needs more room for functions, or faster code.
  bool mayBeginAgain() const { return isLimited || mostSteps() < INT64_MAX; }
  /// About how much memory it takes.
  size_t bytes() const { return size; }

private:
  std::vector<ProgramObject::Site> sites;
  std::vector<ProgramObject::Part> profiled;
  MemoryPlan plan;
  std::unique_ptr<MachineCode> code;
  void *start = nullptr;
  size_t size = 0;
  bool isLimited = false;
  int64_t quickSteps = 0;
};

/// The programs this process has used last, by their keys. They take at most `recentBytes`.
std::shared_ptr<const CompiledProgram> findRecent(llvm::StringRef key);
void keepRecent(llvm::StringRef key, std::shared_ptr<const CompiledProgram> program);
inline constexpr size_t recentBytes = size_t(64) << 20;

} // namespace cotan
