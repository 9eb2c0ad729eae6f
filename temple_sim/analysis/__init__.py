"""Rows in, tables with intervals out."""
