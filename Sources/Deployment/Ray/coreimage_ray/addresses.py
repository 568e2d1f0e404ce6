"""Pictures and results on file systems that a worker can't open."""

from __future__ import annotations

import os
import time
import uuid
from typing import Any

ATOMIC = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory", "oss", "obs"}
"""Stores in which an object appears when all of it has arrived."""


def local_path(address: str) -> str | None:
    """The path that the address names on this machine; None for other addresses."""
    if address.startswith("file://"):
        return address[len("file://") :]
    return None if "://" in address else address


class RemoteFiles:
    """Copies objects of stores from and to files, with fsspec or a file system of pyarrow."""

    def __init__(self, filesystem: Any = None, attempts: int = 3, delay: float = 0.5):
        """- filesystem: A file system of fsspec or pyarrow for all addresses. None to choose one by the address."""
        if filesystem is not None and type(filesystem).__module__.startswith("pyarrow"):
            from fsspec.implementations.arrow import ArrowFSWrapper

            filesystem = ArrowFSWrapper(filesystem)
        self._filesystem = filesystem
        self._attempts, self._delay = attempts, delay

    def is_local(self, address: str) -> bool:
        return self._filesystem is None and local_path(address) is not None

    def _find(self, address: str) -> tuple[Any, str]:
        if self._filesystem is not None:
            return self._filesystem, address
        import fsspec

        return fsspec.core.url_to_fs(address)

    def _repeat(self, work: Any) -> None:
        """Does the work again after errors that may pass."""
        for attempt in range(1, self._attempts + 1):
            try:
                return work()
            except (FileNotFoundError, PermissionError, IsADirectoryError, ImportError, ValueError):
                raise
            except Exception:
                # Each store has errors of its own.
                if attempt == self._attempts:
                    raise
                time.sleep(self._delay * 2 ** (attempt - 1))

    def fetch(self, address: str, path: str) -> None:
        """Copies an object to a file."""
        files, name = self._find(address)
        self._repeat(lambda: files.get_file(name, path))

    def store(self, path: str, address: str) -> None:
        """Copies a file to an object, which appears when it is complete."""
        files, name = self._find(address)
        protocols = {files.protocol} if isinstance(files.protocol, str) else set(files.protocol)

        def put() -> None:
            if protocols & ATOMIC:
                return files.put_file(path, name)
            folder = os.path.dirname(name)
            if folder:
                files.makedirs(folder, exist_ok=True)
            part = f"{name}.{uuid.uuid4().hex}.part"
            try:
                files.put_file(path, part)
                files.mv(part, name)
            except BaseException:
                if files.exists(part):
                    files.rm_file(part)
                raise

        self._repeat(put)
