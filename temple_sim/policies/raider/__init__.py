"""Policies of Temple Raider: one way to judge an action, weighted differently by each policy.

`_weights.py` says what can be weighed, `_values.py` what steps, numbers and cards are worth under the weights, and
`_choice.py` takes the action worth most. Equal ones are as likely as each other.
"""
