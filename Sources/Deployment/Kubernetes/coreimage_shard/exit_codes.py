"""The exit codes, which `podFailurePolicy` in job.yaml reads."""

FINISHED = 0
"""Every job of the shard is done or reported as bad."""
TRY_AGAIN = 1
"""Something that may pass: storage is full, gone or not to be written, or no worker starts. Another attempt goes on."""
UNFINISHED = 3
"""Of `report`: a shard isn't finished, or hasn't begun."""
BAD_INPUT = 42
"""The manifest is wrong, or most pictures are. Another attempt would fail in the same way: FailIndex."""
WRONG_USAGE = 64
"""The command's arguments are wrong, or the worker's, or the checkpoint is of other ones. All shards would fail."""
TERMINATED = 143
"""SIGTERM came before the end, as from a node that is emptied. Another attempt goes on."""
