"""The workloads of functions/in_cotan.py in PyTorch."""

import torch


def trees(embedding, gates, bias, digits, kinds, left, right, values):
    leaves = [embedding, gates, bias, digits]
    for x in leaves:
        x.requires_grad_()
    kinds, left, right = kinds.tolist(), left.tolist(), right.tolist()

    def state(tree, node):
        kind = embedding[kinds[tree][node]]
        if left[tree][node] < 0:
            return kind, torch.tanh(kind)
        (a, h), (b, k) = state(tree, left[tree][node]), state(tree, right[tree][node])
        enter, keep_a, keep_b, leave, new = torch.addmv(bias, gates, torch.cat([kind, h, k])).chunk(5)
        memory = torch.sigmoid(enter) * torch.tanh(new) + torch.sigmoid(keep_a) * a + torch.sigmoid(keep_b) * b
        return memory, torch.sigmoid(leave) * torch.tanh(memory)

    def run():
        for x in leaves:
            x.grad = None
        outputs = torch.stack([state(tree, 0)[1] for tree in range(len(values))])
        loss = torch.nn.functional.cross_entropy(outputs @ digits.T, values)
        loss.backward()
        return [loss, *(x.grad for x in leaves)]

    return run


PROGRAMS = {"trees": trees}
