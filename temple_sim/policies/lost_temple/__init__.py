"""Policies of Lost Temple: `runner`, `banker`, `spoiler` and `planner`, a file each.

`_reach` says how far a character would carry a seat, `_guess` who may hold which character, `_plain` is the play that
runner, banker and spoiler share; `_worth`, `_draft` and `_naming` are the planner's. Among equal scores the action
listed first wins: hands are passed in shuffled order, so in the draft that favours no character.
"""
