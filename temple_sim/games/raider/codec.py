"""Records and codes as the names that traces show, and a game told for people."""

from temple_sim.games.raider.state import kinds_of
from temple_sim.games.raider.tables import (
    ANY,
    CARD,
    COLUMNS,
    COPY,
    ERUPT,
    LEFT,
    PHASES,
    PICK,
    PUSH,
    RELIC,
    ROOM,
    ROOMS,
    STOP,
    STORAGE,
    WILD,
    WORDS,
    bumps_of,
    column_of,
    dice_of,
    kind_of,
    room_of,
    seat_of,
    slot_of,
    step_of,
)

READ = (
    "players", "turn", "active", "to_move", "phase", "over", "winner", "dice_face", "dice_lava", "dice_used", "hand",
    "relics", "altar", "storage", "camp", "board", "deck", "deck_n", "discard", "discard_n", "in_play", "pending",
    "pending_n", "used_any",
)  # fmt: skip
RELIC_FORM = ("column", "step")
FORMS = {
    PICK: ("dice",),
    RELIC: ("dice", "bumps", *RELIC_FORM),
    CARD: ("dice", "bumps", "slot"),
    WILD: ("dice", "bumps", *RELIC_FORM),
    STORAGE: (),
    LEFT: RELIC_FORM,
    STOP: (),
    ERUPT: ("seat", *RELIC_FORM),
    ANY: RELIC_FORM,
    PUSH: ("seat", *RELIC_FORM),
    COPY: ("slot",),
    ROOM: ("room",),
}
NUMBERS = {"bumps": bumps_of, "column": column_of, "step": step_of, "slot": slot_of, "seat": seat_of}


def state_dict(state, values):
    """The complete state, hidden decks included."""
    s = {name: state[name].tolist() for name in READ}
    names = list(kinds_of(values))
    seats, over = range(s["players"]), bool(s["over"])
    return {
        "turn": s["turn"],
        "active": s["active"],
        "to_move": None if over else s["to_move"],
        "phase": PHASES[s["phase"]],
        "dice": [_die(s, i, die["name"]) for i, die in enumerate(values["dice"][: s["players"] + 1])],
        "relics": [_relics(s["relics"][seat]) for seat in seats],
        "altar": s["altar"][: s["players"]],
        "storage": s["storage"][: s["players"]],
        "camp": s["camp"][: s["players"]],
        "board": [_cards(s["board"][seat][: values["cards.slots"]], names) for seat in seats],
        "deck": [_cards(s["deck"][seat][: s["deck_n"][seat]][::-1], names) for seat in seats],
        "discard": [_cards(s["discard"][seat][: s["discard_n"][seat]], names) for seat in seats],
        "in_play": _or_none(s["in_play"]),
        "pending": [WORDS[effect] for effect in s["pending"][: s["pending_n"]][::-1]],
        "used_any": bool(s["used_any"]),
        "winner": _or_none(s["winner"]),
    }


def _die(s, i, name):
    owner = next((seat for seat in range(s["players"]) if s["hand"][seat] >> i & 1), None)
    lava, used = (bool(s[mask] >> i & 1) for mask in ("dice_lava", "dice_used"))
    return {"die": name, "face": s["dice_face"][i], "lava": lava, "taken_by": owner, "used": used}


def _relics(columns):
    return [
        [c, step] for c in range(1, COLUMNS + 1) for step in range(columns[c].bit_length()) if columns[c] >> step & 1
    ]


def _cards(kinds, names):
    return [names[kind] if kind >= 0 else None for kind in kinds]


def _or_none(number):
    return number if number >= 0 else None


def action_dict(action, state, values):
    """An action in the form of the rules page."""
    kind = int(kind_of(action))
    resupply = kind in (STORAGE, LEFT)
    shown = {"type": "resupply", "kind": WORDS[kind]} if resupply else {"type": WORDS[kind]}
    for part in FORMS[kind]:
        if part == "dice":
            shown[part] = [die["name"] for i, die in enumerate(values["dice"]) if dice_of(action) >> i & 1]
        elif part == "room":
            shown[part] = ROOMS[room_of(action)]
        else:
            shown[part] = int(NUMBERS[part](action))
    return shown


def narrate(before, action, after):
    """What an action did, in a line or a few."""
    seat = before["to_move"]
    first = before["turn"] == 1 and all(die["taken_by"] is None for die in before["dice"])
    lines = [*([_roll(before)] if first else []), f"Seat {seat} {_deed(before, action)}"]
    for owner, (old, new) in enumerate(zip(before["relics"], after["relics"], strict=True)):
        if len(new) < len(old):
            lines.append(f"  a relic of seat {owner} escapes: {len(new)} left")
    if before["in_play"] is not None and after["in_play"] is None:
        lines.append(f"  {before['board'][seat][before['in_play']]} is discarded")
    if after["turn"] != before["turn"]:
        lines.append(_roll(after))
    return lines


def _roll(state):
    return f"Turn {state['turn']}: seat {state['active']} rolls {', '.join(_shown(die) for die in state['dice'])}"


def _shown(die):
    return f"{die['die']} {die['face']}{' (lava)' if die['lava'] else ''}"


def _deed(before, action):
    kind = action["type"]
    relic = f"relic {action.get('column')} from step {action.get('step')}"
    board = before["board"][before["to_move"]]
    faces = {die["die"]: die for die in before["dice"]}
    if kind == "stop":
        return {"use": "stops", "erupt": "gives up the eruption", "push": "gives up the push"}[before["phase"]]
    if kind == "resupply":
        left = action["kind"] == "left"
        return f"resupplies: {relic} one column to the left" if left else "resupplies: camp to storage"
    if kind in ("erupt", "push"):
        return f"{kind}s {relic} of seat {action['seat']} back up"
    if kind == "any":
        return f"moves {relic} down"
    if kind == "copy":
        return f"copies {board[action['slot']]}"
    if kind == "room":
        return f"puts the relic into the {action['room']}"
    dice = " and ".join(_shown(faces[name]) for name in action["dice"])
    if kind == "pick":
        return f"picks {dice}"
    bumps = f" with {action['bumps']} from storage" if action["bumps"] else ""
    what = f"for {board[action['slot']]}" if kind == "card" else f"to move {relic}{' (wild)' if kind == 'wild' else ''}"
    return f"uses {dice}{bumps} {what}"
