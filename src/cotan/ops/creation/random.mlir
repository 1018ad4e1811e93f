func.func @known_answer_of_zeros() -> tensor<2xui32> {
  %key = prim.constant dense<[0, 0]> : tensor<2xui32>
  %counter = prim.constant dense<0> : tensor<ui64>
  %words = prim.fold_in %key, %counter : tensor<ui64>
  check.equal %words, dense<[1797259609, 2579123966]> : tensor<2xui32>
  return %words : tensor<2xui32>
}

func.func @known_answer_of_ones() -> tensor<2xui32> {
  %key = prim.constant dense<[4294967295, 4294967295]> : tensor<2xui32>
  %counter = prim.constant dense<18446744073709551615> : tensor<ui64>
  %words = prim.fold_in %key, %counter : tensor<ui64>
  check.equal %words, dense<[481924860, 3137350631]> : tensor<2xui32>
  return %words : tensor<2xui32>
}

func.func @known_answer_of_pi() -> tensor<2xui32> {
  %key = prim.constant dense<[320440878, 57701188]> : tensor<2xui32>
  %counter = prim.constant dense<2611923443488327891> : tensor<ui64>
  %words = prim.fold_in %key, %counter : tensor<ui64>
  check.equal %words, dense<[3297917596, 1212020640]> : tensor<2xui32>
  return %words : tensor<2xui32>
}

func.func @fold_in_takes_the_bits_of_negative_numbers() -> tensor<2xui32> {
  %key = prim.constant dense<4294967295> : tensor<2xui32>
  %number = prim.constant dense<-1> : tensor<i64>
  %k = prim.fold_in %key, %number : tensor<i64>
  check.equal %k, dense<[481924860, 3137350631]> : tensor<2xui32>
  return %k : tensor<2xui32>
}

func.func @random_bits_of_every_width() -> tensor<1xui64> {
  %key = prim.constant dense<0> : tensor<2xui32>
  %a = prim.random_bits %key -> tensor<1xui64>
  %b = prim.random_bits %key -> tensor<1xui32>
  %c = prim.random_bits %key -> tensor<1xui16>
  %d = prim.random_bits %key -> tensor<1xui8>
  check.equal %a, dense<7719171245655871230> : tensor<1xui64>
  check.equal %b, dense<4070199207> : tensor<1xui32>
  check.equal %c, dense<20391> : tensor<1xui16>
  check.equal %d, dense<167> : tensor<1xui8>
  return %a : tensor<1xui64>
}

func.func @random_bits_do_not_depend_on_the_shape() -> tensor<6xi1> {
  %key = prim.constant dense<[1, 2]> : tensor<2xui32>
  %s = prim.constant dense<[3, 2]> : tensor<2xi64>
  %a = prim.random_bits %key -> tensor<6xui32>
  %b = prim.random_bits %key to %s : tensor<2xi64> -> tensor<?x2xui32>
  %c = prim.reshape %b : tensor<?x2xui32> -> tensor<6xui32>
  %same = prim.eq %a, %c : tensor<6xui32>
  check.equal %same, dense<true> : tensor<6xi1>
  return %same : tensor<6xi1>
}

func.func @random_uniform_takes_the_upper_bits() -> tensor<f64> {
  %key = prim.constant dense<0> : tensor<2xui32>
  %a = prim.random_uniform %key -> tensor<f64>
  %b = prim.random_uniform %key -> tensor<f32>
  %c = prim.random_uniform %key -> tensor<f16>
  %d = prim.random_uniform %key -> tensor<bf16>
  check.equal %a, dense<0.41845711171638644> : tensor<f64>
  check.equal %b, dense<0.9476670026779175> : tensor<f32>
  check.equal %c, dense<0.310546875> : tensor<f16>
  check.equal %d, dense<0.6484375> : tensor<bf16>
  return %a : tensor<f64>
}

func.func @random_uniform_is_spread_evenly() -> tensor<3xf64> {
  %key = prim.constant dense<[7, 8]> : tensor<2xui32>
  %u = prim.random_uniform %key -> tensor<10000xf64>
  %least = prim.min %u axes [0] keepdims : tensor<10000xf64>
  %most = prim.max %u axes [0] keepdims : tensor<10000xf64>
  %total = prim.sum %u axes [0] keepdims : tensor<10000xf64>
  %digits = prim.constant dense<100.0> : tensor<1xf64>
  %hundreds = prim.div %total, %digits : tensor<1xf64>
  %half = prim.round %hundreds : tensor<1xf64>
  %zero = prim.round %least : tensor<1xf64>
  %one = prim.round %most : tensor<1xf64>
  check.equal %half, dense<50.0> : tensor<1xf64>
  check.equal %zero, dense<0.0> : tensor<1xf64>
  check.equal %one, dense<1.0> : tensor<1xf64>
  %all = prim.broadcast %half : tensor<1xf64> -> tensor<3xf64>
  return %all : tensor<3xf64>
}

