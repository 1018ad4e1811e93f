#include "cotan/trace/error.h"

namespace ct {

// Here, so that each class has one place its type information is in.
Error::~Error() = default;
TypeError::~TypeError() = default;
ValueError::~ValueError() = default;
IndexError::~IndexError() = default;
FileNotFoundError::~FileNotFoundError() = default;
FloatingPointError::~FloatingPointError() = default;
MemoryError::~MemoryError() = default;
NeedsRoom::~NeedsRoom() = default;
Interrupted::~Interrupted() = default;

} // namespace ct
