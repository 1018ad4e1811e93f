#include "cotan/trace/error.h"

namespace ct {

// Here, so that each class has one place its type information is in.
Error::~Error() = default;
TypeError::~TypeError() = default;
ValueError::~ValueError() = default;
OverflowError::~OverflowError() = default;
IndexError::~IndexError() = default;
AxisError::~AxisError() = default;
FileNotFoundError::~FileNotFoundError() = default;
FloatingPointError::~FloatingPointError() = default;
MemoryError::~MemoryError() = default;
NeedsRoom::~NeedsRoom() = default;
Interrupted::~Interrupted() = default;

} // namespace ct
