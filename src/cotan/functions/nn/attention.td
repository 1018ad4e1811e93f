// Attention.
include "cotan/functions/function.td"

let module = "nn" in {

def : Function<"dot_product_attention",
               (ins Tensor:$query, Tensor:$key, Tensor:$value, Fields<"ct::nn::AttentionOptions",
                    (ins OptionalTensor:$bias, OptionalTensor:$mask, KeywordOnly,
                    OptionalFloat:$scale, No:$is_causal, OptionalAxes:$local_window_size,
                    OptionalTensor:$alibi_slopes, OptionalTensor:$query_seq_lengths,
                    OptionalTensor:$key_value_seq_lengths)>:$options, OptionalNoMethod:$implementation,
                    No:$return_residual),
               "std::variant<Tensor, std::pair<Tensor, Tensor>>"> {
  let overloads = [{
    Tensor dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                                 const AttentionOptions &options = {});
    std::pair<Tensor, Tensor> dot_product_attention_and_residual(const Tensor &query, const Tensor &key, const Tensor &value,
                                                                 const AttentionOptions &options = {});
  }];
  let summary = "Attention of several heads, as jax.nn.dot_product_attention (Vaswani et al. 2017).";
  let description = [{
    query is (batch, queries, heads, features), key and value (batch, keys, heads, features); all may lack
    the batch. Several heads of the query, one after the other, may share one of key and value,
    as in grouped-query attention (Ainslie et al. 2023; enable_gqa=True in PyTorch): nothing is repeated. The scores, of shape (batch,
    heads, queries, keys), are multiplied by scale, 1 / sqrt(features) if left out, and bias is added; a
    query does not meet keys where mask is False, nor with is_causal keys after it. With local_window_size, a
    number of keys, or one for those before and one for those behind it, it meets no keys further away than that,
    and time grows with the window; a query with no key in its window gives 0. alibi_slopes, (heads,) or (batch, heads), take the slope
    times the distance |query - key| from each score (Press et al. 2022). key_value_seq_lengths, (batch,), are how
    many keys are met, query_seq_lengths behind how many queries the result is 0, as it is of those that meet no key
    for this reason. Without bias, mask and key_value_seq_lengths, memory does not
    grow with the product of queries and keys. With return_residual a pair of the result and the logarithm of the sum of the
    exponentials of the scores, (batch, queries, heads), by which results for parts of the keys are put together; it
    is -inf of queries that meet no key for their window or lengths, and has a derivative. implementation changes
    nothing. ValueError: the shapes do not go together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.reshape(ct.arange(4.0), (1, 4, 1, 1))
    >>> ct.nn.dot_product_attention(ct.zeros((1, 4, 1, 1)), x, x, is_causal=True).ravel()
    Tensor([0. , 0.5, 1. , 1.5], dtype=float32)
  }];
}

def : Function<"alibi_slopes", (ins Int:$heads)> {
  let summary = "How fast scores fall with the distance of query and key, for each head (Press et al. 2022, ALiBi).";
  let description = [{
    Of shape (heads,), for ct.nn.dot_product_attention: powers of 2 down to 2^-8; of other numbers of heads than
    powers of 2, further slopes lie between. ValueError: heads is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.alibi_slopes(4)
    Tensor([0.25      , 0.0625    , 0.015625  , 0.00390625], dtype=float32)
  }];
}

def : Function<"alibi_bias", (ins Int:$heads, Int:$queries, Int:$keys, Default<Int, "0">:$offset)> {
  let summary = "A bias of scores that grows with the distance of query and key (Press et al. 2022, ALiBi).";
  let description = [{
    Of shape (heads, queries, keys), for ct.nn.dot_product_attention: minus the distance times the slope of the
    head, one of ct.nn.alibi_slopes. The first query stands at the place of key offset; where that is 0,
    alibi_slopes= does the same in less memory. ValueError: heads is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.alibi_bias(1, 2, 3) * 256
    Tensor([[[ 0., -1., -2.],
             [-1.,  0., -1.]]], dtype=float32)
  }];
}

}
