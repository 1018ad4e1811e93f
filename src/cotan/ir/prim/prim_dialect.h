// The dialect of primitive operators; the ops are in cotan/ops/<family>/.
#pragma once

#include "mlir/IR/Dialect.h"

#include "cotan/ir/prim/prim_dialect.h.inc"
