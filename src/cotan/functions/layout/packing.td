// Bits in bytes.
include "cotan/functions/function.td"

def : Function<"packbits",
               (ins Tensor:$a, OptionalInt:$axis, Default<String, "\"big\"">:$bitorder)> {
  let summary = "Bytes of eight truth values along an axis, or of all in one row without it.";
  let description = [{
    With bitorder "big" the first one is the highest bit, with "little" the lowest. Integers other than 0
    count as true. What is missing of the last byte is 0.
  }];
  let example = [{
    >>> ct.packbits(ct.array([1, 0, 0, 0, 0, 0, 1, 1, 1]))
    Tensor([131, 128], dtype=uint8)
  }];
}

def : Function<"unpackbits",
               (ins Tensor:$a, OptionalInt:$axis, OptionalInt:$count,
                    Default<String, "\"big\"">:$bitorder)> {
  let summary = "The bits of bytes along an axis, or of all in one row without it, as uint8.";
  let description = [{
    bitorder is as of packbits. count says how many bits there are: zeros are added, or the last ones left
    out; of a negative one, as many are left out.
  }];
  let example = [{
    >>> ct.unpackbits(ct.array([131, 128], "uint8"), count=9)
    Tensor([1, 0, 0, 0, 0, 0, 1, 1, 1], dtype=uint8)
  }];
}
