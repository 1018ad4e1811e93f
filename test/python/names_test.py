#!/usr/bin/python3
"""Which names of JAX are there, and why the others are not: the lists are those of its modules, of August 2026 (cec06d1)."""

import unittest

import cotan as ct

# The public names of each module. Those that end in _p are counted out: they are primitives, objects of JAX's own compiler.
NAMES = {
    "numpy": """
        abs absolute acos acosh add all allclose amax amin angle any append apply_along_axis apply_over_axes arange
        arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort argwhere around array
        array_equal array_equiv array_repr array_split array_str asarray asin asinh astype atan atan2 atanh atleast_1d
        atleast_2d atleast_3d average bartlett bfloat16 bincount bitwise_and bitwise_count bitwise_invert
        bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman block bool bool_
        broadcast_arrays broadcast_shapes broadcast_to c_ can_cast cbrt cdouble ceil character choose clip
        column_stack complex128 complex64 complex_ complexfloating ComplexWarning compress concat concatenate conj
        conjugate convolve copy copysign corrcoef correlate cos cosh count_nonzero cov cross csingle cumprod cumsum
        cumulative_prod cumulative_sum deg2rad degrees delete diag diag_indices diag_indices_from diagflat diagonal
        diff digitize divide divmod dot double dsplit dstack dtype e ediff1d einsum einsum_path empty empty_like equal
        euler_gamma exp exp2 expand_dims expm1 extract eye fabs fft fill_diagonal finfo flatnonzero flexible flip
        fliplr flipud float16 float32 float4_e2m1fn float64 float6_e2m3fn float6_e3m2fn float8_e3m4 float8_e4m3
        float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float_ float_power
        floating floor floor_divide fmax fmin fmod frexp from_dlpack frombuffer fromfile fromfunction fromiter
        frompyfunc fromstring full full_like gcd generic geomspace get_printoptions gradient greater greater_equal
        hamming hanning heaviside histogram histogram2d histogram_bin_edges histogramdd hsplit hstack hypot i0
        identity iinfo imag index_exp indices inexact inf inner insert int1 int16 int2 int32 int4 int64 int8 int_
        integer interp intersect1d invert isclose iscomplex iscomplexobj isdtype isfinite isin isinf isnan isneginf
        isposinf isreal isrealobj isscalar issubdtype iterable ix_ kaiser kron lcm ldexp left_shift less less_equal
        lexsort linalg linspace load log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or
        logical_xor logspace mask_indices matmul matrix_transpose matvec max maximum mean median meshgrid mgrid min
        minimum mod modf moveaxis multiply nan nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean
        nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar ndarray ndim negative newaxis
        nextafter nonzero not_equal number object_ ogrid ones ones_like outer packbits pad partition percentile
        permute_dims pi piecewise place poly polyadd polyder polydiv polyfit polyint polymul polysub polyval positive
        pow power printoptions prod promote_types ptp put put_along_axis quantile r_ rad2deg radians ravel
        ravel_multi_index real reciprocal remainder repeat reshape resize result_type right_shift rint roll rollaxis
        roots rot90 round s_ save savez searchsorted select set_printoptions setdiff1d setxor1d shape sign signbit
        signedinteger sin sinc single sinh size sort sort_complex spacing split sqrt square squeeze stack std subtract
        sum swapaxes take take_along_axis tan tanh tensordot tile top_k trace transpose trapezoid tri tril
        tril_indices tril_indices_from trim_zeros triu triu_indices triu_indices_from true_divide trunc ufunc uint
        uint1 uint16 uint2 uint32 uint4 uint64 uint8 union1d unique unique_all unique_counts unique_inverse
        unique_values unpackbits unravel_index unsignedinteger unstack unwrap vander var vdot vecdot vecmat vectorize
        vsplit vstack where zeros zeros_like""".split(),
    "lax": """
        abs AccuracyMode acos acosh add after_all all_gather all_to_all approx_max_k approx_min_k argmax argmin asin
        asinh associative_scan atan atan2 atanh axis_index axis_size batch_matmul bessel_i0e bessel_i1e betainc
        bitcast_convert_type bitwise_and bitwise_not bitwise_or bitwise_xor broadcast broadcast_in_dim broadcast_like
        broadcast_shapes broadcast_to_rank broadcasted_iota cbrt ceil clamp clz collapse complex composite concatenate
        cond conj conv conv_dimension_numbers conv_general_dilated conv_general_dilated_local
        conv_general_dilated_patches conv_general_permutations conv_general_shape_tuple conv_shape_tuple
        conv_transpose conv_transpose_shape_tuple conv_with_general_padding ConvDimensionNumbers convert_element_type
        ConvGeneralDilatedDimensionNumbers cos cosh create_token cumlogsumexp cummax cummin cumprod cumsum
        custom_linear_solve custom_root dce_sink digamma div dot dot_general DotAlgorithm DotAlgorithmPreset
        DotDimensionNumbers dtype dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim
        dynamic_update_slice dynamic_update_slice_in_dim empty eq erf erf_inv erfc exp exp2 expand_dims expm1 fft
        FftType floor fori_loop full full_like gather GatherDimensionNumbers GatherScatterMode ge gt igamma
        igamma_grad_a igammac imag index_in_dim index_take integer_pow iota is_finite le lgamma linalg log log1p
        logistic lt map max min mul mulhi ne neg nextafter optimization_barrier pad padtype_to_pads pbroadcast pcast
        platform_dependent pmax pmean pmin polygamma population_count pow ppermute Precision PrecisionLike precv psend
        pshuffle psum psum_scatter pswapaxes ragged_all_to_all ragged_dot ragged_dot_general RaggedDotDimensionNumbers
        random_gamma_grad RandomAlgorithm real reciprocal reduce reduce_and reduce_max reduce_min reduce_or
        reduce_precision reduce_prod reduce_sum reduce_window reduce_window_shape_tuple reduce_xor rem reshape rev
        rng_bit_generator rng_uniform round RoundingMethod rsqrt scaled_dot scan scatter scatter_add scatter_apply
        scatter_max scatter_min scatter_mul scatter_sub ScatterDimensionNumbers select select_n shape_as_value
        shift_left shift_right_arithmetic shift_right_logical sign sin sinh slice slice_in_dim sort sort_key_val split
        sqrt square squeeze stack stage stop_gradient sub switch tan tanh tile Tolerance top_k transpose unstack
        while_loop with_sharding_constraint zeta""".split(),
    "nn": """
        celu dot_product_attention elu gelu get_scaled_dot_general_config glu hard_sigmoid hard_silu hard_swish
        hard_tanh identity initializers leaky_relu log1mexp log_sigmoid log_softmax logmeanexp logsumexp mish one_hot
        relu relu6 scaled_dot_general scaled_matmul selu sigmoid silu soft_sign softmax softplus sparse_plus
        sparse_sigmoid squareplus standardize swish tanh""".split(),
    "nn.initializers": """
        constant delta_orthogonal glorot_normal glorot_uniform he_normal he_uniform Initializer kaiming_normal
        kaiming_uniform lecun_normal lecun_uniform normal ones orthogonal truncated_normal uniform variance_scaling
        xavier_normal xavier_uniform zeros""".split(),
    "random": """
        ball bernoulli beta binomial bits categorical cauchy chisquare choice clone dirichlet double_sided_maxwell
        exponential f fold_in gamma generalized_normal geometric gumbel key key_data key_dtype key_impl laplace
        loggamma logistic lognormal maxwell multinomial multivariate_normal normal orthogonal pareto permutation
        poisson PRNGKey rademacher randint rayleigh split t triangular truncated_normal uniform wald weibull_min
        wrap_key_data""".split(),
    "numpy.linalg": """
        cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm matrix_power
        matrix_rank matrix_transpose multi_dot norm outer pinv qr slogdet solve svd svdvals tensordot tensorinv
        tensorsolve trace vecdot vector_norm""".split(),
    "numpy.fft": """
        fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq
        rfftn""".split(),
    "scipy.optimize": "minimize OptimizeResults".split(),
    "scipy.sparse.linalg": "bicgstab cg gmres".split(),
    "scipy.integrate": ["trapezoid"],
    "experimental.ode": ["odeint"],
    "scipy.special": """
        bernoulli bessel_jn beta betainc betaln boxcox boxcox1p comb dawsn digamma entr erf erfc erfcx erfinv exp1 expi expit expn
        factorial fresnel gamma gammainc gammaincc gammaln gammasgn hyp1f1 hyp2f1 i0 i0e i1 i1e kl_div log_ndtr log_softmax
        loggamma logit logsumexp multigammaln ndtr ndtri owens_t poch polygamma rel_entr sici softmax spence sph_harm_y wofz
        xlog1py xlogy zeta""".split(),
    "lax.linalg": """
        cholesky cholesky_update eig eigh EigImplementation EighImplementation hessenberg householder_product lu lu_pivots_to_permutation
        ormqr qdwh qr schur svd SvdAlgorithm symmetric_product triangular_solve tridiagonal tridiagonal_solve""".split(),
    "scipy.linalg": """
        block_diag cho_factor cho_solve cholesky circulant companion convolution_matrix det dft eigh eigh_tridiagonal expm expm_frechet
        fiedler fiedler_companion funm hadamard hankel helmert hessenberg hilbert inv invhilbert invpascal leslie lu lu_factor lu_solve
        pascal polar qr qr_multiply rsf2csf schur solve solve_sylvester solve_triangular sqrtm svd toeplitz""".split(),
    "scipy.signal": "convolve convolve2d correlate correlate2d csd detrend fftconvolve istft stft welch".split(),
    "scipy.ndimage": ["map_coordinates"],
    "scipy.fft": "dct dctn idct idctn".split(),
    "scipy.stats": """
        bernoulli beta betabinom binom cauchy chi2 dirichlet expon gamma gaussian_kde gennorm geom gumbel_l gumbel_r laplace
        logistic mode multinomial multivariate_normal nbinom norm pareto poisson rankdata sem t truncnorm uniform vonmises
        wrapcauchy""".split(),
}

