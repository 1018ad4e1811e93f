// What became of a program, step by step, kept as plain data for a page to look at (page.h).
#pragma once

#include "cotan/driver/view/program_text.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace cotan {

/// The text of a file that a program was written in, if it may be shown.
using SourceReader = std::function<std::optional<std::string>(llvm::StringRef file)>;

/// One kernel as machine code, and what one run of the program took in it.
struct MeasuredKernel {
  std::string name;
  std::vector<unsigned> numbers; // of the kernels in the last step's text that it is the code of
  size_t codeBytes = 0;          // 0: it is part of the code around it
  int64_t calls = 0, nanoseconds = 0;
};

struct MeasuredRun {
  std::vector<MeasuredKernel> kernels;
  int64_t nanoseconds = 0; // of the whole run; 0: it was not run
};

class ProgramTrace {
public:
  ProgramTrace(std::string title, SourceReader readSource);

  /// The program as it is before the first step. There may be several programs, one after another.
  void begin(mlir::Operation *program);
  /// The program after a step. Steps that failed may leave what is no program.
  void add(llvm::StringRef step, mlir::Operation *program, bool hasFailed = false);
  /// What went wrong, in the step that is added next, or after the last one.
  void report(llvm::StringRef problem);
  void report(mlir::Diagnostic &problem);
  void setRun(MeasuredRun run);

  /// Records every step of a pipeline that is still empty, and errors. The trace must outlive it.
  void watch(mlir::PassManager &passes);

  bool isEmpty() const { return steps.empty(); }
  llvm::json::Value json() const;

private:
  struct Place {
    unsigned file, line, column;
    int caller; // the place it was inlined to, or -1
    auto operator<=>(const Place &) const = default;
  };

  void addStep(llvm::StringRef name, const ProgramText &text, bool isFirst);
  llvm::json::Array linesOf(const ProgramText &text);
  llvm::json::Array placesOf(const ProgramText &text);
  int placeOf(mlir::Location location);
  unsigned fileNumber(llvm::StringRef name);

  std::string title;
  SourceReader readSource;
  ValueNames names;
  llvm::StringMap<unsigned> lineNumbers, fileNumbers;
  llvm::json::Array texts, files, steps; // each line, file and step once
  std::map<Place, unsigned> placeNumbers;
  std::vector<Place> places;
  std::vector<std::string> problems; // of no step yet
  std::optional<MeasuredRun> run;
};

} // namespace cotan
