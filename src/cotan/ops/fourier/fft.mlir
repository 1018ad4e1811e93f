func.func @fft(%x: tensor<3x4x2xf64>) -> tensor<3x4x2xf64>
    attributes {check.numpy = "np.stack([(f := np.fft.fft2(x[..., 0] + 1j * x[..., 1])).real, f.imag], -1)"} {
  %z = prim.as_complex %x : tensor<3x4x2xf64>
  %w = composite.fft %z axes [0, 1] : tensor<3x4xcomplex<f64>>
  %y = prim.as_real %w : tensor<3x4xcomplex<f64>>
  return %y : tensor<3x4x2xf64>
}

func.func @ifft(%x: tensor<3x4x2xf64>) -> tensor<3x4x2xf64>
    attributes {check.numpy = "np.stack([(f := np.fft.ifft2(x[..., 0] + 1j * x[..., 1])).real, f.imag], -1)"} {
  %z = prim.as_complex %x : tensor<3x4x2xf64>
  %w = composite.ifft %z axes [0, 1] : tensor<3x4xcomplex<f64>>
  %y = prim.as_real %w : tensor<3x4xcomplex<f64>>
  return %y : tensor<3x4x2xf64>
}

func.func @ifft_of_open(%x: tensor<?x2xf64> {check.shape = [5, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "np.fft.ifft(x[:, 0] + 1j * x[:, 1]).view(float).reshape(5, 2)"} {
  %z = prim.as_complex %x : tensor<?x2xf64>
  %w = composite.ifft %z axes [0] : tensor<?xcomplex<f64>>
  %y = prim.as_real %w : tensor<?xcomplex<f64>>
  return %y : tensor<?x2xf64>
}

func.func @rfft(%x: tensor<3x7xf64>) -> tensor<3x4x2xf64>
    attributes {check.numpy = "np.fft.rfft(x).view(float).reshape(3, 4, 2)"} {
  %w = composite.rfft %x axis 1 : tensor<3x7xf64>
  %y = prim.as_real %w : tensor<3x4xcomplex<f64>>
  return %y : tensor<3x4x2xf64>
}

func.func @irfft(%x: tensor<3x4x2xf64>) -> (tensor<3x6xf64>, tensor<3x7xf64>)
    attributes {check.numpy = "np.fft.irfft(x[..., 0] + 1j * x[..., 1]), np.fft.irfft(x[..., 0] + 1j * x[..., 1], 7)"} {
  %z = prim.as_complex %x : tensor<3x4x2xf64>
  %even = composite.irfft %z axis 1 : tensor<3x4xcomplex<f64>>
  %odd = composite.irfft %z axis 1 odd : tensor<3x4xcomplex<f64>>
  return %even, %odd : tensor<3x6xf64>, tensor<3x7xf64>
}
