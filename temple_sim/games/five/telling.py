"""A game told for people: short lines of what an action did."""

from temple_sim.games.five.tables import COLOURS, GODS

COLOUR_NAMES = dict(zip(COLOURS, ("fire", "hunting", "vegetation", "water"), strict=True))
GOD_NAMES = {**COLOUR_NAMES, GODS[-1]: "the supreme god"}


def narrate(before, action, after):
    """Lines for an action, from the states around it as a trace shows them."""
    seat = before["to_move"]
    lines = [f"Seat {seat} {_said(before, action, seat)}"]
    for other, (old, new) in enumerate(zip(before["won"], after["won"], strict=True)):
        lines += [
            f"  seat {other} wins a card of {GOD_NAMES[card['god']]} for {card['points']}" for card in new[len(old) :]
        ]
    gained = [len(new) - len(old) for old, new in zip(before["bonus"], after["bonus"], strict=True)]
    lines += [f"  seat {other} draws {n} bonus piece{'s' * (n > 1)}" for other, n in enumerate(gained) if n > 0]
    back = after["reserve"][seat] - before["reserve"][seat]
    if action["type"] in ("tile", "blank") and back > 0:
        lines.append(f"  {back} covered priest{'s return' if back > 1 else ' returns'}")
    if after["over"] or before["round"] != after["round"]:
        lines.append(f"Round {before['round']} is over; cards won: {', '.join(str(len(won)) for won in after['won'])}")
    return lines


def _said(before, action, seat):
    kind = action["type"]
    if kind == "share":
        left = action["left"] if isinstance(action["left"], str) else " and ".join(action["left"])
        right = f", gives {action['right']} to the right" if "right" in action else ""
        return f"keeps {action['keep']}, gives {left} to the left{right}"
    if kind == "send":
        tile = before["tiles_held"][seat][-1]
        return f"keeps {tile}" if action["to"] == "keep" else f"sends {tile} to the {action['to']}"
    if kind == "bless":
        where = "its own card" if action["god"] == "own" else f"the card of {GOD_NAMES[action['god']]}"
        card = _card(before, action["god"], seat)
        return f"fills {' and '.join(str(card['cells'][cell]) for cell in action['cells'])} on {where}"
    if kind == "chain":
        return f"uses a chain at {_space(action['cell'])}"
    return {
        "take": lambda: f"takes the special tile {action['tile']}",
        "tile": lambda: f"lays {action['tile']} at {_space((action['row'], action['col']))}, turned {action['turn']}",
        "blank": lambda: "lays its special tile face down",
        "bonus": lambda: f"lays {action['piece']} on {' '.join(_space(cell) for cell in action['cells'])}",
        "own": lambda: f"takes a card of {GOD_NAMES[action['god']]} for itself",
        "stop": lambda: "stops",
    }[kind]()


def _card(before, god, seat):
    if god != "own":
        return before["open"][god]
    return next(card for card in before["private"] if card["owner"] == seat)


def _space(cell):
    return f"({cell[0]},{cell[1]})"
