func.func @rnn(%x: tensor<3x2x3xf64>, %h: tensor<2x2xf64>, %w: tensor<2x3xf64>, %u: tensor<2x2xf64>)
    -> (tensor<3x2x2xf64>, tensor<2x2xf64>)
    attributes {check.numpy = "(np.array([h := np.tanh(x[t] @ w.T + h @ u.T) for t in range(3)]), h)"} {
  %y, %l = composite.rnn %x, %h, %w, %u : tensor<3x2x3xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<2x2xf64>
  return %y, %l : tensor<3x2x2xf64>, tensor<2x2xf64>
}

func.func @rnn_of_one_sequence_in_reverse(%x: tensor<3x2xf64>, %h: tensor<2xf64>, %w: tensor<2x2xf64>, %u: tensor<2x2xf64>,
    %a: tensor<2xf64>, %b: tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>)
    attributes {check.numpy = "(np.array([h := np.maximum(w @ x[t] + u @ h + a + b, 0) for t in (2, 1, 0)])[::-1], h)", check.kinks = "at 0"} {
  %y, %l = composite.rnn %x, %h, %w, %u bias_ih %a : tensor<2xf64> bias_hh %b : tensor<2xf64> reverse nonlinearity "relu"
      : tensor<3x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>
  return %y, %l : tensor<3x2xf64>, tensor<2xf64>
}

func.func @lstm_of_open_sizes(%x: tensor<?x?x2xf64> {check.shape = [3, 2, 2]}, %h: tensor<?x?xf64> {check.shape = [2, 1]},
    %c: tensor<2x?xf64> {check.shape = [2, 1]}, %w: tensor<?x?xf64> {check.shape = [4, 2]}, %u: tensor<?x?xf64> {check.shape = [4, 1]},
    %b: tensor<?xf64> {check.shape = [4]}) -> (tensor<?x2x?xf64>, tensor<2x?xf64>, tensor<2x?xf64>)
    attributes {check.numpy = "(np.array([(g := np.split(x[t] @ w.T + h @ u.T + b, 4, 1), c := sp.expit(g[1]) * c + sp.expit(g[0]) * np.tanh(g[2]), h := sp.expit(g[3]) * np.tanh(c))[2] for t in range(3)]), h, c)"} {
  %y, %l, %d = composite.lstm %x, %h, %c, %w, %u bias_ih %b : tensor<?xf64>
      : tensor<?x?x2xf64>, tensor<?x?xf64>, tensor<2x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  return %y, %l, %d : tensor<?x2x?xf64>, tensor<2x?xf64>, tensor<2x?xf64>
}

func.func @lstm_of_no_time(%x: tensor<0x2x2xf64>, %h: tensor<2x1xf64>, %c: tensor<2x1xf64>, %w: tensor<4x2xf64>, %u: tensor<4x1xf64>)
    -> (tensor<0x2x1xf64>, tensor<2x1xf64>, tensor<2x1xf64>)
    attributes {check.numpy = "(np.zeros((0, 2, 1)), h, c)"} {
  %y, %l, %d = composite.lstm %x, %h, %c, %w, %u
      : tensor<0x2x2xf64>, tensor<2x1xf64>, tensor<2x1xf64>, tensor<4x2xf64>, tensor<4x1xf64>
  return %y, %l, %d : tensor<0x2x1xf64>, tensor<2x1xf64>, tensor<2x1xf64>
}

func.func @gru_of_lengths_in_reverse(%x: tensor<3x3x2xf64>, %h: tensor<3x1xf64>, %w: tensor<3x2xf64>, %u: tensor<3x1xf64>,
    %b: tensor<3xf64>, %n: tensor<3xi32> {check.value = dense<[2, 0, 4]> : tensor<3xi32>})
    -> (tensor<3x3x1xf64>, tensor<3x1xf64>)
    attributes {check.numpy = "(np.array([(p := x[t] @ w.T, q := h @ u.T + b, z := sp.expit(p[:, 1:2] + q[:, 1:2]), m := t < n[:, None], h := np.where(m, (1 - z) * np.tanh(p[:, 2:] + sp.expit(p[:, :1] + q[:, :1]) * q[:, 2:]) + z * h, h), np.where(m, h, 0))[5] for t in (2, 1, 0)])[::-1], h)"} {
  %y, %l = composite.gru %x, %h, %w, %u bias_hh %b : tensor<3xf64> lengths %n : tensor<3xi32> reverse
      : tensor<3x3x2xf64>, tensor<3x1xf64>, tensor<3x2xf64>, tensor<3x1xf64>
  return %y, %l : tensor<3x3x1xf64>, tensor<3x1xf64>
}

func.func @gru_of_one_entry_and_several_axes(%x: tensor<1x1x2x2xf64>, %h: tensor<1x2x1xf64>, %w: tensor<3x2xf64>, %u: tensor<3x1xf64>)
    -> (tensor<1x1x2x1xf64>, tensor<1x2x1xf64>)
    attributes {check.numpy = "(np.array([(p := x[0] @ w.T, q := h @ u.T, z := sp.expit(p[..., 1:2] + q[..., 1:2]), h := (1 - z) * np.tanh(p[..., 2:] + sp.expit(p[..., :1] + q[..., :1]) * q[..., 2:]) + z * h)[3]]), h)"} {
  %y, %l = composite.gru %x, %h, %w, %u : tensor<1x1x2x2xf64>, tensor<1x2x1xf64>, tensor<3x2xf64>, tensor<3x1xf64>
  return %y, %l : tensor<1x1x2x1xf64>, tensor<1x2x1xf64>
}
