"""Fixtures of all tests."""

from tests.helpers import cli

__all__ = ["cli"]
