func.func @main(%x: tensor<700x300xf32>, %y: tensor<300x500xf32>)
    -> (tensor<700x500xf32>, tensor<700x300xf32>, tensor<300xf32>, tensor<8x90x90xf32>) {
  %z = prim.matmul %x, %y : tensor<700x300xf32>, tensor<300x500xf32>
  %s = composite.softmax %x axis 1 : tensor<700x300xf32>
  %t = prim.tanh %x : tensor<700x300xf32>
  %c = prim.sum %t axes [0] : tensor<700x300xf32>
  %part = prim.slice %x starts [0, 0] limits [288, 225] strides [1, 1] : tensor<700x300xf32>
  %batch = prim.reshape %part : tensor<288x225xf32> -> tensor<8x90x90xf32>
  %p = prim.matmul %batch, %batch : tensor<8x90x90xf32>, tensor<8x90x90xf32>
  return %z, %s, %c, %p : tensor<700x500xf32>, tensor<700x300xf32>, tensor<300xf32>, tensor<8x90x90xf32>
}
