"""A client of `coreimage worker`, without dependencies beyond the standard library.

    from coreimage_worker import WorkerClient

    with WorkerClient(["coreimage", "worker"]) as client:
        outcome = client.submit({"input": "in.jpg", "output": "out.jpg", "chain": "SepiaTone"}).result()

The client keeps one worker running: it starts another when the worker ends, does again what was in work, and sets aside
a picture that ends the worker repeatedly.
"""

from .client import WorkerClient, WorkerMisused, WorkerUnavailable
from .outcome import Outcome
from .retrying import Retrying

__all__ = ["Outcome", "Retrying", "WorkerClient", "WorkerMisused", "WorkerUnavailable"]
