"""Policies of Trail to the Temple.

All but `random` look at the table through an *outlook*: how drones and explorers stand, or are expected to end, and
so what an artifact of each colour and a token of each explorer earns. They differ in what they make of it. Options of
equal worth are chosen among at random, all equally likely, so no colour and no explorer is favoured by its number.
"""
