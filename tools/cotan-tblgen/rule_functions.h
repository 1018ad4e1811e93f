// The rule language's functions: what formulas of derivatives and decompositions are written in.
#pragma once

#include "op.h"

std::string ruleSignature(const mlir::tblgen::Operator &op, bool withDefaults);
