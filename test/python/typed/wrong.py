"""Uses that a type checker refuses; each line says with which code."""

import cotan as ct

ct.tanh("a")  # arg-type
ct.sum(ct.ones(2), axes=1)  # call-arg
ct.add(1)  # call-arg
ct.zeros(2, 3)  # arg-type
ct.ones(2).reshapee(1)  # attr-defined
ct.tann(1.0)  # attr-defined
ct.grad(ct.sin, argnum=1)  # call-arg
ct.optim.sgd("fast")  # arg-type
ct.optim.chain(ct.optim.adam)  # arg-type
ct.nn.initializers.he_normal(scale=2.0)  # call-arg
ct.ones(2) @ "a"  # operator
count: int = ct.ones(2).sum()  # assignment
ct.random.normal(0, dtype=[1])  # arg-type
ct.add.reduce(1, axes=0)  # call-arg
