"""What the documents show runs as shown."""

import re
import runpy
from pathlib import Path

from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table

ROOT = Path(__file__).parent.parent


def test_the_policy_of_the_contributing_page_runs_and_beats_random(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    code = re.search(r"<!-- policy -->\n```python\n(.*?)```", text, re.DOTALL)
    assert code
    file = tmp_path / "highest.py"
    file.write_text(code[1])
    match = MatchSpec("raider", ("highest:wild=8", "random"), 1, 100, policy_files=(str(file),)).resolve()
    rows = Table(match).play(0, 100)
    highest = sum(row["share"][0 if row["index"] % 2 == 0 else 1] for row in rows)
    assert highest > 80


def test_every_game_shows_who_beats_whom():
    for readme in (ROOT / "temple_sim" / "games").glob("*/README.md"):
        blocks = re.findall(r"<!-- payoff (\d+) -->\n(.*?)<!-- end -->", readme.read_text(), re.DOTALL)
        assert len(blocks) == 2, readme
        assert all("±" in block for _, block in blocks), readme


def test_links_and_pictures_of_the_readme_exist():
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text()):
        assert (ROOT / target).exists(), target


def test_the_notebook_example_runs(capsys):
    runpy.run_path(str(ROOT / "scripts" / "examples" / "notebook.py"))
    out = capsys.readouterr().out
    for shown in ("Temple Raider, 3 players, 30,000 games", "does-the-leader-win.png True", "W.planner", "numbers"):
        assert shown in out
