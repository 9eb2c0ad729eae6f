"""Temple of Five's own sections: chains, priests, cards, tiles, boards and variants."""

from temple_sim.reports.five_cards import anatomy, cards, rules_of_thumb
from temple_sim.reports.five_chains import chains, priests
from temple_sim.reports.five_places import places
from temple_sim.reports.five_tiles import boards, building, exchange
from temple_sim.reports.five_variants import variants

OPTIONS = (boards, places, chains, priests, cards, exchange, building, rules_of_thumb, variants)
ANATOMY = (anatomy,)
