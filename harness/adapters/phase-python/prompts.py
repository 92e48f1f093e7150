"""Answers the engine's questions from the scenario's answers: which question of the protocol each prompt of the engine is.

A prompt that is not among these is reported as a choice that is not supported.
"""

from headjudge_adapter import Refused, Unsettled, Unsupported

LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
# How many questions may come between two moments at which somebody has priority.
PROMPTS = 400
# More blockers than this are not asked about one by one.
MANY = 3


def settle(engine, until="Priority"):
    """Answers until somebody has priority or the game is over."""
    for _ in range(PROMPTS):
        kind, data = engine.waiting()
        if kind in ("Priority", "GameOver", until):
            return
        answer(engine, kind, data)
    raise Unsettled


def answer(engine, kind, data):
    """Answers one question; false if there is none."""
    if kind in ("Priority", "GameOver"):
        return False
    handler = HANDLERS.get(kind)
    if handler is None:
        raise unsupported(kind, data)
    handler(engine, data)
    return True


def unsupported(kind, data):
    inner = data.get("kind") or data.get("choice_type") or data.get("choice") or {}
    inner = inner.get("type", "") if isinstance(inner, dict) else inner
    return Unsupported("choice", f"{kind} {inner}".strip())


def apply(engine, seat, kind, data=None):
    """An answer that the engine does not take is a fault of this adapter, or of the engine, but no refusal of the step."""
    try:
        return engine.apply(seat, kind, data)
    except Refused as why:
        raise RuntimeError(f"the engine refuses the answer {kind} {data}: {why}") from None


def one(engine, seat, kind, names, about=None):
    """The position of the one that the player picks; where there is only one, it is not asked."""
    if len(names) == 1:
        return 0
    return engine.choose(engine.players[seat], kind, names, about=about)[0]


def many(engine, seat, kind, numbers, least, most, about=None):
    """The numbers of those objects that the player picks."""
    if least == most == len(numbers):
        return list(numbers)
    names = [engine.id_of(number) for number in numbers]
    return [numbers[at] for at in engine.choose(engine.players[seat], kind, names, least, most, about)]


# Combat


def attackers(engine, data):
    try:
        engine.apply(data["player"], "DeclareAttackers", {"attacks": [], "bands": []})
    except Refused:
        raise Unsupported("choice", "attackers, where somebody has to attack") from None


def blockers(engine, data):
    try:
        engine.apply(data["player"], "DeclareBlockers", {"assignments": []})
    except Refused:
        raise Unsupported("choice", "blockers, where somebody has to block") from None


def combat_damage(engine, data):
    """This engine knows no order of blockers (2022: CR 509.2); the order that is asked for bounds what is assigned (510.1c)."""
    seat, left, tramples = data["player"], data["total_damage"], data["trample"] == "Standard"
    if data["trample"] not in (None, "Standard") or data["assignment_modes"] != ["Normal"]:
        raise Unsupported("choice", "damage assigned as though unblocked, or past a planeswalker")
    lethal = {blocker["blocker_id"]: blocker["lethal_minimum"] for blocker in data["blockers"]}
    # A question for each of many blockers is as many new runs of the case: where a script leaves them open, what the engine
    # proposes will do.
    if len(lethal) > MANY and engine.next_pinned(engine.players[seat], ("blocker order", "damage assignment")) is None:
        offered = [a for a in (a.to_dict() for a in engine.game.actions()) if a["type"] == "AssignCombatDamage"]
        if offered:
            apply(engine, seat, offered[0]["type"], offered[0]["data"])
            return
    order = ordered(engine, seat, "blocker order", list(lethal), engine.id_of(data["attacker_id"]))
    assigned = []
    for at, blocker in enumerate(order):
        amount = left
        if (tramples or at + 1 < len(order)) and left > lethal[blocker]:
            numbers = range(lethal[blocker], left + 1)
            amount = numbers[one(engine, seat, "damage assignment", [str(n) for n in numbers], engine.id_of(blocker))]
        assigned.append([blocker, amount])
        left -= amount
    data = {"mode": "Normal", "assignments": assigned, "trample_damage": left, "controller_damage": 0}
    apply(engine, seat, "AssignCombatDamage", data)


def ordered(engine, seat, kind, numbers, about=None):
    """The numbers of these objects in the order that the player says."""
    names = [engine.id_of(number) for number in numbers]
    if len(names) < 2:
        return numbers
    return [numbers[at] for at in engine.choose(engine.players[seat], kind, names, len(names), len(names), about)]


# Triggers and replacement effects


def trigger_order(engine, data):
    """The first one goes first onto the stack in both."""
    names = [engine.id_of(trigger["source_id"]) for trigger in data["triggers"]]
    seat = data["player"]
    order = engine.choose(engine.players[seat], "trigger order", names, len(names), len(names)) if len(names) > 1 else [0]
    apply(engine, seat, "OrderTriggers", {"order": order})


