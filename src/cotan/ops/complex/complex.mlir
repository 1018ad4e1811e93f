func.func @as_real(%x: tensor<3x2xf64>) -> tensor<3x2xf64> attributes {check.numpy = "x"} {
  %z = prim.as_complex %x : tensor<3x2xf64>
  %y = prim.as_real %z : tensor<3xcomplex<f64>>
  return %y : tensor<3x2xf64>
}

func.func @real(%x: tensor<3x2xf64>) -> tensor<3xf64> attributes {check.numpy = "x[:, 0]"} {
  %z = prim.as_complex %x : tensor<3x2xf64>
  %y = composite.real %z : tensor<3xcomplex<f64>>
  return %y : tensor<3xf64>
}

func.func @imag(%x: tensor<3x2xf32>) -> tensor<3xf32> attributes {check.numpy = "x[:, 1]"} {
  %z = prim.as_complex %x : tensor<3x2xf32>
  %y = composite.imag %z : tensor<3xcomplex<f32>>
  return %y : tensor<3xf32>
}

func.func @complex(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3x2xf64>
    attributes {check.numpy = "np.stack([x, y], -1)"} {
  %z = composite.complex %x, %y : tensor<2x3xf64>
  %p = prim.as_real %z : tensor<2x3xcomplex<f64>>
  return %p : tensor<2x3x2xf64>
}

func.func @conj(%x: tensor<3x2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.stack([x[:, 0], -x[:, 1]], -1)"} {
  %z = prim.as_complex %x : tensor<3x2xf64>
  %w = composite.conj %z : tensor<3xcomplex<f64>>
  %p = prim.as_real %w : tensor<3xcomplex<f64>>
  return %p : tensor<3x2xf64>
}

func.func @add(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.add(x[:, 0] + 1j * x[:, 1], y[:, 0] + 1j * y[:, 1]).view(float).reshape(4, 2)"} {
  %a = prim.as_complex %x : tensor<4x2xf64>
  %b = prim.as_complex %y : tensor<4x2xf64>
  %c = prim.add %a, %b : tensor<4xcomplex<f64>>
  %p = prim.as_real %c : tensor<4xcomplex<f64>>
  return %p : tensor<4x2xf64>
}

func.func @sub(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.subtract(x[:, 0] + 1j * x[:, 1], y[:, 0] + 1j * y[:, 1]).view(float).reshape(4, 2)"} {
  %a = prim.as_complex %x : tensor<4x2xf64>
  %b = prim.as_complex %y : tensor<4x2xf64>
  %c = prim.sub %a, %b : tensor<4xcomplex<f64>>
  %p = prim.as_real %c : tensor<4xcomplex<f64>>
  return %p : tensor<4x2xf64>
}

func.func @mul(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.multiply(x[:, 0] + 1j * x[:, 1], y[:, 0] + 1j * y[:, 1]).view(float).reshape(4, 2)"} {
  %a = prim.as_complex %x : tensor<4x2xf64>
  %b = prim.as_complex %y : tensor<4x2xf64>
  %c = prim.mul %a, %b : tensor<4xcomplex<f64>>
  %p = prim.as_real %c : tensor<4xcomplex<f64>>
  return %p : tensor<4x2xf64>
}

func.func @div(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.divide(x[:, 0] + 1j * x[:, 1], y[:, 0] + 1j * y[:, 1]).view(float).reshape(4, 2)"} {
  %a = prim.as_complex %x : tensor<4x2xf64>
  %b = prim.as_complex %y : tensor<4x2xf64>
  %c = prim.div %a, %b : tensor<4xcomplex<f64>>
  %p = prim.as_real %c : tensor<4xcomplex<f64>>
  return %p : tensor<4x2xf64>
}

func.func @pow(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.power(x[:, 0] + 1j * x[:, 1], y[:, 0] + 1j * y[:, 1]).view(float).reshape(4, 2)", check.kinks = "where the base is 0"} {
  %a = prim.as_complex %x : tensor<4x2xf64>
  %b = prim.as_complex %y : tensor<4x2xf64>
  %c = prim.pow %a, %b : tensor<4xcomplex<f64>>
  %p = prim.as_real %c : tensor<4xcomplex<f64>>
  return %p : tensor<4x2xf64>
}

func.func @neg(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.negative(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.neg %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @square(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.square(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.square %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @sqrt(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.sqrt(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.sqrt %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @reciprocal(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.reciprocal(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.reciprocal %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @exp(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.exp(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.exp %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @expm1(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.expm1(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.expm1 %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @exp2(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.exp2(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.exp2 %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @log(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.log(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.log %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @log1p(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.log1p(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.log1p %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @log2(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.log2(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.log2 %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @log10(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.log10(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.log10 %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @sin(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.sin(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.sin %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @cos(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.cos(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.cos %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @tan(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.tan(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.tan %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @asin(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arcsin(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)", check.kinks = "on the branch cuts"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.asin %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @acos(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arccos(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)", check.kinks = "on the branch cuts"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.acos %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @atan(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arctan(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.atan %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @sinh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.sinh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.sinh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @cosh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.cosh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.cosh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @tanh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.tanh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.tanh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @asinh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arcsinh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)", check.kinks = "on the branch cuts"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.asinh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @acosh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arccosh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)", check.kinks = "on the branch cuts"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.acosh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @atanh(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.arctanh(x[:, 0] + 1j * x[:, 1]).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.atanh %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

func.func @rsqrt(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.reciprocal(np.sqrt(x[:, 0] + 1j * x[:, 1])).view(float).reshape(4, 2)"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %w = prim.rsqrt %z : tensor<4xcomplex<f64>>
  %y = prim.as_real %w : tensor<4xcomplex<f64>>
  return %y : tensor<4x2xf64>
}

// Division and roots of numbers whose squares are not finite, or vanish.
func.func @of_extreme_numbers() -> (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) {
  %z = prim.constant dense<[(1.0e300, 1.0e300), (1.0e-300, 2.0e-300), (3.0, -4.0)]> : tensor<3xcomplex<f64>>
  %w = prim.constant dense<[(1.0e300, -1.0e300), (1.0e-300, 2.0e-300), (0.0, 1.0)]> : tensor<3xcomplex<f64>>
  %q = prim.div %z, %w : tensor<3xcomplex<f64>>
  %r = prim.sqrt %z : tensor<3xcomplex<f64>>
  %s = composite.real %q : tensor<3xcomplex<f64>>
  %t = composite.imag %q : tensor<3xcomplex<f64>>
  check.close %s, dense<[0.0, 1.0, -4.0]> : tensor<3xf64>
  check.close %t, dense<[1.0, 0.0, -3.0]> : tensor<3xf64>
  return %q, %r : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
}

func.func @angle(%x: tensor<4x2xf64> {check.range = [-2.0, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.angle(x[:, 0] + 1j * x[:, 1])"} {
  %z = prim.as_complex %x : tensor<4x2xf64>
  %a = composite.angle %z : tensor<4xcomplex<f64>>
  return %a : tensor<4xf64>
}

// On the axes, on both sides of the cut, and at infinity.
func.func @angles_of_axes() -> tensor<6xf64> {
  %z = prim.constant dense<[(0.0, 1.0), (-1.0, 0.0), (-1.0, -0.0), (0.0, -2.0), (0.0, 0.0), (0xFFF0000000000000, 0x7FF0000000000000)]> : tensor<6xcomplex<f64>>
  %a = composite.angle %z : tensor<6xcomplex<f64>>
  check.close %a, dense<[1.5707963267948966, 3.1415926535897931, -3.1415926535897931, -1.5707963267948966, 0.0, 2.3561944901923449]> : tensor<6xf64>
  return %a : tensor<6xf64>
}
