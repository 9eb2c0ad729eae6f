"""Rulesets far from the default, for tests that must hold under all of them."""

ALTERED: dict[str, list[str]] = {
    "short track": ["drones.track=4", "shrine.spaces=2"],
    "long track, loud shrine": ["drones.track=20", "shrine.spaces=5", "score.first_to_temple=0"],
    "tiles close together": ["tiles.under=[2,3,4,5,6]"],
    "tiles near the end": ["tiles.under=[66,68,70,72,74]", "skull_cave.tokens=20"],
    "few places": ["tiles.under=[10,30]"],
    "two tiles": ['tiles.kinds=["pottery_shards","skull_cave"]', "tiles.under=[20,22,24]"],
    "no tiles": ["tiles.kinds=[]"],
    "small hands": ["cards.hand=1", "tiles.under=[3,6,9,12,15]"],
    "large hands, long steps": ["cards.hand=10", 'cards.per_explorer={"1"=4,"3"=5,"9"=3,"16"=4}'],
    "little deck": ['cards.per_explorer={"2"=4,"4"=4}', "cards.hand=5"],
    "wide path": [
        'tokens.artifact={"4"=2,"1"=3,"2"=2}', 'tokens.explorer={"20/15"=4,"1/1"=3}', 'tokens.crate={"9"=9,"1"=8}',
        'tokens.drone={"1"=10,"6"=10}', "score.drone_rank=[5,4,3,2,1,1]",
    ],
    "short path": [
        'tokens.artifact={"2"=2}', 'tokens.explorer={"5/5"=1}', 'tokens.crate={"3"=4}', 'tokens.drone={"3"=3}',
        "tiles.under=[3,6,9,12,15]", "skull_cave.tokens=60", "solo.crate_value=0",
    ],
    "stopped early": ["limit.turns=12", "drones.track=20"],
}  # fmt: skip
