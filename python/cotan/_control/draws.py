"""Which generators of random numbers a thread asks: others may ask the same ones meanwhile, so that a generator that
has changed tells nothing of who changed it."""

import contextlib
import functools
import gc
import os
import random
import sys
import threading

from .._late import np


@functools.cache
def generators():
    """Their types."""
    return random.Random, np.random.RandomState, np.random.Generator


class _State(threading.local):
    asked = None  # the ids of the generators that were asked, while somebody wants to know


_state = _State()


class Asked:
    """The generators that this thread asks while the block runs."""

    def __enter__(self):
        self.is_alone = threading.active_count() == 1
        self.outer = _state.asked
        self.ids = set() if self.outer is None else self.outer
        _state.asked = self.ids
        return self

    def __exit__(self, *problem):
        _state.asked = self.outer

    def could_be_others(self, generator):
        """Whether it may be another thread that has changed the generator, and is not this one."""
        return not self.is_alone and id(generator) not in self.ids


def note(function):
    """Notes the generator that a call of the function asks, if it does."""
    if _state.asked is None:
        return
    of = getattr(function, "__self__", None)
    if isinstance(of, generators()):
        _state.asked.add(id(of))
    elif getattr(function, "__module__", None) == "numpy.random.mtrand":
        _state.asked.add(id(np.random.mtrand._rand))


def noting(function):
    """The function, or class, of a library, whose own calls are not rewritten: Python tells which ones it makes."""
    if _state.asked is None or threading.active_count() == 1:
        return function

    def noted(*args, **keywords):
        if sys.getprofile():
            return function(*args, **keywords)
        with followed(sys.setprofile, lambda frame, event, called: event == "c_call" and note(called)):
            return function(*args, **keywords)

    return noted


class _NoCollection:
    """No garbage is collected, in any thread, until all that want that are through."""

    def __init__(self):
        self.lock, self.threads, self.was_on = threading.Lock(), [], False
        os.register_at_fork(after_in_child=self._leave_others)

    def __enter__(self):
        with self.lock:
            if not self.threads:
                self.was_on = gc.isenabled()
            self.threads.append(threading.get_ident())
            gc.disable()

    def __exit__(self, *problem):
        with self.lock:
            self.threads.remove(threading.get_ident())
            self._collect()

    def _collect(self):
        if not self.threads and self.was_on:
            gc.enable()
            self.was_on = False

    def _leave_others(self):
        """In a forked process, where only the thread that forked goes on, wherever the others were."""
        self.lock = threading.Lock()
        self.threads = [thread for thread in self.threads if thread == threading.get_ident()]
        self._collect()


# Early versions of Python 3.11 end in a segmentation fault if they collect garbage while a generator is followed: they
# look at values that it has let go of. https://github.com/python/cpython/issues/101975
_uncollected = _NoCollection() if sys.version_info[:2] == (3, 11) else contextlib.nullcontext()


@contextlib.contextmanager
def followed(follow, follower):
    """What runs meanwhile is told to the follower: `follow` is sys.setprofile or sys.settrace."""
    before = (sys.getprofile if follow is sys.setprofile else sys.gettrace)()
    with _uncollected:
        follow(follower)
        try:
            yield
        finally:
            follow(before)
