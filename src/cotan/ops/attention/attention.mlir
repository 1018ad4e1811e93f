func.func @attention(%q: tensor<2x3x2x4xf64>,
    %k: tensor<2x5x2x4xf64>,
    %v: tensor<2x5x2x3xf64>) -> (tensor<2x3x2x3xf64>, tensor<2x2x3xf64>)
    attributes {check.numpy = "(np.einsum('bnts,bsne->btne', (lambda e: e / e.sum(-1, keepdims=True))(np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k))), v), np.log(np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k)).sum(-1)))"} {
  %y, %sums = composite.attention %q, %k, %v scale 0.5
      : tensor<2x3x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x3xf64>
  return %y, %sums : tensor<2x3x2x3xf64>, tensor<2x2x3xf64>
}

func.func @causal_attention_of_open_sizes(%q: tensor<?x?x2x3xf64> {check.shape = [1, 4, 2, 3]},
    %k: tensor<?x?x2x3xf64> {check.shape = [1, 4, 2, 3]},
    %v: tensor<?x?x2x3xf64> {check.shape = [1, 4, 2, 3]}) -> tensor<?x?x2x3xf64>
    attributes {check.numpy = "np.einsum('bnts,bsne->btne', (lambda e: e / e.sum(-1, keepdims=True))(np.tril(np.exp(np.einsum('btnd,bsnd->bnts', q, k)))), v)"} {
  %y, %sums = composite.attention %q, %k, %v causal scale 1.0
      : tensor<?x?x2x3xf64>, tensor<?x?x2x3xf64>, tensor<?x?x2x3xf64>
  return %y : tensor<?x?x2x3xf64>
}

func.func @attention_of_no_queries(%q: tensor<1x0x2x3xf64>,
    %k: tensor<1x4x2x3xf64>,
    %v: tensor<1x4x2x3xf64>) -> tensor<1x0x2x3xf64>
    attributes {check.numpy = "q"} {
  %y, %sums = composite.attention %q, %k, %v scale 1.0
      : tensor<1x0x2x3xf64>, tensor<1x4x2x3xf64>, tensor<1x4x2x3xf64>
  return %y : tensor<1x0x2x3xf64>
}

func.func @attention_vjp(%q: tensor<1x3x2x2xf64>,
    %k: tensor<1x4x2x2xf64>,
    %v: tensor<1x4x2x3xf64>,
    %sums: tensor<1x2x3xf64>,
    %dy: tensor<1x3x2x3xf64>,
    %shift: tensor<1x2x3xf64>) -> (tensor<1x3x2x2xf64>, tensor<1x4x2x2xf64>, tensor<1x4x2x3xf64>)
    attributes {check.numpy = "(np.einsum('bnts,bsnd->btnd', 0.5 * np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k) - sums[..., None]) * (np.einsum('btne,bsne->bnts', dy, v) + shift[..., None]), k), np.einsum('bnts,btnd->bsnd', 0.5 * np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k) - sums[..., None]) * (np.einsum('btne,bsne->bnts', dy, v) + shift[..., None]), q), np.einsum('bnts,btne->bsne', np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k) - sums[..., None]), dy))"} {
  %dq, %dk, %dv, %dslope = composite.attention_vjp %q, %k, %v, %sums, %dy, %shift scale 0.5
      : tensor<1x3x2x2xf64>, tensor<1x4x2x2xf64>, tensor<1x4x2x3xf64>, tensor<1x2x3xf64>,
        tensor<1x3x2x3xf64>
  return %dq, %dk, %dv : tensor<1x3x2x2xf64>, tensor<1x4x2x2xf64>, tensor<1x4x2x3xf64>
}

func.func @attention_in_a_window(%q: tensor<1x5x2x2xf64>,
    %k: tensor<1x3x2x2xf64>,
    %v: tensor<1x3x2x3xf64>) -> (tensor<1x5x2x3xf64>, tensor<1x2x5xf64>)
    attributes {check.numpy = "(lambda e: (np.einsum('bnts,bsne->btne', e / np.maximum(e.sum(-1, keepdims=True), 1e-300), v), np.log(e.sum(-1))))(np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k)) * [[abs(t - s) <= 1 for s in range(3)] for t in range(5)])"} {
  %y, %sums = composite.attention %q, %k, %v scale 0.5 left 1 right 1
      : tensor<1x5x2x2xf64>, tensor<1x3x2x2xf64>, tensor<1x3x2x3xf64>
  return %y, %sums : tensor<1x5x2x3xf64>, tensor<1x2x5xf64>
}

func.func @causal_attention_in_a_window_of_open_sizes(%q: tensor<1x?x1x2xf64> {check.shape = [1, 4, 1, 2]},
    %k: tensor<1x?x1x2xf64> {check.shape = [1, 4, 1, 2]},
    %v: tensor<1x?x1x3xf64> {check.shape = [1, 4, 1, 3]}) -> tensor<1x?x1x3xf64>
    attributes {check.numpy = "np.einsum('bnts,bsne->btne', (lambda e: e / e.sum(-1, keepdims=True))(np.tril(np.triu(np.exp(np.einsum('btnd,bsnd->bnts', q, k)), -2))), v)"} {
  %y, %sums = composite.attention %q, %k, %v causal scale 1.0 left 2 right 3
      : tensor<1x?x1x2xf64>, tensor<1x?x1x2xf64>, tensor<1x?x1x3xf64>
  return %y : tensor<1x?x1x3xf64>
}

func.func @attention_of_shared_heads(%q: tensor<2x3x4x2xf64>,
    %k: tensor<2x5x2x2xf64>,
    %v: tensor<2x5x2x3xf64>,
    %m: tensor<2x4xf64>) -> (tensor<2x3x4x3xf64>, tensor<2x4x3xf64>)
    attributes {check.numpy = "(lambda e: (np.einsum('bnts,bsne->btne', e / e.sum(-1, keepdims=True), v.repeat(2, 2)), np.log(e.sum(-1))))(np.exp(0.5 * np.einsum('btnd,bsnd->bnts', q, k.repeat(2, 2)) - m[..., None, None] * np.abs(np.arange(3)[:, None] - np.arange(5))))"} {
  %y, %sums = composite.attention %q, %k, %v slopes %m scale 0.5
      : tensor<2x3x4x2xf64>, tensor<2x5x2x2xf64>, tensor<2x5x2x3xf64>, tensor<2x4xf64>
  return %y, %sums : tensor<2x3x4x3xf64>, tensor<2x4x3xf64>
}

func.func @shared_heads_of_open_sizes(%q: tensor<?x?x?x2xf64> {check.shape = [1, 4, 6, 2]},
    %k: tensor<?x?x?x2xf64> {check.shape = [1, 4, 2, 2]},
    %v: tensor<?x?x?x3xf64> {check.shape = [1, 4, 2, 3]}) -> tensor<?x?x?x3xf64>
    attributes {check.numpy = "np.einsum('bnts,bsne->btne', (lambda e: e / e.sum(-1, keepdims=True))(np.tril(np.exp(np.einsum('btnd,bsnd->bnts', q, k.repeat(3, 2))))), v.repeat(3, 2))"} {
  %y, %sums = composite.attention %q, %k, %v causal scale 1.0 left 5
      : tensor<?x?x?x2xf64>, tensor<?x?x?x2xf64>, tensor<?x?x?x3xf64>
  return %y : tensor<?x?x?x3xf64>
}
