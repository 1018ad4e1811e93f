// Programs that were written in MLIR, as text or as bytecode of `cotan opt --emit-bytecode`.
#pragma once

#include "cotan/tensor/tensor.h"

namespace ct {

class Program {
public:
  /// Reads a file and compiles the function `entry`; without a name, the only public one, or
  /// `main`. Throws Error with the diagnostics.
  static Program load(const std::string &path, const std::string &entry = "");
  /// The same of text in memory; `name` stands for the file in diagnostics.
  static Program parse(const std::string &text, const std::string &entry = "",
                       const std::string &name = "text");

  /// One tensor per argument; may be called by several threads at once.
  std::vector<Tensor> run(const std::vector<Tensor> &inputs) const;

private:
  struct Compiled;
  explicit Program(std::shared_ptr<const Compiled> compiled) : compiled(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled;
};

} // namespace ct
