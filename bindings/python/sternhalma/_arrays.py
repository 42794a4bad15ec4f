# SPDX-License-Identifier: MIT
"""Arrays of numbers: NumPy's where NumPy is installed, memoryviews with a shape where it is not.

Both are buffers, both are indexed the same way (`a[i, j]`), and both are accepted wherever the package
takes an array. Types are named by the letters of the array module.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Sequence

try:
    if os.environ.get("STERNHALMA_PLAIN_ARRAYS"):
        raise ImportError("NumPy is not wanted")
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

_SIZES = {"B": 1, "b": 1, "H": 2, "i": 4, "Q": 8, "f": 4}


def _size(shape: Sequence[int], kind: str) -> int:
    size = _SIZES[kind]
    for extent in shape:
        size *= extent
    return size


def _shaped(buffer: Any, shape: Sequence[int], kind: str) -> Any:
    if numpy is not None:
        return numpy.frombuffer(buffer, dtype=kind).reshape(shape)
    flat = memoryview(buffer).cast("B")
    if 0 in shape:
        return flat.cast(kind)
    return flat.cast(kind, list(shape))


def empty(shape: Sequence[int], kind: str) -> Any:
    """A new array of zeros."""
    return _shaped(bytearray(_size(shape, kind)), shape, kind)


def view(address: int, shape: Sequence[int], kind: str, owner: Any) -> Any:
    """Memory of the library as an array that keeps its owner alive."""
    memory = (ctypes.c_ubyte * _size(shape, kind)).from_address(address)
    memory.owner = owner  # type: ignore[attr-defined]
    array = _shaped(memory, shape, kind)
    if numpy is not None:
        array.flags.writeable = False
        return array
    return array.toreadonly()


def taken(values: Any, kind: str, what: str) -> tuple[Any, int]:
    """A caller's numbers as memory for the library, and how many there are. Lists are copied."""
    if isinstance(values, (list, tuple, range)):
        import array

        values = array.array(kind, values)
    source = memoryview(values)
    if source.itemsize != _SIZES[kind] or not source.c_contiguous or source.format.strip("@=<") in "fd":
        raise TypeError(f"{what} must be a contiguous buffer of {8 * _SIZES[kind]}-bit integers")
    count = source.nbytes // source.itemsize
    if source.readonly:
        return (ctypes.c_ubyte * source.nbytes).from_buffer_copy(source.cast("B") if count else b""), count
    if count == 0:
        return (ctypes.c_ubyte * 1)(), 0
    return (ctypes.c_ubyte * source.nbytes).from_buffer(source.cast("B")), count


def given(values: Any, kind: str, count: int, what: str) -> Any:
    """A caller's buffer that the library writes."""
    target = memoryview(values)
    if target.itemsize != _SIZES[kind] or target.nbytes != _SIZES[kind] * count or target.readonly:
        raise TypeError(f"{what} must be a writable buffer of {count} {8 * _SIZES[kind]}-bit numbers")
    if count == 0:
        return (ctypes.c_ubyte * 1)()
    return (ctypes.c_ubyte * target.nbytes).from_buffer(target.cast("B"))
