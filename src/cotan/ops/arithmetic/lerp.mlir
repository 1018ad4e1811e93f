func.func @lerp(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x + w * (y - x)"} {
  %z = composite.lerp %x, %y, %w : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @lerp_meets_both_ends() -> tensor<2xf64> {
  %x = prim.constant dense<1.0e20> : tensor<2xf64>
  %y = prim.constant dense<1.0> : tensor<2xf64>
  %w = prim.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %z = composite.lerp %x, %y, %w : tensor<2xf64>
  check.equal %z, dense<[1.0e20, 1.0]> : tensor<2xf64>
  return %z : tensor<2xf64>
}
