"""The schedule: rotations, blocks, distinct games, and identical policies at exactly 1/P."""

from itertools import permutations, product

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.core.errors import UserError
from temple_sim.engine.match import MAX_GAMES, MAX_SEED, MatchSpec, rotations
from temple_sim.engine.playout import Table
from tests.helpers import pig, rows_of, same_rows


def seatings(labels):
    return [tuple(labels[entry] for entry in row) for row in rotations(labels)]


def test_the_first_rotation_is_the_line_up_itself():
    assert seatings("abcd")[0] == ("a", "b", "c", "d")


def test_each_rotation_moves_everybody_on_by_a_seat():
    assert seatings("abc") == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]


@pytest.mark.parametrize(
    ("labels", "different"),
    [("aa", 1), ("ab", 2), ("aab", 3), ("abab", 2), ("aaaa", 1), ("aabb", 4), ("aabaab", 3), ("abcabcabc", 3)],
)
def test_only_different_rotations_are_played(labels, different):
    found = seatings(labels)
    assert len(found) == len(set(found)) == different


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_label_sits_equally_often_on_every_seat(seats):
    for labels in product("abc", repeat=seats):
        table = np.array(seatings(labels))
        for label in set(labels):
            at_seat = (table == label).sum(axis=0)
            assert (at_seat == at_seat[0]).all()


def test_neighbours_stay_neighbours():
    for labels in permutations("abcd"):
        doubled = "".join(labels) * 2
        assert all("".join(row) in doubled for row in seatings(labels))


def test_names_of_the_seats_follow_the_rotation():
    match = pig(3, ("hold", "racer", "random"))
    assert [match.seat_names(game) for game in range(4)] == [
        ["hold", "racer", "random"], ["random", "hold", "racer"], ["racer", "random", "hold"],
        ["hold", "racer", "random"],
    ]  # fmt: skip


def test_restated_defaults_are_the_same_policy():
    assert pig(2, ("hold", "hold:at=20")).block == 1
    assert pig(2, ("hold", "hold:at=21")).block == 2


def test_blocks_that_are_whole():
    assert pig(3, ("hold", "racer", "random"), n=10).whole_blocks == 3
    assert pig(3, ("hold",), n=10).whole_blocks == 10


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize("policy", ["random", "hold:at=15"])
def test_identical_policies_get_exactly_their_share(players, policy):
    match = pig(players, (policy,), n=300, settings=["target=20"])
    summary = Summary(match)
    summary.add(rows_of(match))
    (estimate,) = summary.policies.values()
    assert estimate.value == estimate.low == estimate.high == 1 / players
    assert estimate.blocks == 300


def test_games_of_a_block_share_their_luck():
    """Seat 0 always rolls first: until it stops, the two rotations of a block see the same dice."""
    rows = rows_of(pig(2, ("hold:at=1", "hold:at=1000"), n=2000, settings=["target=1"]))
    # Whoever begins rolls once: it busts or has 2 or more and wins, or (at=1000) `won` makes it hold as well.
    first, second = rows[::2], rows[1::2]
    assert np.array_equal(first["busts"], second["busts"])
    assert np.array_equal(first["share"], second["share"])


def test_blocks_differ_from_each_other():
    rows = rows_of(pig(2, ("hold", "racer"), n=400))
    turns = [tuple(map(int, (row["turns"], row["plies"], *row["busts"][:2]))) for row in rows[::2]]
    assert len(set(turns)) > 150


def test_all_games_of_a_run_are_distinct():
    """With 150 decisions or more, two games that agree in every number are the same game."""
    rows = rows_of(pig(10, ("random",), n=3000))
    numbers = {(int(r["turns"]), int(r["plies"]), tuple(r["score"]), tuple(r["busts"])) for r in rows}
    assert len(numbers) == 3000
    assert rows["plies"].min() > 150


def test_the_line_up_does_not_change_the_luck_of_the_game():
    """`hold:at=1` rolls once a turn whatever the others do, so its luck in turn 1 is the same beside anybody."""
    beside = [rows_of(pig(2, ("hold:at=1", other), n=2000, settings=["target=1"])) for other in ("random", "racer")]
    begins = [rows[::2] for rows in beside]
    busted = [rows["turns"] > 1 for rows in begins]
    assert np.array_equal(*busted)
    assert 170 - 60 < busted[0].sum() < 170 + 60  # one in six of 1000, five standard errors of 12 about it


def test_seeds_give_other_games():
    assert not same_rows(rows_of(pig(n=20, seed=1)), rows_of(pig(n=20, seed=2)))
    assert same_rows(rows_of(pig(n=20, seed=2)), rows_of(pig(n=20, seed=2)))


def test_an_edge_of_seed_and_number():
    match = pig(n=MAX_GAMES, seed=MAX_SEED)
    rows = Table(match).play(MAX_GAMES - 2, 2)
    assert rows["index"].tolist() == [MAX_GAMES - 2, MAX_GAMES - 1]
    assert (rows["share"].sum(axis=1) == 1).all()


SPEC = {"game": "pig", "policies": ("hold", "racer"), "seed": 1, "n": 5}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"policies": ("hold",)}, "takes 2 to 10 players, not 1"),
        ({"policies": ("hold",) * 11}, "takes 2 to 10 players, not 11"),
        ({"policies": ()}, "takes 2 to 10 players, not 0"),
        ({"policies": ("hold", "nobody")}, "Unknown policy"),
        ({"n": 0}, "number of games must be from 1"),
        ({"n": -1}, "number of games must be from 1"),
        ({"n": MAX_GAMES + 1}, "number of games must be from 1"),
        ({"seed": -1}, "seed must be from 0"),
        ({"seed": MAX_SEED + 1}, "seed must be from 0"),
        ({"rules": (("target", 0),)}, "from 1 to 1000"),
        ({"rules": (("tarket", 5),)}, "Did you mean 'target'?"),
        ({"game_file": "/no/such.py"}, "No such file"),
        ({"game_file": None, "game": "chess"}, "Unknown game 'chess'"),
    ],
)
def test_what_cannot_be_played_is_refused(change, said):
    spec = MatchSpec(**{**SPEC, "game_file": pig().spec.game_file, **change})
    with pytest.raises(UserError, match=said):
        spec.resolve()


def test_a_spec_survives_json():
    spec = pig(3, ("hold:at=15", "racer", "random"), settings=["target=50"], seed=7, n=9).spec
    assert MatchSpec.from_json(spec.to_json()) == spec
    assert hash(MatchSpec.from_json(spec.to_json())) == hash(spec)


def test_a_spec_with_lists_among_its_rules_has_a_hash():
    one, two = (MatchSpec(**SPEC, rules=(("steps", [1, 2]),)) for _ in range(2))
    assert hash(one) == hash(two)
    assert one == two
