// All of Cotan for C++ programs: tensors, array functions, derivatives, control flow.
#pragma once

#include "cotan/frontends/cpp/control.h"
#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/dtype.h"
#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/indexing.h"
#include "cotan/frontends/cpp/interruption.h"
#include "cotan/frontends/cpp/mapping.h"
#include "cotan/frontends/cpp/operators.h"
#include "cotan/frontends/cpp/program.h"
#include "cotan/frontends/cpp/tensor.h"
#include "cotan/frontends/cpp/transform.h"
#include "cotan/functions/functions.h"
#include "cotan/trace/error.h"
