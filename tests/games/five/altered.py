"""Altered rulesets of Temple of Five that the referee replays: every variant, and extremes of every kind of value."""

CARDS_TWO = 'blessings.colour=["11/3/1", "2/2/1"]'
ALTERED: dict[str, list[str]] = {
    "effect tiles": ["special.set=effect"],
    "mixed special tiles": ["special.set=mixed"],
    "bird in the hand": ["variant.bird_in_hand=true"],
    "goals, side 1": ["variant.ultimate_goal=1"],
    "goals of side 2, bird, effects": ["variant.ultimate_goal=2", "variant.bird_in_hand=true", "special.set=effect"],
    "effects, dear pieces": ["special.set=effect", "variant.ultimate_goal=1", "priests=6", "score.bonus_left=3"],
    "four priests": ["priests=4", "special.set=effect"],
    "many priests, many chains": ["priests=15", "chains_per_turn=6", "chain.minimum=1", "special.set=mixed"],
    "short decks": [CARDS_TWO, 'blessings.supreme=["1/4/2"]', "special.set=effect", "variant.ultimate_goal=1"],
    "six cells": [
        'blessings.colour=["954322/20/9", "222222/8/3", "1/1/0"]',
        'blessings.supreme=["443221/12/5", "33/4/2"]',
    ],
    "no bonus pieces": ["bonus.two=0", "bonus.three=0", "special.set=effect"],
    "rich in bonus pieces": ["bonus.two=20", "bonus.three=20", "blessings.symbols.three_space=2", "score.bonus_left=0"],
    "other symbols": ["blessings.symbols.three_space=none", "blessings.symbols.two_space=3"],
    "long chains only": ["chain.minimum=4", "chains_per_turn=1"],
    "bare boards": ["boards.spaces=[]", 'boards.A=""', 'boards.B=""', 'boards.C=""', 'boards.D=""'],
    "other boards": ["boards.spaces=[0, 1, 7, 27]", "boards.A=RRYB", "boards.B=GGGG", "boards.C=.Y.B", "boards.D=BBRR"],
    "two colours of tiles": [
        'tiles.single={"R..." = 20}',
        'tiles.double={"RY.." = 20, "R.R." = 5}',
        'tiles.quad={"YYYY" = 10}',
    ],
    "one special tile": ["level3.draw=1", "special.set=effect"],
    "two levels": ["level3.rounds=0"],
    "one level": ["level2.rounds=0", "level3.rounds=0", "chains_per_turn=3"],
}
