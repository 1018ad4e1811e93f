"""What says that something is to be traced once more."""


class Again(Exception):
    """What one path needs is known only after another was traced: trace both once more."""
