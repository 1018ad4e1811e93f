// Operations that give the same bits on every processor.
#pragma once

namespace cotan::trace {

/// While there is one, the functions such as exp that this thread computes or traces do.
/// Derivatives of them, and composite operators, need not.
class Reproducible {
public:
  Reproducible();
  ~Reproducible();
  Reproducible(const Reproducible &) = delete;

  /// Whether there is one on this thread.
  static bool isWanted();

private:
  const bool before;
};

} // namespace cotan::trace
