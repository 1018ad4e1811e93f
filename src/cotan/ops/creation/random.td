#ifndef COTAN_OPS_RANDOM
#define COTAN_OPS_RANDOM

include "cotan/ir/prim/prim.td"

/// y = random numbers in the shape of the result.
class Prim_RandomOp<string mnemonic, Type type> : Prim_Op<mnemonic, [HasBatch, Lowers, HasSizes]> {
  let arguments = (ins KeysTensor:$key, Optional<ShapeTensor>:$shape);
  let results = (outs type:$y);
  let assemblyFormat = [{
    $key custom<Keys>(type($key)) (`to` $shape^ `:` type($shape))? attr-dict `->` type($y)
  }];
  let hasVerifier = 1;
}

def RandomBitsOp
    : Prim_RandomOp<"random_bits", RankedTensorOf<[UI8, UI16, UI32, UI64]>> {
  let summary = "Random bits.";
  let description = [{
    Element number i in row-major order depends on `key` and i alone: it is the Threefry-2x32
    function (20 rounds; Salmon and others, SC11) of the two words of i, under the key. Its two
    words side by side give 64 bits, their exclusive or gives 32 bits or, from its lower end, fewer.
    The same key gives the same numbers in every shape, and those of `jax.random.bits`. Of many keys,
    each gives its numbers: the result's first axes are those that count the keys.

    Use every key once: derive more by `prim.split_key` or `prim.fold_in`. `shape` is needed where
    the result's sizes are not static.

    ```mlir
    %x = prim.random_bits %key -> tensor<2x3xui32>
    %y = prim.random_bits %key to %s : tensor<1xi64> -> tensor<?xui32>
    %z = prim.random_bits %keys of tensor<5x2xui32> -> tensor<5x2x3xui32>
    ```
  }];
}

def RandomUniformOp : Prim_RandomOp<"random_uniform", FloatTensor> {
  let summary = "Random numbers, evenly distributed over [0, 1).";
  let description = [{
    Multiples of 2^-m, m the number of mantissa bits (f64: 52, f32: 23, f16: 10, bf16: 7): the upper
    bits of `prim.random_bits` of the next width above m. The numbers are those of
    `jax.random.uniform`. `shape` is needed where the result's sizes are not static.

    ```mlir
    %x = prim.random_uniform %key -> tensor<2x3xf32>
    %y = prim.random_uniform %key to %s : tensor<1xi64> -> tensor<?xf32>
    ```
  }];
}

def RandomNormalOp : Prim_RandomOp<"random_normal", FloatTensor> {
  let summary = "Random numbers, normally distributed with mean 0 and variance 1.";
  let description = [{
    `sqrt(2) * erfinv(2 * u - 1 + d)`, where u are the numbers of `prim.random_uniform` and d,
    half of their spacing, keeps the result finite. The numbers are those of `jax.random.normal` but
    for rounding, and the same bits on every processor. `shape` is needed where the result's sizes
    are not static.

    ```mlir
    %x = prim.random_normal %key -> tensor<2x3xf32>
    %y = prim.random_normal %key to %s : tensor<1xi64> -> tensor<?xf32>
    ```
  }];
}

def SplitKeyOp : Prim_Op<"split_key", [HasBatch, Lowers, HasSizes]> {
  let summary = "Several keys from one.";
  let description = [{
    Row i is the key that `prim.fold_in` makes of i; the same as `jax.random.split`. Of many keys, each
    is split: the result's first axes are those that count the keys.

    ```mlir
    %keys = prim.split_key %key -> tensor<3x2xui32>
    ```
  }];
  let arguments = (ins KeysTensor:$key);
  let results = (outs RankedTensorOf<[UI32]>:$keys);
  let assemblyFormat = "$key custom<Keys>(type($key)) attr-dict `->` type($keys)";
  let hasVerifier = 1;
}

def FoldInOp : Prim_Op<"fold_in",
    [HasBatch, LowersAndFollows, HasSizes, AllTypesMatch<["key", "result"]>]> {
  let summary = "A key from a key and a number.";
  let description = [{
    The Threefry-2x32 function of the two words of the number (its bits, zeros above them), under
    the key; the same as `jax.random.fold_in`. Gives each step of a loop a key of its own. Of many
    keys, each meets a number of its own.

    ```mlir
    %k = prim.fold_in %key, %step : tensor<i32>
    ```
  }];
  let arguments = (ins KeysTensor:$key, IntegerTensor:$data);
  let results = (outs KeysTensor:$result);
  let assemblyFormat = "$key custom<Keys>(type($key)) `,` $data attr-dict `:` type($data)";
  let hasVerifier = 1;
}

#endif
