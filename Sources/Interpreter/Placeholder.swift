// Replaced by the target's owner.
