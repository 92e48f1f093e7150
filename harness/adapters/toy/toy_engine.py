#!/usr/bin/env python3
"""A toy engine: it knows basic lands, Sol Ring and Grizzly Bears, and which of them make mana. Nothing else.

Run it with: headjudge doctor "python3 harness/adapters/toy/toy_engine.py"
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from headjudge_adapter import Engine, Refused, Unsupported, serve  # noqa: E402

LETTERS = "WUBRGC"
# What tapping it makes; nothing, if it has no ability.
MAKES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G", "Sol Ring": "CC", "Grizzly Bears": ""}
BODY = {"Grizzly Bears": (2, 2)}
VALUE = {"Sol Ring": 1, "Grizzly Bears": 2}


class Toy(Engine):
    name = "toy"
    build = "1"
    cards = list(MAKES)

    def start(self, scenario):
        board = scenario["board"]
        if board["step"] != "main":
            raise Unsupported("feature", f"starting in the {board['step']} step")
        self.active = board["active"]
        self.players = {f"p{n}": dict(player) for n, player in enumerate(board["players"], 1)}
        self.objects = {placed["id"]: {"controller": placed["owner"], **placed} for placed in board["objects"]}
        for placed in self.objects.values():
            if placed["card"] not in MAKES or "copy_of" in placed:
                raise Unsupported("card", placed.get("copy_of", placed["card"]))
            if "attached" in placed or set(placed.get("counters", {})) - {"+1/+1"}:
                raise Unsupported("feature", "attachments, and counters that are not +1/+1")

    def step(self, kind, step):
        if kind == "activate":
            self.activate(step)
        elif kind == "cast" and not self.players[step["by"]].get("pool"):
            raise Refused("there is no mana to cast it with")
        else:
            raise Unsupported("action", kind)

    def activate(self, step):
        source = self.objects[step["object"]]
        makes = MAKES[source["card"]]
        if source["zone"] != "battlefield" or source["controller"] != step["by"]:
            raise Refused("it is not a permanent of that player")
        if not makes or step.get("ability", 1) != 1:
            raise Refused("it has no such ability")
        if source.get("tapped"):
            raise Refused("it is tapped")
        source["tapped"] = True
        player = self.players[step["by"]]
        player["pool"] = player.get("pool", "") + makes

    def snapshot(self, name):
        def count(player, zone):
            return sum(o["owner"] == player and o["zone"] == zone for o in self.objects.values())

        players = [
            {"life": p["life"], "poison": p.get("poison", 0), "pool": [p.get("pool", "").count(c) for c in LETTERS], "lost": False}
            | {zone: count(player, zone) for zone in ("hand", "library", "graveyard")}
            for player, p in self.players.items()
        ]
        return {"name": name, "players": players, "objects": [self.view(o) for o in self.objects.values()], "stack": []}

    def view(self, placed):
        seen = {key: placed[key] for key in ("id", "zone", "owner", "controller")}
        seen |= {key: placed[key] for key in ("tapped", "damage", "counters") if placed.get(key)}
        grown = placed.get("counters", {}).get("+1/+1", 0)
        power, toughness = (n + grown for n in BODY.get(placed["card"], (-grown, -grown)))
        return {**seen, "name": placed["card"], "power": power, "toughness": toughness, "mana_value": VALUE.get(placed["card"], 0)}


if __name__ == "__main__":
    serve(Toy)
