// The equations of hare_lynx.mlir with the derivative Cotan takes of them.
#pragma once

#include "record.h"

#include "cotan/driver/session.h"

#include "llvm/Support/raw_ostream.h"

#include <array>

namespace hare_lynx {

using Theta = std::array<double, 6>;
inline constexpr std::array<const char *, 6> thetaNames = {"birth",  "predation", "death",
                                                           "growth", "hare 1900", "lynx 1900"};

struct Misfit {
  double loss;
  Theta gradient;
};

class Model {
public:
  /// Loads the program and differentiates its loss. Failures are written to standard error.
  static std::unique_ptr<Model> load(llvm::StringRef path);

  /// None where the solver fails.
  std::optional<Misfit> misfit(const Theta &theta, const Record &record);
  /// One row per time: hare, lynx.
  std::vector<std::array<double, 2>> trajectory(const Theta &theta, const std::vector<double> &times);

private:
  Model() : logStream(log), session(logStream) {}
  llvm::LogicalResult prepare(llvm::StringRef path);

  std::string log; // not on the terminal: that a hopeless theta fails is nothing to report
  llvm::raw_string_ostream logStream;
  cotan::Session session;
  mlir::func::FuncOp loss, solution;
};

} // namespace hare_lynx
