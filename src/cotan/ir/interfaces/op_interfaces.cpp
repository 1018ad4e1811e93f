#include "cotan/ir/interfaces/op_interfaces.h"

#include "cotan/ir/interfaces/op_interfaces.cpp.inc"
