"""Processes one shard of a manifest of pictures: what a pod of a Kubernetes Indexed Job runs.

`python3 -m coreimage_shard run --help` explains the command. It needs `coreimage` and the module `coreimage_worker`.
"""
