"""The two sides of a comparison: processes that wait until they are told to run (server.h)."""

import os
import statistics
import subprocess

import numpy as np


# Where Debian puts it, whichever BLAS the system has chosen for everybody.
OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-pthread"


def environment(threads, cache):
    path = os.pathsep.join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), OPENBLAS]))
    return dict(os.environ, OMP_NUM_THREADS=str(threads), COTAN_NUM_THREADS=str(threads), LD_LIBRARY_PATH=path,
                COTAN_CACHE=cache and "on" or "off", COTAN_CACHE_DIR=str(cache or ""))


class Side:
    """A workload in a process of its own, started and ready; `said` is what it printed before. Compiled
    programs are looked for in the folder `cache`, if there is one."""

    def __init__(self, command, threads, cache=None):
        self.command = [str(word) for word in command]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=environment(threads, cache))
        self.said = []
        while (line := self.answer()) != "ready":
            self.said.append(line)

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(self.command)}: ended with {self.process.wait()}")
        return line.strip()

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.answer()

    def seconds(self, count, what="run"):
        """The median of `count` runs."""
        return float(self.ask(f"{what} {count}"))

    def results(self, path):
        if self.ask(f"write {path}") != "written":
            raise RuntimeError(f"{' '.join(self.command)}: wrote no results")
        with np.load(path) as file:
            return [file[key] for key in file.files]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def difference(ours, theirs):
    """The largest over all results, relative to the largest element; NaN if there is one anywhere."""
    if [x.shape for x in ours] != [x.shape for x in theirs]:
        raise RuntimeError(f"results of other shapes: {[x.shape for x in ours]}, {[x.shape for x in theirs]}")
    gaps = [np.max(np.abs(a.astype(np.result_type(a, np.float64)) - b)) / max(np.max(np.abs(b)), 1e-30)
            for a, b in zip(ours, theirs)]
    return float(np.max(gaps))


def interleave(ours, theirs, rounds, seconds_per_round):
    """Medians of both in turn: lists of seconds per run, one a round."""
    sides = [(side, max(1, min(1000, int(seconds_per_round / max(side.seconds(1), 1e-6)))))
             for side in (ours, theirs)]
    times = ([], [])
    for _ in range(rounds):
        for (side, count), found in zip(sides, times):
            found.append(side.seconds(count))
    return times


def summary(ours, theirs):
    """Ratio of medians, theirs over ours, and the quartiles of the ratios of single rounds."""
    ratios = [b / a for a, b in zip(ours, theirs)]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else 3 * ratios
    return {"cotan_s": statistics.median(ours), "peer_s": statistics.median(theirs),
            "ratio": statistics.median(theirs) / statistics.median(ours), "low": low, "high": high}
