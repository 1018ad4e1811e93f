func.func @ctc_loss_is_that_of_all_ways(%x: tensor<4x2x3xf64>,
    %targets: tensor<2x2xi64> {check.value = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>},
    %n: tensor<2xi64> {check.value = dense<[4, 3]> : tensor<2xi64>},
    %m: tensor<2xi32> {check.value = dense<[2, 1]> : tensor<2xi32>}) -> tensor<2xf64>
    attributes {check.numpy = "np.array([-np.log(sum(np.exp(sum(x[t, i, k] for t, k in enumerate(p))) for p in np.ndindex(*[3] * n[i]) if [k for t, k in enumerate(p) if k != 0 and (t == 0 or p[t - 1] != k)] == list(targets[i, :m[i]]))) for i in (0, 1)])"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m reduction "none"
      : tensor<4x2x3xf64>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi32>
  return %loss : tensor<2xf64>
}

func.func @ctc_loss_of_open_sizes_and_another_blank(%x: tensor<?x?x?xf64> {check.shape = [4, 2, 3]},
    %targets: tensor<?x?xi64> {check.value = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>},
    %n: tensor<?xi64> {check.value = dense<[3, 4]> : tensor<2xi64>},
    %m: tensor<?xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> tensor<f64>
    attributes {check.numpy = "np.mean([-np.log(sum(np.exp(sum(x[t, i, k] for t, k in enumerate(p))) for p in np.ndindex(*[3] * n[i]) if [k for t, k in enumerate(p) if k != 2 and (t == 0 or p[t - 1] != k)] == list(targets[i, :m[i]]))) / max(m[i], 1) for i in (0, 1)])"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m blank 2
      : tensor<?x?x?xf64>, tensor<?x?xi64>, tensor<?xi64>, tensor<?xi64>
  return %loss : tensor<f64>
}

func.func @ctc_loss_of_one_sequence(%x: tensor<3x2xf64>, %targets: tensor<1xi64> {check.value = dense<1> : tensor<1xi64>},
    %n: tensor<i64> {check.value = dense<9> : tensor<i64>}, %m: tensor<i64> {check.value = dense<9> : tensor<i64>}) -> tensor<f64>
    attributes {check.numpy = "-np.log(sum(np.exp(sum(x[t, k] for t, k in enumerate(p))) for p in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 1, 1)]))"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m reduction "sum" : tensor<3x2xf64>, tensor<1xi64>, tensor<i64>, tensor<i64>
  return %loss : tensor<f64>
}

func.func @ctc_loss_of_labels_that_do_not_fit(%x: tensor<2x2x2xf64>,
    %targets: tensor<2x2xi64> {check.value = dense<1> : tensor<2x2xi64>},
    %n: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>},
    %m: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> (tensor<2xf64>, tensor<2xf64>)
    attributes {check.numpy = "(np.array([0.0, 0.0]), np.array([np.inf, 0.0]))"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m reduction "none" zero_infinity
      : tensor<2x2x2xf64>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>
  %all = composite.ctc_loss %x, %targets, %n, %m reduction "none"
      : tensor<2x2x2xf64>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>
  return %loss, %all : tensor<2xf64>, tensor<2xf64>
}

func.func @ctc_loss_of_no_labels(%x: tensor<2x1x2xf64>, %targets: tensor<1x0xi64> {check.range = [0, 1]},
    %n: tensor<1xi64> {check.value = dense<2> : tensor<1xi64>}, %m: tensor<1xi64> {check.value = dense<0> : tensor<1xi64>}) -> tensor<1xf64>
    attributes {check.numpy = "-x[:, :, 0].sum(0)"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m reduction "none"
      : tensor<2x1x2xf64>, tensor<1x0xi64>, tensor<1xi64>, tensor<1xi64>
  return %loss : tensor<1xf64>
}

func.func @ctc_loss_of_nothing(%x: tensor<2x0x2xf64>, %targets: tensor<0x1xi64> {check.range = [0, 1]}, %n: tensor<0xi64> {check.range = [0, 1]}, %m: tensor<0xi64> {check.range = [0, 1]}) -> tensor<f64>
    attributes {check.numpy = "0.0"} {
  %loss = composite.ctc_loss %x, %targets, %n, %m reduction "sum" : tensor<2x0x2xf64>, tensor<0x1xi64>, tensor<0xi64>, tensor<0xi64>
  return %loss : tensor<f64>
}
