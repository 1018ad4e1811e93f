// The dialect of composite operators; the ops are in cotan/ops/<family>/.
#pragma once

#include "mlir/IR/Dialect.h"

#include "cotan/ir/composite/composite_dialect.h.inc"
