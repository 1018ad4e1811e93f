#include "cotan/trace/vjp.h"

#include "cotan/trace/context.h"

#include "llvm/ADT/ScopeExit.h"

using namespace llvm;

namespace cotan::trace {

Vjp::Vjp(const TracedFunctionRef &function, ArrayRef<unsigned> wrt, Tensors given, Loops loops,
         bool prints)
    : function(function), wrt(wrt), arguments(std::move(given)),
      back(pullback(*function, wrt,
                    loops == Loops::once && function->isClosed() && function->axisName().empty() &&
                        !isAnyTraced(arguments))) {
  std::unique_ptr<LeftStacks> left;
  Tensors all = call(prints ? back.forward : silent(*back.forward), arguments, {}, &left);
  stacks = left.release();
  const size_t count = function->weakResults().size();
  values.append(all.begin(), all.begin() + count);
  residuals.append(all.begin() + count, all.end());
}

Vjp::~Vjp() {
  delete stacks.load();
  delete repeated.load();
}

/// The same with loops that run again: what they left is read already, or something is traced.
const Vjp &Vjp::another() const {
  if (const Vjp *made = repeated)
    return *made;
  if (!mutex.lock())
    throwIfStopped();
  scope_exit unlock([&] { mutex.unlock(); });
  if (!repeated) // not meanwhile, by another thread
    repeated = new Vjp(function, wrt, arguments, Loops::again, /*prints=*/false);
  return *repeated;
}

Tensors Vjp::cotangents(ArrayRef<TensorRef> given) const {
  Tensors extra(residuals);
  append_range(extra, given);
  if (!back.handsOverStacks)
    return call(back.reverse, arguments, extra);
  std::unique_ptr<LeftStacks> left(isAnyTraced(given) ? nullptr : stacks.exchange(nullptr));
  return left ? call(back.reverse, arguments, extra, &left) : another().cotangents(given);
}

} // namespace cotan::trace
