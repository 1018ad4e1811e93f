#include "cotan/ir/composite/composite_dialect.h"

#include "cotan/ir/inlining.h"

#include "cotan/ir/composite/composite_dialect.cpp.inc"

void cotan::composite::CompositeDialect::initialize() { addInterfaces<InlineAnywhere>(); }
