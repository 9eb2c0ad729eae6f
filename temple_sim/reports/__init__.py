"""Frames in, figures and pages out."""
