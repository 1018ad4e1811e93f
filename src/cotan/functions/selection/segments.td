// Reductions of rows that belong together.
include "cotan/functions/function.td"

def : Module<"ops", "Reductions of segments, as in jax.ops.">;

let module = "ops" in {

class SegmentFunction<string name, string summary_>
    : Function<name, (ins Tensor:$data, Tensor:$segment_ids, OptionalInt:$num_segments,
                          NoEffect:$indices_are_sorted, No:$unique_indices,
                          OptionalNoCount:$bucket_size,
                          OptionalString:$mode)> {
  let overloads = "    Tensor " # name # "(const Tensor &data, const Tensor &segment_ids, "
                  "std::optional<int64_t> num_segments = {}, bool unique_indices = false, "
                  "IndexMode mode = IndexMode::drop);\n";
  let summary = summary_;
}

def : SegmentFunction<"segment_sum", "Sums of the rows that belong to one segment, for each of them."> {
  let description = [{
    segment_ids, a vector, says for each row of data to which segment it belongs, in any order. mode says what
    happens to rows whose number is negative or not below num_segments: they are left out, as without it, with
    "fill" or "drop"; they belong to the nearest segment with "clip"; the numbers go around with "wrap"; and with
    "raise" they are an error, which a function that is traced refuses. num_segments is one more than the largest
    number if it is not given, as it must be to a function that is traced. With unique_indices no two rows belong
    to one segment. A segment without rows is 0. bucket_size changes nothing.
  }];
  let example = [{
    >>> ct.ops.segment_sum(ct.array([1.0, 2.0, 4.0]), ct.array([0, 2, 0]))
    Tensor([5., 0., 2.], dtype=float32)
  }];
}

def : SegmentFunction<"segment_prod", "Products of the rows that belong to one segment, for each of them."> {
  let description = [{
    The arguments are those of segment_sum. A segment without rows is 1.
  }];
  let example = [{
    >>> ct.ops.segment_prod(ct.array([3, 2, 4]), ct.array([0, 2, 0]))
    Tensor([12,  1,  2], dtype=int64)
  }];
}

def : SegmentFunction<"segment_max", "The largest of the rows that belong to one segment, for each of them."> {
  let description = [{
    The arguments are those of segment_sum. A segment without rows is minus infinity, or the least integer.
  }];
  let example = [{
    >>> ct.ops.segment_max(ct.array([3.0, 2.0, 4.0]), ct.array([0, 2, 0]))
    Tensor([  4., -inf,   2.], dtype=float32)
  }];
}

def : SegmentFunction<"segment_min", "The least of the rows that belong to one segment, for each of them."> {
  let description = [{
    The arguments are those of segment_sum. A segment without rows is infinity, or the largest integer.
  }];
  let example = [{
    >>> ct.ops.segment_min(ct.array([3.0, 2.0, 4.0]), ct.array([0, 2, 0]))
    Tensor([ 3., inf,  2.], dtype=float32)
  }];
}

}
