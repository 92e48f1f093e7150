"""From a scenario's board to a state of the engine, a dict of relations, and the answers to its decisions."""

import re
from itertools import pairwise

import mtg
from headjudge_adapter import Engine, Refused, Unsupported
from mtg import driver
from mtg._text import slug
from mtg.engine import env

STEPS = {
    "upkeep": "upkeep",
    "draw": "draw",
    "main": "precombat_main",
    "beginning of combat": "beginning_of_combat",
    "declare attackers": "declare_attackers",
    "declare blockers": "declare_blockers",
    "combat damage": "combat_damage",
    "end of combat": "end_of_combat",
    "second main": "postcombat_main",
    "end step": "end",
}
COLOURS = dict(zip("WUBRGC", ("white", "blue", "black", "red", "green", "colorless"), strict=True))
COUNTERS = {"+1/+1": "p1p1", "-1/-1": "m1m1"}
COUNTER = {theirs: ours for ours, theirs in COUNTERS.items()}
# What the engine has no place for, whatever the board.
LACKS = {
    "copy_of": "a permanent that is a copy of another card",
    "attached": "what is attached at the start",
    "damage": "damage that stays marked",
}
# Which question of the protocol a decision of the engine is. A target is what the step names.
CHOICES = {"sacrifice": "sacrifice", "discard": "discard", "cleanup_discard": "discard"}
RESOLVE = ("resolve", "resolve-all")
PASSES = 60


def stay(state, max_steps=200):
    """In the place of the engine's own walk to the next decision, which skips steps and whole turns."""


env._advance_to_decision = stay


class Policy:
    """Answers the engine's decisions. Copied along with the state, it stays the same one."""

    def __init__(self, engine):
        self.engine = engine
        self.targets, self.x, self.named, self.discarded = [], 0, 0, []

    def __call__(self, state, key, options, default):
        if key == "target":
            if not self.targets:
                raise Unsupported("choice", "a target that the script does not name")
            target = self.targets.pop(0)
            self.named += 1
            if target not in options:
                raise Refused(f"{target} is not among the targets {sorted(options)}")
            return target
        if key == "x_value":
            return self.x
        if key in ("attackers", "blocks"):
            return frozenset()
        options = list(options or [])
        if len(options) < 2:
            return default
        if key not in CHOICES:
            raise Unsupported("choice", key)
        # The engine asks for cards to discard to hand size one by one, the protocol for all at once (CR 514.1).
        if key == "cleanup_discard" and self.discarded and self.discarded[0] in options:
            return self.discarded.pop(0)
        owner = next(p for p, c in driver.run(state, ["controls"])["controls"] if c == options[0])
        many = max(1, len(options) - 7) if key == "cleanup_discard" else 1
        picked = self.engine.choose(owner, CHOICES[key], [self.engine.name_of(option) for option in options], many, many)
        first, *self.discarded = (options[at] for at in picked)
        return first


