func.func @rnn_cell(%x: tensor<2x3xf64>, %h: tensor<2x4xf64>, %w: tensor<4x3xf64>, %u: tensor<4x4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "np.tanh(x @ w.T + h @ u.T)"} {
  %y = composite.rnn_cell %x, %h, %w, %u : tensor<2x3xf64>, tensor<2x4xf64>, tensor<4x3xf64>, tensor<4x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @rnn_cell_of_relu_and_biases(%x: tensor<3xf64>, %h: tensor<2xf64>, %w: tensor<2x3xf64>, %u: tensor<2x2xf64>,
    %a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "np.maximum(w @ x + u @ h + a + b, 0)", check.kinks = "at 0"} {
  %y = composite.rnn_cell %x, %h, %w, %u bias_ih %a : tensor<2xf64> bias_hh %b : tensor<2xf64> nonlinearity "relu"
      : tensor<3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2x2xf64>
  return %y : tensor<2xf64>
}

func.func @lstm_cell(%x: tensor<2x3xf64>, %h: tensor<2x2xf64>, %c: tensor<2x2xf64>, %w: tensor<8x3xf64>, %u: tensor<8x2xf64>,
    %a: tensor<8xf64>, %b: tensor<8xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
    attributes {check.numpy = "(lambda i, f, g, o: (lambda d: (sp.expit(o) * np.tanh(d), d))(sp.expit(f) * c + sp.expit(i) * np.tanh(g)))(*np.split(x @ w.T + h @ u.T + a + b, 4, 1))"} {
  %y, %d = composite.lstm_cell %x, %h, %c, %w, %u bias_ih %a : tensor<8xf64> bias_hh %b : tensor<8xf64>
      : tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<8x3xf64>, tensor<8x2xf64>
  return %y, %d : tensor<2x2xf64>, tensor<2x2xf64>
}

func.func @lstm_cell_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [2, 3]}, %h: tensor<?x?xf64> {check.shape = [2, 2]},
    %c: tensor<?x2xf64> {check.shape = [2, 2]}, %w: tensor<?x?xf64> {check.shape = [8, 3]}, %u: tensor<?x?xf64> {check.shape = [8, 2]})
    -> (tensor<?x2xf64>, tensor<?x2xf64>)
    attributes {check.numpy = "(lambda i, f, g, o: (lambda d: (sp.expit(o) * np.tanh(d), d))(sp.expit(f) * c + sp.expit(i) * np.tanh(g)))(*np.split(x @ w.T + h @ u.T, 4, 1))"} {
  %y, %d = composite.lstm_cell %x, %h, %c, %w, %u
      : tensor<?x3xf64>, tensor<?x?xf64>, tensor<?x2xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  return %y, %d : tensor<?x2xf64>, tensor<?x2xf64>
}

func.func @lstm_cell_of_no_batch(%x: tensor<0x3xf64>, %h: tensor<0x2xf64>, %c: tensor<0x2xf64>, %w: tensor<8x3xf64>,
    %u: tensor<8x2xf64>) -> (tensor<0x2xf64>, tensor<0x2xf64>)
    attributes {check.numpy = "(h, c)"} {
  %y, %d = composite.lstm_cell %x, %h, %c, %w, %u
      : tensor<0x3xf64>, tensor<0x2xf64>, tensor<0x2xf64>, tensor<8x3xf64>, tensor<8x2xf64>
  return %y, %d : tensor<0x2xf64>, tensor<0x2xf64>
}

func.func @gru_cell(%x: tensor<2x3xf64>, %h: tensor<2x2xf64>, %w: tensor<6x3xf64>, %u: tensor<6x2xf64>,
    %a: tensor<6xf64>, %b: tensor<6xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "(lambda r, z, n, s, y, m: (1 - sp.expit(z + y)) * np.tanh(n + sp.expit(r + s) * m) + sp.expit(z + y) * h)(*np.split(x @ w.T + a, 3, 1), *np.split(h @ u.T + b, 3, 1))"} {
  %y = composite.gru_cell %x, %h, %w, %u bias_ih %a : tensor<6xf64> bias_hh %b : tensor<6xf64>
      : tensor<2x3xf64>, tensor<2x2xf64>, tensor<6x3xf64>, tensor<6x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @gru_cell_of_several_axes_and_one_bias(%x: tensor<2x1x3xf64>, %h: tensor<2x1x2xf64>, %w: tensor<6x3xf64>, %u: tensor<6x2xf64>,
    %b: tensor<6xf64>) -> tensor<2x1x2xf64>
    attributes {check.numpy = "(lambda r, z, n, s, y, m: (1 - sp.expit(z + y)) * np.tanh(n + sp.expit(r + s) * m) + sp.expit(z + y) * h)(*np.split(x @ w.T, 3, 2), *np.split(h @ u.T + b, 3, 2))"} {
  %y = composite.gru_cell %x, %h, %w, %u bias_hh %b : tensor<6xf64>
      : tensor<2x1x3xf64>, tensor<2x1x2xf64>, tensor<6x3xf64>, tensor<6x2xf64>
  return %y : tensor<2x1x2xf64>
}
