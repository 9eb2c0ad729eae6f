"""Lost Temple's own sections: characters first, then the race and the table."""

from temple_sim.reports.lost_temple_characters import characters
from temple_sim.reports.lost_temple_race import anatomy, idol, jungle, starts
from temple_sim.reports.lost_temple_table import assumptions, interference, players
from temple_sim.reports.lost_temple_worth import stages, turns, winning

OPTIONS = (characters, stages, winning, turns, starts, idol, interference, jungle, players, assumptions)
ANATOMY = (anatomy,)
