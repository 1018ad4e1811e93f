// The exceptions of Cotan's front doors. LLVM is built without exceptions, so they are thrown only
// after its functions have returned. A public header: no MLIR, no LLVM.
#pragma once

#include <stdexcept>
#include <string>

namespace ct {

/// What went wrong, where in the user's program, and what to do.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  ~Error() override;
};

/// An argument of the wrong kind, as an integer where a float is needed.
class TypeError : public Error {
public:
  using Error::Error;
  ~TypeError() override;
};

/// An argument of the right kind that does not fit, as shapes that do not broadcast.
class ValueError : public Error {
public:
  using Error::Error;
  ~ValueError() override;
};

/// A number that is beyond the range of its type.
class OverflowError : public ValueError {
public:
  using ValueError::ValueError;
  ~OverflowError() override;
};

/// An index out of range.
class IndexError : public Error {
public:
  using Error::Error;
  ~IndexError() override;
};

/// An axis out of range; Python's is a ValueError, too.
class AxisError : public IndexError {
public:
  using IndexError::IndexError;
  ~AxisError() override;
};

/// A file that is to be read, or a folder that is to be written to, which is not there.
class FileNotFoundError : public Error {
public:
  using Error::Error;
  ~FileNotFoundError() override;
};

/// A number that is an error by ct::debug_nans or ct::debug_infs.
class FloatingPointError : public Error {
public:
  using Error::Error;
  ~FloatingPointError() override;
};

/// More memory is needed than there is, than the limit allows, or than can be addressed.
class MemoryError : public Error {
public:
  using Error::Error;
  ~MemoryError() override;
};

/// A run makes more functions than the program has room for: that is compiled again with more. It
/// reaches users only where there cannot be more.
class NeedsRoom : public Error {
public:
  NeedsRoom(const std::string &text, std::string what) : Error(text), what_more(std::move(what)) {}
  ~NeedsRoom() override;
  /// "rows" or "orders".
  const std::string what_more;
};

/// What was running or compiled when the check of ct::set_interruption_check said so.
class Interrupted : public Error {
public:
  using Error::Error;
  ~Interrupted() override;
};

} // namespace ct