def trigger_target(engine, data):
    seat, legal = data["player"], data["selection"]["current_legal_targets"]
    slot = data["target_slots"][data["selection"]["current_slot"]]
    names = [engine.word(target) for target in legal] + ["decline"] * bool(slot.get("optional"))
    at = one(engine, seat, "target", names, engine.id_of(data["source_id"]) if data.get("source_id") else None)
    apply(engine, seat, "ChooseTarget", {"target": legal[at] if at < len(legal) else None})


def replacement(engine, data):
    seat, kind, candidates = data["player"], data["kind"]["type"], data["candidates"]
    if kind == "OptionalBranch" and len(candidates) == 2 and candidates[1]["description"] == "Decline":
        at = 0 if accepted(engine, seat, candidates[0]["source_id"]) else 1
    elif kind == "Order":
        at = one(engine, seat, "replacement", [engine.id_of(candidate["source_id"]) for candidate in candidates])
    else:
        raise unsupported("ReplacementChoice", data)
    apply(engine, seat, "ChooseReplacement", {"index": at})


# Mana


def mana(engine, data):
    """One question for each mana, as the protocol has it."""
    seat, kind, options = data["player"], data["choice"]["type"], data["choice"]["data"]["options"]
    number = ((data.get("context") or {}).get("data") or {}).get("source_id")
    about = None if number is None else engine.id_of(number)
    if kind == "SingleColor":
        combinations = [[colour] for colour in options]
    elif kind == "Combination":
        combinations = options
    elif kind == "AnyCombination":
        picked = [
            options[one(engine, seat, "mana", [LETTERS[c] for c in options], about)]
            for _ in range(data["choice"]["data"]["count"])
        ]
        apply(engine, seat, "ChooseManaColor", {"choice": {"type": "Combination", "data": picked}})
        return
    else:
        raise unsupported("ChooseManaColor", data)
    left = [list(combination) for combination in combinations]
    picked = []
    while len(picked) < len(combinations[0]):
        colours = [colour for colour in LETTERS if any(colour in combination for combination in left)]
        colour = colours[one(engine, seat, "mana", [LETTERS[c] for c in colours], about)]
        picked.append(colour)
        left = [combination for combination in left if colour in combination]
        for combination in left:
            combination.remove(colour)
    chosen = next(combination for combination in combinations if sorted(combination) == sorted(picked))
    if kind == "SingleColor":
        chosen = chosen[0]
    apply(engine, seat, "ChooseManaColor", {"choice": {"type": kind, "data": chosen}})


def convoke(engine, seat, number):
    """Taps creatures for a spell with convoke, and tells which: for mana of their colour while that is open, else for generic."""
    kind, data = engine.waiting()
    if kind != "ManaPayment" or not data.get("convoke_mode"):
        return []
    if data["convoke_mode"] != "Convoke":
        raise Unsupported("choice", data["convoke_mode"])
    offered = [a["data"] for a in (a.to_dict() for a in engine.game.actions()) if a["type"] == "TapForConvoke"]
    able = list(dict.fromkeys(tap["object_id"] for tap in offered))
    if not able:
        return []
    cost = engine.game.object(number)["mana_cost"]
    most = min(len(able), cost["generic"] + len(cost["shards"]))
    open_ = list(cost["shards"])
    picked = many(engine, seat, "tap for cost", able, 0, most, engine.id_of(number))
    for creature in picked:
        colours = [tap["mana_type"] for tap in offered if tap["object_id"] == creature]
        colour = next((colour for colour in colours if colour in open_), "Colorless")
        if colour in open_:
            open_.remove(colour)
        engine.apply(seat, "TapForConvoke", {"object_id": creature, "mana_type": colour})
    return picked


def payment(engine, data):
    """Mana that is not asked for by a step: the pool has to do."""
    if "ManaAbilityProduced" in apply(engine, data["player"], "PassPriority"):
        raise Unsupported("choice", "mana that an effect asks for, which the pool does not hold")


# Costs and effects

PAID = {"TapCreatures": "tap for cost", "Sacrifice": "sacrifice", "Discard": "discard"}


def pay_cost(engine, data):
    kind = data["kind"]["type"]
    if kind not in PAID or data["kind"].get("mode", "Fixed") != "Fixed":
        raise unsupported("PayCost", data)
    picked = many(engine, data["player"], PAID[kind], data["choices"], data["count"], data["count"])
    apply(engine, data["player"], "SelectCards", {"cards": picked})


def hand_size(engine, data):
    picked = many(engine, data["player"], "discard", data["cards"], data["count"], data["count"])
    apply(engine, data["player"], "SelectCards", {"cards": picked})


