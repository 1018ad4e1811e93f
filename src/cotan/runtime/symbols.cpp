#include "cotan/runtime/symbols.h"

#include "cotan/runtime/context.h"
#include "cotan/runtime/kernels/attention.h"
#include "cotan/runtime/kernels/contraction.h"
#include "cotan/runtime/kernels/conv.h"
#include "cotan/runtime/kernels/cumulative.h"
#include "cotan/runtime/kernels/indexing.h"
#include "cotan/runtime/kernels/join.h"
#include "cotan/runtime/kernels/linear_algebra.h"
#include "cotan/runtime/kernels/ordering.h"
#include "cotan/runtime/kernels/orthogonal.h"
#include "cotan/runtime/kernels/searching.h"
#include "cotan/runtime/kernels/shapes.h"
#include "cotan/runtime/output.h"
#include "cotan/runtime/parallel.h"
#include "cotan/runtime/special_functions.h"
#include "cotan/runtime/together.h"

namespace cotan::runtime {

#define COTAN_SYMBOL(function)                                                                     \
  Symbol { #function, reinterpret_cast<void *>(&function) }

const std::vector<Symbol> &symbols() {
  static const std::vector<Symbol> all = {
      COTAN_SYMBOL(cotan_parallel),
      COTAN_SYMBOL(cotan_together),
      COTAN_SYMBOL(cotan_allocate),
      COTAN_SYMBOL(cotan_release),
      COTAN_SYMBOL(cotan_new_stack),
      COTAN_SYMBOL(cotan_grow),
      COTAN_SYMBOL(cotan_shrink),
      COTAN_SYMBOL(cotan_sizes_fit),
      COTAN_SYMBOL(cotan_repeat),
      COTAN_SYMBOL(cotan_return),
      COTAN_SYMBOL(cotan_fail),
      COTAN_SYMBOL(cotan_attend),
      COTAN_SYMBOL(cotan_must_stop),
      COTAN_SYMBOL(cotan_print),
      COTAN_SYMBOL(cotan_explain),
      COTAN_SYMBOL(cotan_digamma),
      COTAN_SYMBOL(cotan_digammaf),
      COTAN_SYMBOL(cotan_erfinv),
      COTAN_SYMBOL(cotan_erfinvf),
      COTAN_SYMBOL(cotan_polygamma),
      COTAN_SYMBOL(cotan_polygammaf),
      COTAN_SYMBOL(cotan_signed_power),
      COTAN_SYMBOL(cotan_unsigned_power),
      COTAN_SYMBOL(cotan_attention),
      COTAN_SYMBOL(cotan_attention_vjp),
      COTAN_SYMBOL(cotan_matmul),
      COTAN_SYMBOL(cotan_dot_general),
      COTAN_SYMBOL(cotan_product_then),
      COTAN_SYMBOL(cotan_conv),
      COTAN_SYMBOL(cotan_conv_permuted),
      COTAN_SYMBOL(cotan_cumsum),
      COTAN_SYMBOL(cotan_cumprod),
      COTAN_SYMBOL(cotan_cummax),
      COTAN_SYMBOL(cotan_cummin),
      COTAN_SYMBOL(cotan_linear_recurrence),
      COTAN_SYMBOL(cotan_update_block),
      COTAN_SYMBOL(cotan_join),
      COTAN_SYMBOL(cotan_scatter),
      COTAN_SYMBOL(cotan_scatter_add),
      COTAN_SYMBOL(cotan_put_along_axis),
      COTAN_SYMBOL(cotan_put_along_axis_add),
      COTAN_SYMBOL(cotan_scatter_nd),
      COTAN_SYMBOL(cotan_scatter_nd_add),
      COTAN_SYMBOL(cotan_take_last),
      COTAN_SYMBOL(cotan_take_along_axis_last),
      COTAN_SYMBOL(cotan_gather_nd_last),
      COTAN_SYMBOL(cotan_sort),
      COTAN_SYMBOL(cotan_argsort),
      COTAN_SYMBOL(cotan_topk),
      COTAN_SYMBOL(cotan_searchsorted),
      COTAN_SYMBOL(cotan_cholesky),
      COTAN_SYMBOL(cotan_triangular_solve),
      COTAN_SYMBOL(cotan_lu),
      COTAN_SYMBOL(cotan_lu_solve),
      COTAN_SYMBOL(cotan_eigh),
      COTAN_SYMBOL(cotan_svd),
      COTAN_SYMBOL(cotan_pinv),
      COTAN_SYMBOL(cotan_qr),
      COTAN_SYMBOL(cotan_sum_to),
      COTAN_SYMBOL(cotan_broadcast_shapes),
  };
  return all;
}

} // namespace cotan::runtime
