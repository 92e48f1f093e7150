#!/usr/bin/env python3
"""Tally, the same small toy in every language that has a kit: it plays no Magic, and says whatever the protocol can say.

It knows Forest and Manalith. `activate` taps one for mana, `play-land` plays a land, and `resolve` lets each tapped Manalith
trigger twice, in an order that is chosen: once a charge counter is put on it, once its counters are doubled. `resolve-all`
never comes to rest, and `pass` breaks down. harness/protocol/transcripts has what it says.
"""

import os
import sys
from collections import Counter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from headjudge_adapter import Engine, Refused, Unsettled, Unsupported, serve  # noqa: E402

LETTERS = "WUBRGC"
VALUE = {"Forest": 0, "Manalith": 3}


class Tally(Engine):
    name = "tally"
    build = "1"
    cards = list(VALUE)
    choices = ["mana", "trigger order"]
    window = 8

    def start(self, scenario):
        print("this goes to standard error")
        board = scenario["board"]
        if board["step"] != "main":
            raise Unsupported("feature", f"starting in the {board['step']} step")
        self.active = board["active"]
        self.players = {f"p{n}": dict(player) for n, player in enumerate(board["players"], 1)}
        self.objects = {}
        for placed in board["objects"]:
            if placed["card"] not in VALUE:
                raise Unsupported("card", placed["card"])
            self.objects[placed["id"]] = {"controller": placed["owner"], **placed, "counters": dict(placed.get("counters", {}))}

    def step(self, kind, step):
        if kind == "activate":
            self.activate(step["by"], step["object"], step.get("ability", 1))
        elif kind == "play-land":
            card = self.objects[step["card"]]
            if (card["zone"], card["owner"], card["card"]) != ("hand", step["by"], "Forest"):
                raise Refused("it is no land in that player's hand")
            card["zone"] = "battlefield"
        elif kind == "resolve":
            self.resolve()
        elif kind == "resolve-all":
            raise Unsettled
        elif kind == "pass":
            raise ValueError("the toy breaks down")
        elif kind == "attack":
            raise Unsupported("choice", "attackers")
        else:
            raise Unsupported("action", kind)

    def activate(self, player, name, ability):
        source = self.objects[name]
        if (source["zone"], source["controller"]) != ("battlefield", player):
            raise Refused("it is not a permanent of that player")
        if source.get("tapped"):
            raise Refused("it is tapped")
        # What is done before a refusal has to be taken back where the step is only tried.
        source["tapped"] = True
        letter = "G" if source["card"] == "Forest" else LETTERS[self.choose(player, "mana", list("WUBRG"), about=name)[0]]
        if ability != 1:
            raise Refused("it has no such ability")
        self.players[player]["pool"] = self.players[player].get("pool", "") + letter

    def resolve(self):
        tapped = (o for o in self.objects.values() if o["card"] == "Manalith" and o["zone"] == "battlefield" and o.get("tapped"))
        triggers = [source for source in tapped for _ in range(2)]
        if not triggers:
            raise Refused("nothing is on the stack")
        many = len(triggers)
        for at in self.choose(self.active, "trigger order", [source["id"] for source in triggers], many, many):
            counters = triggers[at]["counters"]
            charge = counters.get("charge", 0)
            counters["charge"] = charge + 1 if at % 2 == 0 else charge * 2

    def snapshot(self, name):
        there = Counter((o["owner"], o["zone"]) for o in self.objects.values())
        players = [
            {"life": p["life"], "poison": p.get("poison", 0), "pool": [p.get("pool", "").count(c) for c in LETTERS], "lost": False}
            | {zone: there[player, zone] for zone in ("hand", "library", "graveyard")}
            for player, p in self.players.items()
        ]
        return {"name": name, "players": players, "objects": [view(o) for o in self.objects.values()], "stack": []}


def view(placed):
    seen = {key: placed[key] for key in ("id", "zone", "owner", "controller")}
    seen["name"] = placed["card"]
    # What is false, 0 or empty may be left out.
    if placed.get("tapped"):
        seen["tapped"] = True
    if value := VALUE[placed["card"]]:
        seen["mana_value"] = value
    if counters := {kind: n for kind, n in placed["counters"].items() if n > 0}:
        seen["counters"] = counters
    return seen


if __name__ == "__main__":
    serve(Tally)
