"""Pictures through `coreimage worker` in Ray Data: addresses go in, and what became of each picture comes out.

    import ray
    from coreimage_ray import process

    pictures = ray.data.read_parquet("s3://bucket/pictures")        # with the columns input and output
    results = process(pictures, {"chain": "SepiaTone", "size": {"fit": [800, 800]}})
    results.write_parquet("s3://bucket/results")

Pixels never pass through Ray's object store: each actor has a worker of its own, and its node reads and writes the
pictures.
"""

from .actor import PictureActor
from .pipeline import TooManyActors, process, unique

__all__ = ["PictureActor", "TooManyActors", "process", "unique"]
