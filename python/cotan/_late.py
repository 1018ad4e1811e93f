"""Modules that are imported when they are first needed.

A child that is forked has one thread, and the locks of all: a module that another thread was importing
would stay locked there for ever. So no process forks while one of these is on its way."""

import importlib
import os
import threading
import types
import typing

_lock = threading.RLock()
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def late(name: str) -> types.ModuleType:
    with _lock:
        return importlib.import_module(name)


class _Late(types.ModuleType):
    """A module that is imported when something of it is first asked for."""

    def __getattr__(self, name: str) -> typing.Any:
        found = getattr(late(self.__name__), name)
        setattr(self, name, found)  # the next time it is here
        return found


if typing.TYPE_CHECKING:
    import numpy as np
else:
    np = _Late("numpy")  # it takes longer than all of this package, and few need it at once
