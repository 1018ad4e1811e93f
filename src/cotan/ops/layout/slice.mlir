func.func @slice(%x: tensor<4x7xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x[1:3, 0:6:2]"} {
  %y = prim.slice %x starts [1, 0] limits [3, 6] strides [1, 2] : tensor<4x7xf64>
  return %y : tensor<2x3xf64>
}

func.func @slice_up_to_the_end(%x: tensor<4x7xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "x[:, 2::3]"} {
  %y = prim.slice %x starts [0, 2] limits [?, ?] strides [1, 3] : tensor<4x7xf64>
  return %y : tensor<4x2xf64>
}

func.func @slice_of_joined(%a: tensor<2x3xf64>, %b: tensor<2x1xf64>, %c: tensor<2x3xf64>)
    -> (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>, tensor<1x3xf64>)
    attributes {check.numpy = "(a * a, b * b, np.concatenate([b, c], axis=1)[:, :3] * c, c[:1])"} {
  %x = prim.concat %a, %b, %c axis 1 : tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>
  %p = prim.slice %x starts [0, 0] limits [?, 3] strides [1, 1] : tensor<2x7xf64>
  %q = prim.slice %x starts [0, 3] limits [2, 4] strides [1, 1] : tensor<2x7xf64>
  %r = prim.slice %x starts [0, 3] limits [2, 6] strides [1, 1] : tensor<2x7xf64>
  %s = prim.slice %x starts [0, 4] limits [1, 7] strides [1, 1] : tensor<2x7xf64>
  %pp = prim.mul %p, %p : tensor<2x3xf64>
  %qq = prim.mul %q, %q : tensor<2x1xf64>
  %rc = prim.mul %r, %c : tensor<2x3xf64>
  return %pp, %qq, %rc, %s : tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>, tensor<1x3xf64>
}

func.func @slice_of_nothing(%x: tensor<4x3xf64>) -> tensor<0x3xf64>
    attributes {check.numpy = "x[4:4]"} {
  %y = prim.slice %x starts [4, 0] limits [4, 3] strides [1, 1] : tensor<4x3xf64>
  return %y : tensor<0x3xf64>
}

func.func @slice_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = prim.slice %x starts [] limits [] strides [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @slice_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [5, 4]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x[1::2, 1:3]"} {
  %y = prim.slice %x starts [1, 1] limits [?, 3] strides [2, 1] : tensor<?x?xf64>
  return %y : tensor<?x2xf64>
}

func.func @slice_beside_open_sizes(%x: tensor<?x4xf64> {check.shape = [2, 4]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x[:, 1:3]"} {
  %y = prim.slice %x starts [0, 1] limits [?, 3] strides [1, 1] : tensor<?x4xf64>
  return %y : tensor<?x2xf64>
}

func.func @dynamic_slice(%x: tensor<5x4xf64>,
    %start: tensor<2xi64> {check.value = dense<[2, 1]> : tensor<2xi64>}) -> tensor<2x3xf64>
    attributes {check.numpy = "x[2:4, 1:4]"} {
  %y = prim.dynamic_slice %x at %start : tensor<5x4xf64>, tensor<2xi64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @dynamic_slice_is_moved_to_fit(%x: tensor<5x4xf64>,
    %start: tensor<2xi64> {check.value = dense<[9223372036854775807, -3]> : tensor<2xi64>})
    -> tensor<2x3xf64> attributes {check.numpy = "x[3:5, 0:3]"} {
  %y = prim.dynamic_slice %x at %start : tensor<5x4xf64>, tensor<2xi64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @dynamic_slice_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [4, 3]},
    %start: tensor<2xi64> {check.value = dense<[1, 2]> : tensor<2xi64>},
    %shape: tensor<2xi64> {check.value = dense<[2, 1]> : tensor<2xi64>}) -> tensor<?x1xf64>
    attributes {check.numpy = "x[1:3, 2:3]"} {
  %y = prim.dynamic_slice %x at %start to %shape
      : tensor<?x?xf64>, tensor<2xi64>, tensor<2xi64> -> tensor<?x1xf64>
  return %y : tensor<?x1xf64>
}

func.func @dynamic_slice_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %start = prim.constant dense<> : tensor<0xi64>
  %y = prim.dynamic_slice %x at %start : tensor<f64>, tensor<0xi64> -> tensor<f64>
  return %y : tensor<f64>
}

func.func @dynamic_slice_of_nothing(%x: tensor<0x4xf64>,
    %start: tensor<2xi64> {check.value = dense<[3, 1]> : tensor<2xi64>}) -> tensor<0x2xf64>
    attributes {check.numpy = "x[:, 1:3]"} {
  %y = prim.dynamic_slice %x at %start : tensor<0x4xf64>, tensor<2xi64> -> tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @dynamic_update_slice(%x: tensor<4x3xf64>, %update: tensor<2x2xf64>,
    %start: tensor<2xi64> {check.value = dense<[1, 0]> : tensor<2xi64>}) -> tensor<4x3xf64>
    attributes {check.numpy = "np.block([[x[:1]], [np.hstack([update, x[1:3, 2:]])], [x[3:]]])"} {
  %y = prim.dynamic_update_slice %x at %start update %update
      : tensor<4x3xf64>, tensor<2xi64>, tensor<2x2xf64>
  return %y : tensor<4x3xf64>
}

func.func @dynamic_update_slice_is_moved_to_fit(%x: tensor<5xf64>, %update: tensor<2xf64>,
    %start: tensor<1xi64> {check.value = dense<[4]> : tensor<1xi64>}) -> tensor<5xf64>
    attributes {check.numpy = "np.concatenate([x[:3], update])"} {
  %y = prim.dynamic_update_slice %x at %start update %update
      : tensor<5xf64>, tensor<1xi64>, tensor<2xf64>
  return %y : tensor<5xf64>
}

func.func @dynamic_update_slice_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [3, 3]},
    %update: tensor<?x3xf64> {check.shape = [1, 3]},
    %start: tensor<2xi64> {check.value = dense<[1, 0]> : tensor<2xi64>}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.concatenate([x[:1], update, x[2:]])"} {
  %y = prim.dynamic_update_slice %x at %start update %update
      : tensor<?x3xf64>, tensor<2xi64>, tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func @update_reads_the_operand_only_once(%x: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "np.array([x[0], x[0] * x[0], x[2]])"} {
  %start = prim.constant dense<[1]> : tensor<1xi64>
  %a = prim.slice %x starts [0] limits [1] strides [1] : tensor<3xf64>
  %b = prim.mul %a, %a : tensor<1xf64>
  %y = prim.dynamic_update_slice %x at %start update %b
      : tensor<3xf64>, tensor<1xi64>, tensor<1xf64>
  return %y : tensor<3xf64>
}

func.func @slices_of_integers() -> (tensor<2xui8>, tensor<3xui8>) {
  %x = prim.constant dense<[255, 1, 128]> : tensor<3xui8>
  %start = prim.constant dense<[-1]> : tensor<1xi64>
  %y = prim.dynamic_slice %x at %start : tensor<3xui8>, tensor<1xi64> -> tensor<2xui8>
  check.equal %y, dense<[255, 1]> : tensor<2xui8>
  %last = prim.constant dense<[1]> : tensor<1xi64>
  %z = prim.dynamic_update_slice %x at %last update %y : tensor<3xui8>, tensor<1xi64>, tensor<2xui8>
  check.equal %z, dense<[255, 255, 1]> : tensor<3xui8>
  return %y, %z : tensor<2xui8>, tensor<3xui8>
}
