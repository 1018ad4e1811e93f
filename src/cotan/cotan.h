// All of Cotan for C++ programs: tensors, array functions, derivatives, control flow.
#pragma once

#include "cotan/frontends/cpp/debug.h"
#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/files.h"
#include "cotan/frontends/cpp/interruption.h"
#include "cotan/frontends/cpp/mapping.h"
#include "cotan/frontends/cpp/operator_rules.h"
#include "cotan/frontends/cpp/program.h"
#include "cotan/frontends/cpp/transform.h"
#include "cotan/frontends/cpp/tree.h"
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/dtype.h"
#include "cotan/tensor/tensor.h"
#include "cotan/trace/error.h"
