"""Whether a result is still there, and whether it can't be written because of its name or because of the storage."""

from __future__ import annotations

import os
import struct
import tempfile
from typing import Any


def facts(path: str) -> dict[str, int | None]:
    """What a record has about a result: its size, and the time of its last change in nanoseconds; None if it's gone."""
    try:
        information = os.stat(path)
    except OSError:
        return {"mtime": None}
    return {"bytes": information.st_size, "mtime": information.st_mtime_ns}


def mark(record: dict[str, Any]) -> bytes:
    """The same facts in few bytes. Empty if there are none."""
    size, time = record.get("bytes"), record.get("mtime")
    return struct.pack(">Qq", size, time) if size is not None and time is not None else b""


def is_there(path: str, expected: bytes) -> bool:
    """Whether a file is there and is the one that was marked."""
    found = mark(facts(path))
    if not found or not expected or found == expected:
        return bool(found and expected)
    # Some file systems keep no fractions of a second, or only even seconds, once the file is on the disk.
    (size, time), (size_before, time_before) = (struct.unpack(">Qq", each) for each in (found, expected))
    return size == size_before and time % 10**9 == 0 and abs(time - time_before) < 2 * 10**9


def trouble(output: str, size: int = 1 << 20) -> str | None:
    """The reason if no result can be written where this one belongs; None if others can.

    It writes a file of `size` bytes to the nearest folder that there is, and removes it. Where a file stands in the
    place of a folder, the name is wrong.
    """
    folder = os.path.dirname(os.path.abspath(output))
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        return None
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"no file can be made in {folder} ({error.strerror})"
    return None