func.func @random_uniform_of_nothing() -> tensor<0x2xf32> {
  %key = prim.constant dense<0> : tensor<2xui32>
  %x = prim.random_uniform %key -> tensor<0x2xf32>
  return %x : tensor<0x2xf32>
}

// The example of jax.random's guide: key 42.
func.func @random_normal_agrees_with_jax() -> tensor<f32> {
  %key = prim.constant dense<[0, 42]> : tensor<2xui32>
  %x = prim.random_normal %key -> tensor<f32>
  check.close %x, dense<-0.028304616> : tensor<f32>
  return %x : tensor<f32>
}

func.func @random_normal_has_variance_one() -> tensor<2xf64> {
  %key = prim.constant dense<[3, 4]> : tensor<2xui32>
  %x = prim.random_normal %key -> tensor<10000xf64>
  %square = prim.square %x : tensor<10000xf64>
  %sum = prim.sum %x axes [0] keepdims : tensor<10000xf64>
  %sumOfSquares = prim.sum %square axes [0] keepdims : tensor<10000xf64>
  %scale = prim.constant dense<1000.0> : tensor<1xf64>
  %a = prim.div %sum, %scale : tensor<1xf64>
  %b = prim.div %sumOfSquares, %scale : tensor<1xf64>
  %mean = prim.trunc %a : tensor<1xf64>
  %variance = prim.round %b : tensor<1xf64>
  check.equal %mean, dense<0.0> : tensor<1xf64>
  check.equal %variance, dense<10.0> : tensor<1xf64>
  %all = prim.broadcast %variance : tensor<1xf64> -> tensor<2xf64>
  return %all : tensor<2xf64>
}

func.func @split_key_folds_in_the_row() -> tensor<3x2xui32> {
  %key = prim.constant dense<0> : tensor<2xui32>
  %keys = prim.split_key %key -> tensor<3x2xui32>
  check.equal %keys, dense<[[1797259609, 2579123966], [928981903, 3453687069], [4146024105, 2718843009]]> : tensor<3x2xui32>
  return %keys : tensor<3x2xui32>
}

// Each of many keys gives what it gives alone.
func.func @many_keys() -> tensor<2x3x2xui32> {
  %keys = prim.constant dense<[[0, 0], [1, 2]]> : tensor<2x2xui32>
  %numbers = prim.constant dense<[7, -1]> : tensor<2xi8>
  %folded = prim.fold_in %keys of tensor<2x2xui32>, %numbers : tensor<2xi8>
  %x = prim.random_bits %folded of tensor<2x2xui32> -> tensor<2x3xui64>
  %split = prim.split_key %keys of tensor<2x2xui32> -> tensor<2x3x2xui32>
  %k0 = prim.constant dense<0> : tensor<2xui32>
  %k1 = prim.constant dense<[1, 2]> : tensor<2xui32>
  %n0 = prim.constant dense<7> : tensor<i8>
  %n1 = prim.constant dense<-1> : tensor<i8>
  %f0 = prim.fold_in %k0, %n0 : tensor<i8>
  %f1 = prim.fold_in %k1, %n1 : tensor<i8>
  %x0 = prim.random_bits %f0 -> tensor<3xui64>
  %x1 = prim.random_bits %f1 -> tensor<3xui64>
  %alone = prim.concat %x0, %x1 axis 0 : tensor<3xui64>, tensor<3xui64>
  %flat = prim.reshape %x : tensor<2x3xui64> -> tensor<6xui64>
  %same = prim.eq %flat, %alone : tensor<6xui64>
  check.equal %same, dense<true> : tensor<6xi1>
  %s0 = prim.split_key %k0 -> tensor<3x2xui32>
  %s1 = prim.split_key %k1 -> tensor<3x2xui32>
  %both = prim.concat %s0, %s1 axis 0 : tensor<3x2xui32>, tensor<3x2xui32>
  %rows = prim.reshape %split : tensor<2x3x2xui32> -> tensor<6x2xui32>
  %equal = prim.eq %rows, %both : tensor<6x2xui32>
  check.equal %equal, dense<true> : tensor<6x2xi1>
  return %split : tensor<2x3x2xui32>
}

func.func @open_number_of_keys(%keys: tensor<?x2xui32> {check.shape = [3, 2], check.range = [0, 100]},
    %size: tensor<2xi64> {check.value = dense<[3, 4]> : tensor<2xi64>, check.shared}) -> tensor<?x?xf32>
    attributes {check.f64_only} {
  %x = prim.random_uniform %keys of tensor<?x2xui32> to %size : tensor<2xi64> -> tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}
