// The program hare_lynx.mlir: its loss, the gradient Cotan makes of it, and the curve it predicts.
#pragma once

#include "record.h"

#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"

#include <array>

namespace hare_lynx {

inline constexpr unsigned numParameters = 6;
using Parameters = std::array<double, numParameters>;

class Model {
public:
  /// Loads the program, differentiates `loss` with respect to theta and compiles it. Errors go to stderr.
  static std::unique_ptr<Model> load(llvm::StringRef path, const std::vector<Year> &record);

  struct Point {
    double loss;
    Parameters gradient;
  };
  /// The loss and its gradient; none if the program fails there.
  std::optional<Point> evaluate(const Parameters &theta);

  /// (hare, lynx) at each of `count` times, `spacing` years apart, from the first year on.
  std::vector<std::pair<double, double>> curve(const Parameters &theta, size_t count, double spacing);

private:
  Model() : session(llvm::errs()) {}

  cotan::Session session;
  std::unique_ptr<cotan::Executable> lossWithGradient, prediction;
  cotan::Array record;
};

} // namespace hare_lynx