def legend(engine, data):
    names = [engine.id_of(number) for number in data["candidates"]]
    at = one(engine, data["player"], "legend rule", names)
    apply(engine, data["player"], "ChooseLegend", {"keep": data["candidates"][at]})


def named(engine, data):
    seat, options = data["player"], data["options"]
    source = data.get("source") or {}
    number = source.get("prompt", {}).get("identity", {}).get("reference", {}).get("object_id")
    about = None if number is None else engine.id_of(number)
    if data["choice_type"] == "Color":
        at = one(engine, seat, "color", [LETTERS[option] for option in options], about)
    elif data["choice_type"] == "CreatureType" or "CreatureType" in data["choice_type"]:
        at = one(engine, seat, "creature type", options, about)
    else:
        raise unsupported("NamedChoice", data)
    apply(engine, seat, "ChooseOption", {"choice": options[at]})


def accepted(engine, seat, number):
    """Whether what may be done is done. Where a script picks an object or `decline` at once, that is the answer; which of its
    answers is meant is told by their order."""
    player, about = engine.players[seat], engine.id_of(number)
    kind, picks = engine.next_pinned(player, ("may", "card", "copy"), about) or ("may", None)
    if kind == "may" or picks is None:
        return engine.choose(player, "may", ["accept", "decline"], about=about) == [0]
    if picks == ["decline"]:
        engine.choose(player, kind, ["decline"], about=about)
    return picks != ["decline"]


def unless(engine, data):
    """Whether something is paid so that an effect does not happen. What cannot be paid is not asked about."""
    able = any(a["type"] == "PayUnlessCost" and a["data"]["pay"] for a in (a.to_dict() for a in engine.game.actions()))
    pay = able and accepted(engine, data["player"], data["pending_effect"]["source_id"])
    apply(engine, data["player"], "PayUnlessCost", {"pay": pay})


def may(engine, data):
    seat, number = data["player"], data["source_id"]
    accept = matters(engine, seat) and accepted(engine, seat, number)
    apply(engine, seat, "DecideOptionalEffect", {"accept": accept})
    # The only card that can be picked is taken without asking.
    pinned = engine.next_pinned(engine.players[seat], ("may", "card"), engine.id_of(number))
    if accept and pinned and pinned[0] == "card" and engine.waiting()[0] not in HANDLERS:
        engine.choose(engine.players[seat], "card", pinned[1], about=engine.id_of(number))


def matters(engine, seat):
    """Whether it can be accepted and then is not the same as declined. This engine also asks where there is nothing to choose
    from, or where the pool does not hold what would be paid; a script has said which mana is made."""
    saved, game, seen = engine.save(), engine.game, []
    try:
        for accept in (True, False):
            # A state that the engine exports in the middle of a resolution is not always one that it takes back.
            engine.restore(saved)
            made = apply(engine, seat, "DecideOptionalEffect", {"accept": accept})
            if accept and "ManaAbilityProduced" in made:
                return False
            seen.append((engine.waiting()[0], engine.snapshot("")))
        return seen[0] != seen[1]
    except Unsupported:
        return True
    finally:
        engine.game, engine.tokens = game, saved["tokens"].copy()


def copied(engine, data):
    seat, legal = data["player"], data["valid_targets"]
    at = one(engine, seat, "copy", [engine.id_of(number) for number in legal], engine.id_of(data["source_id"]))
    apply(engine, seat, "ChooseTarget", {"target": {"Object": legal[at]}})


def from_zone(engine, data):
    """Cards or permanents that an effect makes a player choose; some may be sacrificed or discarded for it."""
    kind = {"Sacrifice": "sacrifice", "Discard": "discard"}.get(data["effect_kind"], "card")
    least = 0 if data.get("up_to") else data.get("min_count", data["count"])
    picked = many(engine, data["player"], kind, data["cards"], least, data["count"], engine.id_of(data["source_id"]))
    apply(engine, data["player"], "SelectCards", {"cards": picked})


def source(engine, data):
    names = [engine.id_of(number) for number in data["options"]]
    at = one(engine, data["player"], "source", names)
    apply(engine, data["player"], "ChooseDamageSource", {"source": data["options"][at]})


HANDLERS = {
    "DeclareAttackers": attackers,
    "DeclareBlockers": blockers,
    "AssignCombatDamage": combat_damage,
    "OrderTriggers": trigger_order,
    "TriggerTargetSelection": trigger_target,
    "ReplacementChoice": replacement,
    "ChooseManaColor": mana,
    "ManaPayment": payment,
    "PayCost": pay_cost,
    "DiscardToHandSize": hand_size,
    "ChooseLegend": legend,
    "NamedChoice": named,
    "OptionalEffectChoice": may,
    "DamageSourceChoice": source,
    "CopyTargetChoice": copied,
    "UnlessPayment": unless,
    "EffectZoneChoice": from_zone,
}
