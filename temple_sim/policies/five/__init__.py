"""Policies of Temple of Five: one way to judge an action, weighted differently by each policy.

`_weights.py` says what can be weighed, `_growth.py` what tiles are worth on a pyramid, `_claims.py` what priests are
worth on a card, and `_choice.py` takes the action worth most. Equal ones are as likely as each other.
"""
