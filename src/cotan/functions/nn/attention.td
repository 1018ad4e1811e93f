// Attention.
include "cotan/functions/function.td"

let module = "nn" in {

def : Function<"dot_product_attention",
               (ins Tensor:$query, Tensor:$key, Tensor:$value, Fields<"nn::AttentionOptions",
                    (ins OptionalTensor:$bias, OptionalTensor:$mask, KeywordOnly,
                    OptionalFloat:$scale, No:$is_causal)>:$options)> {
  let summary = "Attention of several heads, as jax.nn.dot_product_attention (Vaswani et al. 2017).";
  let description = [{
    query is (batch, queries, heads, features), key and value (batch, keys, heads, features); all may lack
    the batch. Several heads of the query may share one of key and value. The scores, of shape (batch,
    heads, queries, keys), are multiplied by scale, 1 / sqrt(features) if left out, and bias is added; a
    query does not meet keys where mask is False, nor with is_causal keys after it. Without bias and mask,
    memory does not grow with the product of queries and keys. ValueError: the shapes do not go together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.reshape(ct.arange(4.0), (1, 4, 1, 1))
    >>> ct.nn.dot_product_attention(ct.zeros((1, 4, 1, 1)), x, x, is_causal=True).ravel()
    Tensor([0. , 0.5, 1. , 1.5], dtype=float32)
  }];
}

}
