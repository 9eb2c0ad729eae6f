"""What a game is like, in a few cells: open it in a notebook editor (each `# %%` is a cell), or run it as it is."""

# %% Play: 30,000 games of Temple Raider on all cores, the game's own line-up
import tempfile
from pathlib import Path

import temple_sim as ts
from temple_sim.analysis.actions import action_values

r = ts.run("raider", n=3e4, players=3, seed=1)
print(r)  # in a notebook, `r` alone shows the tables

# %% Who wins: win shares with their intervals, as frames
print(r.win_rates())
print(r.win_rates("seat"))
print(r.metric("turns.mean", "ties"))  # r.metrics() lists all there are

# %% Pictures show themselves in a notebook; here they go to a folder
with tempfile.TemporaryDirectory() as folder:
    for picture in (r.plot.seats(), r.plot.policies(), r.plot.lengths(), r.plot.leader()):
        file = picture.save(Path(folder) / f"{picture.title.lower().replace(' ', '-').strip('?')}.png")
        print(file.name, file.stat().st_size > 0)

# %% Change a rule and compare on the same luck: what is lost when wilds begin at 10?
changed = ts.run("raider", n=3e4, players=3, seed=1, rules={"wild.from": 10})
print(ts.compare(r, changed, ["W.planner", "turns.mean"]).to_string(index=False))

# %% What a choice is worth: every legal pick forced, then the policies play on
picks = ts.value("raider", "pick", decisions=40, rollouts=10, players=3)
print(action_values(picks[picks["picks"] == 2], ["numbers"]).head().to_string(index=False))

# %% Anything else is a frame away: a line per game and seat
frame = r.to_frame(3000)
print(frame.groupby("policy", observed=True)["dice_alone"].mean())