class Board(Engine):
    records = None  # by name, read once

    def start(self, scenario):
        board = scenario["board"]
        self.check(scenario)
        self.players = ["p1", "p2"]
        self.placed = {placed["id"]: placed for placed in board["objects"]}
        # A deck may not be empty; what is not of the scenario is nowhere.
        decks = {p: [o["card"] for o in board["objects"] if o["owner"] == p] + ["Wastes"] for p in self.players}
        state = driver.clone_state(mtg.Game(decks, seed=0).state)
        self.ids, self.tokens, self.blocked = {}, [], False
        self.place(state, board)
        state["active_player"], state["current_step"] = {(board["active"],)}, {(STEPS[board["step"]],)}
        state["life"] = {(p, player["life"]) for p, player in zip(self.players, board["players"], strict=True)}
        state["poison"] = {
            (p, many) for p, player in zip(self.players, board["players"], strict=True) if (many := player.get("poison"))
        }
        pools = {p: player.get("pool", "") for p, player in zip(self.players, board["players"], strict=True)}
        state["floating_mana"] = {(p, COLOURS[c], pool.count(c)) for p, pool in pools.items() for c in sorted(set(pool))}
        state["mana_pool"] = set(state["floating_mana"])
        state["mana_available"] = {(p, len(pool)) for p, pool in pools.items() if pool}
        state["_explicit_lands"] = True
        state["_land_played"], state["_lib_order"] = set(), self.libraries(board)
        if self.waits and self.triggers(state):
            raise Unsupported("action", "seeing what triggers before it resolves")
        self.policy = state["_policy"] = Policy(self)
        self.state = state

    def check(self, scenario):
        board = scenario["board"]
        if len(board["players"]) != 2:
            raise Unsupported("feature", "more than two players")
        if board["step"] not in STEPS or "combat" in board["step"] or "declare" in board["step"]:
            raise Unsupported("feature", f"starting in the {board['step']} step")
        for answer in scenario.get("answers", []):
            if answer["kind"] not in CHOICES.values():
                raise Unsupported("choice", answer["kind"])
        for placed in board["objects"]:
            for field, name in LACKS.items():
                if field in placed:
                    raise Unsupported("feature", name)
            if placed["zone"] not in ("battlefield", "hand", "library", "graveyard", "exile"):
                raise Unsupported("feature", f"objects in the {placed['zone']} zone at the start")
            self.known(placed["card"])

        # Nothing comes between the beginning of a spell or an ability and its end: which of them are followed by that, and
        # whether anything else is to resolve.
        def bare(step):
            return step["try"]["step"] if isinstance(step, dict) and "try" in step else step

        script = [bare(step) for step in scenario.get("script", [])]
        self.ends, self.waits, begun = set(), False, False
        for step, after in pairwise([*script, None]):
            if isinstance(step, dict):
                begun = "cast" in step or "activate" in step
                self.ends |= {id(body) for body in step.values() if after in RESOLVE}
            self.waits |= step in RESOLVE and not begun

    def triggers(self, state):
        cards = {card for instance, card in state["instance_of"] if instance in self.ids.values()}
        return any(row[0] in cards and row[2] == "triggered" for row in state.get("card_ability", set()))

    def resolves_at_once(self, step):
        if id(step) not in self.ends:
            raise Unsupported("action", "anything between the beginning of a spell or an ability and its end")
        # The engine puts off what triggers until the step is left; so is what a script would see of it.
        if self.triggers(self.state):
            raise Unsupported("action", "spells and abilities beside cards that trigger")

    def known(self, name):
        record = self.records.get(name)
        if record is None:
            raise Unsupported("card", name)
        return record

    def place(self, state, board):
        for relation in ("on_battlefield", "in_hand", "in_library", "graveyard", "exile", "tapped", "counter", "_sick"):
            state[relation] = set()
        free = {}
        for instance, card in sorted(state["instance_of"]):
            free.setdefault((card, dict(map(reversed, state["printed_control"])).get(instance)), []).append(instance)
        zones = {"battlefield": "on_battlefield", "hand": "in_hand", "library": "in_library"}
        for placed in board["objects"]:
            found = free.get((slug(placed["card"]), placed["owner"]))
            if not found:
                raise Unsupported("card", placed["card"])
            instance = self.ids[placed["id"]] = found.pop(0)
            relation = zones.get(placed["zone"], placed["zone"])
            row = (placed["owner"], instance) if relation in ("in_hand", "in_library") else (instance,)
            state[relation].add(row)
            if placed.get("controller", placed["owner"]) != placed["owner"]:
                state["printed_control"] -= {(placed["owner"], instance)}
                state["printed_control"] |= {(placed["controller"], instance)}
            if placed.get("tapped"):
                state["tapped"].add((instance,))
            if placed.get("fresh"):
                state["_sick"].add((instance,))
            state["counter"] |= {(instance, COUNTERS.get(kind, kind), many) for kind, many in placed.get("counters", {}).items()}
            self.modelled(state, placed["card"])

    def modelled(self, state, name):
        """A card whose text has left nothing at all in the engine's relations is not known to it, whatever it says."""
        text = re.sub(r"\([^)]*\)", "", self.known(name).get("text") or "").strip()
        card = slug(name)
        told = ("card_ability", "card_keyword", "card_effect", "ability_trigger", "trigger_effect", "static_ability")
        makes = {row[0] for row in state.get("mana_source", set()) | state.get("land_produces", set())}
        known = any(row[0] == card for relation in told for row in state.get(relation, set()))
        known = known or any(instance in makes for instance, of in state["instance_of"] if of == card)
        if text and not known:
            raise Unsupported("card", name)

    def libraries(self, board):
        return {
            p: [self.ids[o["id"]] for o in board["objects"] if o["owner"] == p and o["zone"] == "library"] for p in self.players
        }
