"""Whether a result can't be written because of its name, or because of the storage."""

from __future__ import annotations

import errno
import os
import tempfile

TROUBLE = {
    errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ESTALE, errno.ETIMEDOUT, errno.ENOTCONN, errno.EHOSTDOWN,
    errno.EREMOTEIO, errno.ENXIO, errno.ENODEV, errno.ENOMEM, errno.EMFILE, errno.ENFILE,
}  # fmt: skip
"""The errors that another result would have, too."""


def trouble(output: str, size: int = 1 << 20) -> str | None:
    """The reason if no result can be written where this one belongs; None if others can.

    It writes a file of `size` bytes to the nearest folder that there is, and removes it.
    """
    folder = os.path.dirname(os.path.abspath(output))
    while not os.path.isdir(folder) and folder != "/":
        folder = os.path.dirname(folder)
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno in TROUBLE:
            return f"{folder}: {error.strerror}"
    return None
