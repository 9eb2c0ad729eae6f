"""Verification finds every kind of change, and says which."""

import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temple_sim import results
from temple_sim.core.errors import UserError
from temple_sim.engine.match import MatchSpec
from temple_sim.results import INTERRUPTED, RunWriter, save
from temple_sim.verify import verify_run
from tests.helpers import copy_of_pig, pig, policy_file, rows_of, with_policies

PART = 25
ALWAYS = "@policy('pig', 'x')\ndef own(view, rules, a, n, p, rng):\n    return 1 if view.pot >= {at} else 0\n"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A run of 100 games in four parts."""
    match = pig(2, ("hold", "racer"), n=100)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "PART_ROWS", PART)
        return save(match, [rows_of(match)], tmp_path_factory.mktemp("kept") / "run").folder


@pytest.fixture
def run(kept, tmp_path):
    return shutil.copytree(kept, tmp_path / "run")


def edit(folder, change):
    file = folder / "manifest.json"
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))


def alter(folder, part, column, row, value):
    """Change one number on disk."""
    file = folder / f"rows-{part:05d}.parquet"
    table = pq.read_table(file)
    values = table[column].to_pylist()
    values[row] = value
    place = table.schema.get_field_index(column)
    pq.write_table(table.set_column(place, column, pa.array(values, table.schema.field(place).type)), file)


def problems(folder, sample=1.0):
    finding = verify_run(folder, sample)
    assert finding.ok == (not finding.problems)
    return finding.problems


def test_an_untouched_run_agrees(run):
    finding = verify_run(run, 1.0)
    assert (finding.games, finding.differing, finding.problems, finding.remarks) == (100, 0, [], [])


@pytest.mark.parametrize(("sample", "games"), [(0.01, 4), (0.2, 20), (0.5, 48), (1.0, 100)])
def test_a_sample_is_taken_from_every_part(run, sample, games):
    assert verify_run(run, sample).games == games  # at least one of each part; 12.5 is rounded to 12


def test_the_sample_depends_on_its_seed_alone(run):
    alter(run, 1, "turns", 3, 999)
    found = [verify_run(run, 0.2, seed).differing for seed in range(14)]
    assert found[:4] == [verify_run(run, 0.2, seed).differing for seed in range(4)]
    assert 1 <= sum(found) <= 9  # a fifth of 14 is about 3


@pytest.mark.parametrize(("column", "value"), [("turns", 1), ("score.s0", 7.0), ("busts.s1", 60), ("share.s1", 0.5),
                                               ("end_reason", 1), ("index", 5)])  # fmt: skip
def test_an_altered_row_is_found_and_named(run, column, value):
    alter(run, 2, column, 4, value)
    found = problems(run)
    assert any("rows-00002.parquet is not as it was written" in p for p in found)
    assert any(p.startswith(f"rows: game 54: {column} is ") for p in found)
    assert found[-1] == "rows: 1 of 100 replayed games differ"


def test_an_altered_row_is_found_by_a_small_sample_too(run):
    alter(run, 2, "turns", 4, 1)
    assert any("rows-00002.parquet" in p for p in problems(run, 0.01))


def test_a_forged_hash_does_not_help(run):
    """Whoever changes a row and its hash is still found by playing again."""
    alter(run, 0, "turns", 4, 1)
    loaded = results.Results.load(run)
    digest = results.rows_digest(loaded.read_part("rows-00000.parquet"))
    edit(run, lambda content: content["parts"][0].update(sha256=digest))
    assert problems(run)[0].startswith("rows: game 4: turns is 1, replayed ")


def test_many_differences_are_counted_and_some_listed(run):
    for part in range(4):
        for row in range(20):
            alter(run, part, "turns", row, 999)
    found = problems(run)
    assert sum(p.startswith("rows: game ") for p in found) == 10
    assert found[-1] == "rows: 80 of 100 replayed games differ"


def test_altered_rules_are_named(run):
    edit(run, lambda content: content["ruleset"]["resolved"].update(faces=8))
    assert any("rules" in p and p.endswith("faces") for p in problems(run))


def test_rules_changed_for_the_replay_are_named(run):
    edit(run, lambda content: content["match"]["rules"].update(target=90))
    found = problems(run)
    assert any("rules" in p and "target" in p for p in found)
    assert any(p.startswith("rows: game ") for p in found)


def test_a_digest_that_fits_no_rules(run):
    edit(run, lambda content: content["ruleset"].update(digest="0" * 64))
    assert any(p.startswith("rules") for p in problems(run))


def test_another_seed_is_found(run):
    edit(run, lambda content: content["match"].update(seed=2))
    assert problems(run)[-1] == "rows: 100 of 100 replayed games differ"


def test_a_missing_part_is_named(run):
    (run / "rows-00001.parquet").unlink()
    found = problems(run)
    assert len(found) == 1
    assert found[0].endswith("rows-00001.parquet cannot be read: it is missing.")
    assert verify_run(run, 1.0).games == 75  # the others are still replayed


def test_a_damaged_part_is_named(run):
    (run / "rows-00003.parquet").write_bytes(b"nothing")
    assert "rows-00003.parquet cannot be read: it is damaged." in problems(run)[0]


@pytest.mark.parametrize(("lost", "said"), [(0, "begins with game 25, not 0"), (1, "begins with game 50, not 25"),
                                            (3, "end before game 75, the run before game 100")])  # fmt: skip
def test_a_part_that_is_no_longer_listed(run, lost, said):
    edit(run, lambda content: content["parts"].pop(lost))
    assert any(said in p for p in problems(run))


def test_parts_that_are_swapped(run):
    one, two = run / "rows-00000.parquet", run / "rows-00001.parquet"
    kept = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(kept)
    assert problems(run)[-1] == "rows: 50 of 100 replayed games differ"


def test_an_unfinished_run_is_remarked_on_and_agrees(tmp_path):
    match = pig(2, ("hold", "racer"), n=100)
    writer = RunWriter(tmp_path / "run", match)
    writer.write(rows_of(match)[:31])
    writer.close(INTERRUPTED)
    finding = verify_run(tmp_path / "run", 1.0)
    assert finding.ok
    assert finding.games == 31
    assert finding.remarks == ["The run is interrupted: it holds 31 of 100 games."]


def test_other_versions_are_remarked_on(run):
    edit(run, lambda content: content["versions"].update(code="abc", numpy="1.0"))
    finding = verify_run(run, 0.01)
    assert finding.ok
    assert any(r.startswith("code version was abc, is ") for r in finding.remarks)
    assert any(r.startswith("numpy was 1.0, is ") for r in finding.remarks)


def test_a_changed_policy_file_is_named(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=10))
    match = with_policies(pig(n=20), file, ("own", "random"))
    folder = save(match, [rows_of(match)], tmp_path / "run").folder
    assert not problems(folder)
    policy_file(tmp_path, ALWAYS.format(at=30))
    found = problems(folder)
    assert found[0] == f"code: plug-in {file} has changed since the run"
    assert found[-1].endswith("replayed games differ")


def test_a_policy_file_that_is_gone_is_named(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=10))
    match = with_policies(pig(n=20), file, ("own", "random"))
    folder = save(match, [rows_of(match)], tmp_path / "run").folder
    file.unlink()
    found = problems(folder)
    assert found[0] == f"code: plug-in {file} is missing"
    assert "cannot be played again" in found[1]


def test_a_changed_ruleset_of_a_plug_in_is_named(tmp_path):
    file = copy_of_pig(tmp_path)
    match = MatchSpec("pig", ("hold", "racer"), 1, 20, (), str(file)).resolve()
    folder = save(match, [rows_of(match)], tmp_path / "run").folder
    (tmp_path / "other.toml").write_text("x = 1\n")  # not the game's
    assert not problems(folder)
    rules = tmp_path / "ruleset.toml"
    rules.write_text(rules.read_text().replace("value = 100", "value = 90"))
    assert problems(folder)[0] == f"code: plug-in {rules} has changed since the run"


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"it has no manifest\.json"):
        verify_run(tmp_path, 1.0)
