"""Questions that take many runs."""
