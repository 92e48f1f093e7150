#!/usr/bin/env python3
"""A toy engine: it knows what surrounds every ruling, Reflecting Pool and Exotic Orchard, and which of them make mana.

Run it with: headjudge doctor "python3 harness/adapters/toy/toy_engine.py"
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from headjudge_adapter import Engine, Refused, Unsupported, serve  # noqa: E402

LETTERS = "WUBRGC"
# What tapping it makes. Two lands ask what other lands could produce.
MAKES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G", "Wastes": "C", "Sol Ring": "CC"}
ASKING = ("Reflecting Pool", "Exotic Orchard")
LANDS = (*list(MAKES)[:6], *ASKING)
# Power and toughness; no abilities.
BODY = {
    "Grizzly Bears": (2, 2),
    "Hill Giant": (3, 3),
    "Gray Ogre": (2, 2),
    "Craw Wurm": (6, 4),
    "Horned Turtle": (1, 4),
    "Pearled Unicorn": (2, 2),
    "Scathe Zombies": (2, 2),
    "Merfolk of the Pearl Trident": (1, 1),
    "Eager Cadet": (1, 1),
    "Centaur Courser": (3, 3),
    "Rumbling Baloth": (4, 4),
    "Enormous Baloth": (7, 7),
}
VALUE = {
    "Sol Ring": 1,
    "Icy Manipulator": 4,
    "Grizzly Bears": 2,
    "Hill Giant": 4,
    "Gray Ogre": 3,
    "Craw Wurm": 6,
    "Horned Turtle": 3,
    "Pearled Unicorn": 3,
    "Scathe Zombies": 3,
    "Merfolk of the Pearl Trident": 1,
    "Eager Cadet": 1,
    "Centaur Courser": 3,
    "Rumbling Baloth": 4,
    "Enormous Baloth": 7,
}
CARDS = (*MAKES, *ASKING, *BODY, "Icy Manipulator")


class Toy(Engine):
    name = "toy"
    build = "1"
    cards = list(CARDS)

    def start(self, scenario):
        board = scenario["board"]
        if board["step"] != "main":
            raise Unsupported("feature", f"starting in the {board['step']} step")
        self.active = board["active"]
        self.players = {f"p{n}": dict(player) for n, player in enumerate(board["players"], 1)}
        self.objects = {placed["id"]: {"controller": placed["owner"], **placed} for placed in board["objects"]}
        for placed in self.objects.values():
            if placed["card"] not in CARDS:
                raise Unsupported("card", placed["card"])
            if "copy_of" in placed:
                raise Unsupported("feature", "copy_of")
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
        if source["card"] == "Icy Manipulator":
            raise Unsupported("action", "the ability of Icy Manipulator")
        if source["zone"] != "battlefield" or source["controller"] != step["by"]:
            raise Refused("it is not a permanent of that player")
        if source["card"] in BODY or step.get("ability", 1) != 1:
            raise Refused("it has no such ability")
        if source.get("tapped"):
            raise Refused("it is tapped")
        makes = self.could_produce()[source["id"]] if source["card"] in ASKING else MAKES[source["card"]]
        if source["card"] in ASKING and len(makes) > 1:
            raise Unsupported("choice", "mana")
        source["tapped"] = True
        player = self.players[step["by"]]
        player["pool"] = player.get("pool", "") + "".join(makes)

    def could_produce(self):
        """The types that each land could produce: the least answer that fits them all (CR 106.7)."""
        lands = [o for o in self.objects.values() if o["zone"] == "battlefield" and o["card"] in LANDS]
        types = {land["id"]: set(MAKES.get(land["card"], "")) for land in lands}
        while True:
            known = sum(map(len, types.values()))
            for land in (land for land in lands if land["card"] in ASKING):
                pool = land["card"] == "Reflecting Pool"
                seen = (other for other in lands if (other["controller"] == land["controller"]) == pool)
                types[land["id"]].update(*(types[other["id"]] - set("" if pool else "C") for other in seen))
            if sum(map(len, types.values())) == known:
                return types

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
