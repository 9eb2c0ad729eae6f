"""Policies: the registry, and one folder a game with one policy a file."""

from temple_sim.policies.registry import Parameter, policy

__all__ = ["Parameter", "policy"]
