#include "cotan/runtime/symbols.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/kernels/attention.h"
#include "cotan/runtime/kernels/contraction.h"
#include "cotan/runtime/kernels/conv.h"
#include "cotan/runtime/kernels/cumulative.h"
#include "cotan/runtime/kernels/eigen.h"
#include "cotan/runtime/kernels/fourier.h"
#include "cotan/runtime/kernels/indefinite.h"
#include "cotan/runtime/kernels/indexing.h"
#include "cotan/runtime/kernels/join.h"
#include "cotan/runtime/kernels/linear_algebra.h"
#include "cotan/runtime/kernels/ordering.h"
#include "cotan/runtime/kernels/orthogonal.h"
#include "cotan/runtime/kernels/searching.h"
#include "cotan/runtime/kernels/shapes.h"
#include "cotan/runtime/special_functions.h"

namespace cotan::runtime {

#define COTAN_SYMBOL(function)                                                                     \
  Symbol { #function, reinterpret_cast<void *>(&function) }
/// Of what ops call by name: code generation does not see how it is declared.
#define COTAN_TENSOR_FUNCTION(function)                                                            \
  Symbol { #function, reinterpret_cast<void *>(static_cast<abi::TensorFunction>(&function)) }

const std::vector<Symbol> &symbols() {
  static const std::vector<Symbol> all = {
      COTAN_SYMBOL(cotan_parallel),
      COTAN_SYMBOL(cotan_together),
      COTAN_SYMBOL(cotan_offer),
      COTAN_SYMBOL(cotan_collect),
      COTAN_SYMBOL(cotan_allocate),
      COTAN_SYMBOL(cotan_release),
      COTAN_SYMBOL(cotan_release_all),
      COTAN_SYMBOL(cotan_new_stack),
      COTAN_SYMBOL(cotan_grow),
      COTAN_SYMBOL(cotan_shrink),
      COTAN_SYMBOL(cotan_sizes_fit),
      COTAN_SYMBOL(cotan_repeat),
      COTAN_SYMBOL(cotan_return),
      COTAN_SYMBOL(cotan_fail),
      COTAN_SYMBOL(cotan_leave),
      COTAN_SYMBOL(cotan_attend),
      COTAN_SYMBOL(cotan_must_stop),
      COTAN_SYMBOL(cotan_probe_enter),
      COTAN_SYMBOL(cotan_probe_leave),
      COTAN_SYMBOL(cotan_probe_allocated),
      COTAN_SYMBOL(cotan_print),
      COTAN_SYMBOL(cotan_progress),
      COTAN_SYMBOL(cotan_stop),
      COTAN_SYMBOL(cotan_explain),
      COTAN_SYMBOL(cotan_bessel_i),
      COTAN_SYMBOL(cotan_bessel_if),
      COTAN_SYMBOL(cotan_bessel_ie),
      COTAN_SYMBOL(cotan_bessel_ief),
      COTAN_SYMBOL(cotan_erfcx),
      COTAN_SYMBOL(cotan_erfcxf),
      COTAN_SYMBOL(cotan_expi),
      COTAN_SYMBOL(cotan_expif),
      COTAN_SYMBOL(cotan_expn),
      COTAN_SYMBOL(cotan_expnf),
      COTAN_SYMBOL(cotan_gamma),
      COTAN_SYMBOL(cotan_gammaf),
      COTAN_SYMBOL(cotan_ndtri),
      COTAN_SYMBOL(cotan_ndtrif),
      COTAN_SYMBOL(cotan_digamma),
      COTAN_SYMBOL(cotan_digammaf),
      COTAN_SYMBOL(cotan_erfinv),
      COTAN_SYMBOL(cotan_erfinvf),
      COTAN_SYMBOL(cotan_polygamma),
      COTAN_SYMBOL(cotan_polygammaf),
      COTAN_SYMBOL(cotan_betainc),
      COTAN_SYMBOL(cotan_betaincf),
      COTAN_SYMBOL(cotan_betainc_grad_x),
      COTAN_SYMBOL(cotan_betainc_grad_xf),
      COTAN_SYMBOL(cotan_betainc_grad_ab),
      COTAN_SYMBOL(cotan_betainc_grad_abf),
      COTAN_SYMBOL(cotan_igamma),
      COTAN_SYMBOL(cotan_igammaf),
      COTAN_SYMBOL(cotan_igammac),
      COTAN_SYMBOL(cotan_igammacf),
      COTAN_SYMBOL(cotan_igamma_grad_x),
      COTAN_SYMBOL(cotan_igamma_grad_xf),
      COTAN_SYMBOL(cotan_igamma_grad_a),
      COTAN_SYMBOL(cotan_igamma_grad_af),
      COTAN_SYMBOL(cotan_signed_power),
      COTAN_SYMBOL(cotan_unsigned_power),
      COTAN_SYMBOL(cotan_gcd),
      COTAN_SYMBOL(cotan_lcm),
      COTAN_TENSOR_FUNCTION(cotan_attention),
      COTAN_TENSOR_FUNCTION(cotan_attention_vjp),
      COTAN_TENSOR_FUNCTION(cotan_matmul),
      COTAN_TENSOR_FUNCTION(cotan_dot_general),
      COTAN_SYMBOL(cotan_product_then),
      COTAN_TENSOR_FUNCTION(cotan_conv),
      COTAN_TENSOR_FUNCTION(cotan_conv_permuted),
      COTAN_TENSOR_FUNCTION(cotan_cumsum),
      COTAN_TENSOR_FUNCTION(cotan_cumsum_along),
      COTAN_TENSOR_FUNCTION(cotan_cumprod),
      COTAN_TENSOR_FUNCTION(cotan_cummax),
      COTAN_TENSOR_FUNCTION(cotan_cummin),
      COTAN_TENSOR_FUNCTION(cotan_linear_recurrence),
      COTAN_TENSOR_FUNCTION(cotan_update_block),
      COTAN_TENSOR_FUNCTION(cotan_join),
      COTAN_TENSOR_FUNCTION(cotan_scatter),
      COTAN_TENSOR_FUNCTION(cotan_scatter_add),
      COTAN_TENSOR_FUNCTION(cotan_put_along_axis),
      COTAN_TENSOR_FUNCTION(cotan_put_along_axis_add),
      COTAN_TENSOR_FUNCTION(cotan_scatter_nd),
      COTAN_TENSOR_FUNCTION(cotan_scatter_nd_add),
      COTAN_TENSOR_FUNCTION(cotan_take_last),
      COTAN_TENSOR_FUNCTION(cotan_take_along_axis_last),
      COTAN_TENSOR_FUNCTION(cotan_gather_nd_last),
      COTAN_TENSOR_FUNCTION(cotan_sort),
      COTAN_TENSOR_FUNCTION(cotan_argsort),
      COTAN_TENSOR_FUNCTION(cotan_topk),
      COTAN_TENSOR_FUNCTION(cotan_searchsorted),
      COTAN_TENSOR_FUNCTION(cotan_cholesky),
      COTAN_TENSOR_FUNCTION(cotan_triangular_solve),
      COTAN_TENSOR_FUNCTION(cotan_lu),
      COTAN_TENSOR_FUNCTION(cotan_lu_solve),
      COTAN_TENSOR_FUNCTION(cotan_dft),
      COTAN_TENSOR_FUNCTION(cotan_dft_r2c),
      COTAN_TENSOR_FUNCTION(cotan_dft_c2r),
      COTAN_TENSOR_FUNCTION(cotan_eigh),
      COTAN_TENSOR_FUNCTION(cotan_svd),
      COTAN_TENSOR_FUNCTION(cotan_svdvals),
      COTAN_TENSOR_FUNCTION(cotan_eigvals),
      COTAN_TENSOR_FUNCTION(cotan_eigvalsh),
      COTAN_TENSOR_FUNCTION(cotan_pinv),
      COTAN_TENSOR_FUNCTION(cotan_polar),
      COTAN_TENSOR_FUNCTION(cotan_qr),
      COTAN_TENSOR_FUNCTION(cotan_eig),
      COTAN_TENSOR_FUNCTION(cotan_schur),
      COTAN_TENSOR_FUNCTION(cotan_real_schur),
      COTAN_TENSOR_FUNCTION(cotan_sqrtm),
      COTAN_TENSOR_FUNCTION(cotan_logm),
      COTAN_TENSOR_FUNCTION(cotan_sylvester),
      COTAN_TENSOR_FUNCTION(cotan_ldl),
      COTAN_TENSOR_FUNCTION(cotan_sum_to),
      COTAN_TENSOR_FUNCTION(cotan_broadcast_shapes),
  };
  return all;
}

} // namespace cotan::runtime
