"""Altered rulesets that the referee replays as well: each changes rules, not only numbers, or goes to an extreme."""

ALTERED: dict[str, list[str]] = {
    "annulled idols": ["idol.second_token=annuls", "tokens.idol.count=8", "tokens.back.amount=1"],
    "no chain": ["chance.chain=false", "tokens.forward.count=8"],
    "tokens stay": [  # as many tokens as chance spaces with two parts: the reserve is empty
        "tokens.gain_gems.count=1", "tokens.back.count=2", "tokens.pay_gems.count=1", "tokens.gain_machete.count=1",
        "tokens.lose_machete.count=1", "tokens.forward.count=4",
    ],
    "poor supply": ["supply.gems=6", "supply.machetes=1", "income=2", "tokens.gain_gems.amount=9"],
    "nothing to take": ["supply.gems=0", "supply.machetes=0"],
    "rich": ["supply.gems=200", "income=4", "canoe.spaces_per_gem=1", "scout.spaces_per_gem=3", "limit.rounds=150"],
    "surplus cards": ["draft.face_up=0,1,0,0,1", "draft.face_down=1,0,2,0,0"],
    "thick jungle": ["track.part_one=.J.JCJ.VJ.JTJ.J.JC", "track.part_two=J.JVJ.JCJ.JV", "track.start_spaces=12"],
    "one chance space": ["track.part_one=....C...V...J.T", "track.part_two=....V", "step_choices=3,1,0"],
    "no chance at all": ["track.part_one=..V.T.J.V.T", "track.part_two=.....", "priest.cost=0", "elder.cost=1"],
    "long and crowded": [
        "track.part_one=" + ".CVJCT" * 12, "track.part_two=" + "CC.VT" * 4, "tokens.gain_gems.count=60",
        "tokens.back.count=20", "tokens.forward.count=20", "step_choices=2,3,5",
    ],
    "short for all": [
        "track.one_part_from_players=2", "track.part_two=''", "track.part_one=CCVCT", "tokens.back.amount=30",
    ],
    "long for all": ["track.one_part_from_players=9", "canoe.max_spaces=3", "step_choices=[1]"],
}  # fmt: skip
