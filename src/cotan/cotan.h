// All of Cotan for C++ programs: tensors, array functions, derivatives, control flow.
#pragma once

#include "cotan/frontends/cpp/contraction.h"
#include "cotan/frontends/cpp/control.h"
#include "cotan/frontends/cpp/creation.h"
#include "cotan/frontends/cpp/dtype.h"
#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/indexing.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/frontends/cpp/operators.h"
#include "cotan/frontends/cpp/reduction.h"
#include "cotan/frontends/cpp/tensor.h"
#include "cotan/frontends/cpp/transform.h"
#include "cotan/trace/error.h"
