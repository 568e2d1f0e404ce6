"""A folder for the files of an actor, which is removed even if the actor is killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile

PREFIX = "coreimage-ray-"


class Scratch:
    """A temporary folder with a lock. A new one removes those of the same folder whose owners have ended."""

    def __init__(self, parent: str | None = None):
        parent = parent or tempfile.gettempdir()
        for name in os.listdir(parent):
            if name.startswith(PREFIX):
                self._remove_if_left(os.path.join(parent, name))
        while not self._create(parent):
            pass

    def _create(self, parent: str) -> bool:
        """Creates the folder. False if another actor took it for one that was left, before it was locked."""
        self.path = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
        try:
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        fcntl.flock(self._lock, fcntl.LOCK_SH)
        if os.path.isdir(self.path):
            return True
        os.close(self._lock)
        return False

    @staticmethod
    def _remove_if_left(path: str) -> None:
        try:
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            return
        try:
            if os.fstat(folder).st_uid == os.getuid():
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
        except BlockingIOError:
            pass
        finally:
            os.close(folder)

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
