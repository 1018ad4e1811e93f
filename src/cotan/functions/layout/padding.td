// Elements around a tensor.
include "cotan/functions/function.td"

def : Function<"pad",
               (ins Tensor:$array, Kind<"const dynamic::PairsOfAxes<int64_t> &">:$pad_width,
                    Kind<"const dynamic::PadMode &", "\"constant\"">:$mode,
                    Optional<"const std::optional<dynamic::PairsOfAxes<Tensor>> &">:$constant_values,
                    Optional<"const std::optional<dynamic::PairsOfAxes<Tensor>> &">:$end_values,
                    Optional<"const std::optional<dynamic::PairsOfAxes<int64_t>> &">:$stat_length,
                    Default<String, "\"even\"">:$reflect_type)> {
  let overloads = [{
    Tensor pad(const Tensor &x, const Widths &widths, const Tensor &value = 0);
    Tensor pad(const Tensor &x, const Widths &widths, const std::string &mode, const PadOptions &options = {});
    Tensor pad(const Tensor &x, const Widths &widths, const PadFunction &function);
  }];
  let summary = "With elements around it. pad_width: how many, before and behind, for each axis or for all.";
  let description = [{
    mode says what they are: "constant", which is constant_values, or 0; "edge", the nearest element;
    "reflect" and "symmetric", the elements mirrored at the last one or behind it, and if reflect_type is "odd",
    taken from twice that one; "wrap", from the other side; "empty", anything, as zeros here; "linear_ramp", down
    to end_values, or 0; and "mean", "median", "maximum" and "minimum" of stat_length elements at that side, or of
    all. An argument that the mode does not use is an error. A function in its place is called for each vector along each
    axis in turn, as mode(vector, (before, behind), axis, {}), the corners among them, with zeros around at first, and
    returns the vector with what is to stand there: tensors do not change, so what NumPy's would change it returns.
  }];
  let example = [{
    >>> ct.pad(ct.array([1, 2]), (1, 2), constant_values=9)
    Tensor([9, 1, 2, 9, 9], dtype=int64)
    >>> ct.pad(ct.array([1, 2, 3]), 2, "reflect")
    Tensor([3, 2, 1, 2, 3, 2, 1], dtype=int64)
    >>> ct.pad(ct.array([1, 2, 3]), 2, "reflect", reflect_type="odd")
    Tensor([-1,  0,  1,  2,  3,  4,  5], dtype=int64)
  }];
}
