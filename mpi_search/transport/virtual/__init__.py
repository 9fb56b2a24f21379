"""The virtual cluster: the same ranks, real searches, virtual time. See `cluster.py`."""
