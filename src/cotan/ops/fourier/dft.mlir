func.func @dft(%x: tensor<8x2xf64>) -> tensor<8x2xf64>
    attributes {check.numpy = "np.fft.fft(x[:, 0] + 1j * x[:, 1]).view(float).reshape(8, 2)"} {
  %y = prim.dft %x axes [0] : tensor<8x2xf64>
  return %y : tensor<8x2xf64>
}

// A length with a large prime factor, along an axis between others.
func.func @dft_between(%x: tensor<2x11x3x2xf64>) -> tensor<2x11x3x2xf64>
    attributes {check.numpy = "np.stack([(f := np.fft.ifft(x[..., 0] + 1j * x[..., 1], axis=1) * 11).real, f.imag], -1)"} {
  %y = prim.dft %x axes [1] inverse : tensor<2x11x3x2xf64>
  return %y : tensor<2x11x3x2xf64>
}

func.func @dft_along_two(%x: tensor<4x3x5x2xf32>) -> tensor<4x3x5x2xf32>
    attributes {check.numpy = "np.stack([(f := np.fft.fft2(x[..., 0] + 1j * x[..., 1], axes=(0, 2))).real, f.imag], -1)"} {
  %y = prim.dft %x axes [0, 2] : tensor<4x3x5x2xf32>
  return %y : tensor<4x3x5x2xf32>
}

// One number and none; no axis.
func.func @dft_of_little(%x: tensor<3x1x2xf64>, %none: tensor<0x4x2xf64>) -> (tensor<3x1x2xf64>, tensor<0x4x2xf64>, tensor<3x1x2xf64>)
    attributes {check.numpy = "x, none, x"} {
  %y = prim.dft %x axes [1] : tensor<3x1x2xf64>
  %z = prim.dft %none axes [0] : tensor<0x4x2xf64>
  %w = prim.dft %x axes [] : tensor<3x1x2xf64>
  return %y, %z, %w : tensor<3x1x2xf64>, tensor<0x4x2xf64>, tensor<3x1x2xf64>
}

func.func @dft_of_open(%x: tensor<?x2xf64> {check.shape = [6, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "np.fft.fft(x[:, 0] + 1j * x[:, 1]).view(float).reshape(6, 2)"} {
  %y = prim.dft %x axes [0] : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @r2c_even(%x: tensor<2x8x3xf64>) -> tensor<2x5x3x2xf64>
    attributes {check.numpy = "np.stack([(f := np.fft.rfft(x, axis=1)).real, f.imag], -1)"} {
  %y = prim.dft_r2c %x axis 1 : tensor<2x8x3xf64>
  return %y : tensor<2x5x3x2xf64>
}

func.func @r2c_odd(%x: tensor<7xf32>) -> tensor<4x2xf32>
    attributes {check.numpy = "np.stack([(f := np.fft.rfft(x)).real, f.imag], -1)"} {
  %y = prim.dft_r2c %x axis 0 : tensor<7xf32>
  return %y : tensor<4x2xf32>
}

func.func @r2c_of_one(%x: tensor<3x1xf64>) -> tensor<3x1x2xf64>
    attributes {check.numpy = "np.stack([x, 0 * x], -1)"} {
  %y = prim.dft_r2c %x axis 1 : tensor<3x1xf64>
  return %y : tensor<3x1x2xf64>
}

// It is not known whether the length is even.
func.func @r2c_of_open(%x: tensor<3x?xf64> {check.shape = [3, 6]}) -> tensor<3x?x2xf64>
    attributes {check.numpy = "np.stack([(f := np.fft.rfft(x)).real, f.imag], -1)"} {
  %y = prim.dft_r2c %x axis 1 : tensor<3x?xf64>
  return %y : tensor<3x?x2xf64>
}

func.func @c2r_even(%x: tensor<2x5x3x2xf64>) -> tensor<2x8x3xf64>
    attributes {check.numpy = "np.fft.irfft(x[..., 0] + 1j * x[..., 1], axis=1) * 8"} {
  %y = prim.dft_c2r %x axis 1 : tensor<2x5x3x2xf64>
  return %y : tensor<2x8x3xf64>
}

func.func @c2r_odd(%x: tensor<4x2xf64>) -> tensor<7xf64>
    attributes {check.numpy = "np.fft.irfft(x[..., 0] + 1j * x[..., 1], 7) * 7"} {
  %y = prim.dft_c2r %x axis 0 odd : tensor<4x2xf64>
  return %y : tensor<7xf64>
}

func.func @c2r_of_one(%x: tensor<1x2xf64>) -> tensor<1xf64>
    attributes {check.numpy = "x[:, 0]"} {
  %y = prim.dft_c2r %x axis 0 odd : tensor<1x2xf64>
  return %y : tensor<1xf64>
}

func.func @c2r_of_open(%x: tensor<3x?x2xf32> {check.shape = [3, 4, 2]}) -> tensor<3x?xf32>
    attributes {check.numpy = "np.fft.irfft(x[..., 0] + 1j * x[..., 1]) * 6"} {
  %y = prim.dft_c2r %x axis 1 : tensor<3x?x2xf32>
  return %y : tensor<3x?xf32>
}