DEVICES = "it is between devices: counted out"
TOKENS = "it orders effects, which have an order here"
TYPES = "an element type that processors do not have"
ACCELERATORS = "a setting of accelerators"
ABSENT = {
    "numpy": {
        **dict.fromkeys("""float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4 float8_e4m3b11fnuz float8_e4m3fnuz
            float8_e5m2fnuz float8_e8m0fnu int1 int2 uint1 uint2""".split(), TYPES),
        **dict.fromkeys("character flexible object_".split(), "a kind of NumPy's element types of which no tensor is"),
        "ComplexWarning": "nothing warns: imaginary parts are dropped by ct.real", "ndarray": "the class is ct.Tensor",
    },
    "lax": {
        **dict.fromkeys("pcast precv psend ragged_all_to_all with_sharding_constraint".split(), DEVICES),
        **dict.fromkeys("after_all create_token".split(), TOKENS),
        **dict.fromkeys("DotAlgorithm DotAlgorithmPreset".split(), ACCELERATORS),
        "rng_uniform": "random numbers have keys; ct.random.uniform",
        "dce_sink": "it tells JAX's compiler to keep a value that nothing uses",
    },
    "nn": {},
    "nn.initializers": {},
    "random": {"key_dtype": "keys are uint32, and no element type of their own"},
    "numpy.linalg": {},
    "numpy.fft": {},
    "scipy.optimize": {},
    "scipy.sparse.linalg": {},
    "scipy.integrate": {},
    "experimental.ode": {},
    "scipy.special": {},
    "lax.linalg": {},
    "scipy.linalg": {},
    "scipy.signal": {},
    "scipy.ndimage": {},
    "scipy.fft": {},
    "scipy.stats": {},
}
# Where a module of JAX is.
HERE = {"numpy": ct, "lax": ct.lax, "nn": ct.nn, "nn.initializers": ct.nn.initializers, "random": ct.random,
        "numpy.linalg": ct.linalg, "lax.linalg": ct.lax.linalg, "scipy.linalg": ct.linalg, "numpy.fft": ct.fft,
        "scipy.optimize": ct.optimize, "scipy.sparse.linalg": ct.sparse.linalg, "scipy.integrate": ct.integrate, "experimental.ode": ct.ode,
        "scipy.special": ct.special, "scipy.signal": ct.signal, "scipy.ndimage": ct.ndimage, "scipy.fft": ct.fft, "scipy.stats": ct.stats}


class Names(unittest.TestCase):
    def test_exactly_these_are_absent(self):
        for module, names in NAMES.items():
            with self.subTest(module):
                absent = {name for name in names if not hasattr(HERE[module], name)}
                self.assertEqual(absent, set(ABSENT[module]))

    def test_shares(self):
        for module, names in NAMES.items():
            out = {name for name, reason in ABSENT[module].items() if reason == DEVICES}
            counted = [name for name in names if name not in out]
            there = [name for name in counted if name not in ABSENT[module]]
            share = len(there) / len(counted)
            print(f"jax.{module}: {len(there)} of {len(counted)} names, {share:.1%}" + (f", {len(out)} more need devices" if out else ""))
            self.assertGreaterEqual(share, 0.95)


if __name__ == "__main__":
    unittest.main()
