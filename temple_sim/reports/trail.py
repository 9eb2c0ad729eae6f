"""Trail to the Temple's own sections: the drone race, tokens, cards, tiles, colours, drives, seats, ends, solo play."""

from temple_sim.reports.trail_colours import colours, drives
from temple_sim.reports.trail_course import anatomy, ends, seat_edge
from temple_sim.reports.trail_drones import drones
from temple_sim.reports.trail_moments import moments
from temple_sim.reports.trail_solo import solo
from temple_sim.reports.trail_tokens import cards, tiles, tokens

OPTIONS = (drones, moments, tokens, cards, tiles, colours, drives, seat_edge, ends, solo)
ANATOMY = (anatomy,)
