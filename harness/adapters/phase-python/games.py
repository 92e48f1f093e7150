"""A game of the engine in the words of the protocol: its actions, its objects by name, and what is observed of it."""

from headjudge_adapter import Engine, Refused, Unsupported

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
# Actions of which no event is of interest.
QUIET = ("CastSpell", "DeclareAttackers", "DeclareBlockers")
# How often players pass within one step of a script before it is called unsettled, as in the reference engine.
PASSES = 400


class Game(Engine):
    """What setting up and the steps of scripts stand on. `game` is the engine's, `ids` its numbers by the scenario's names."""

    game = phase_engine = None
    passed = 0

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
        # To read the events takes longer than to apply the action: not where nothing that matters can be among them.
        if kind in QUIET or repr(result).startswith("ActionResult(events=0,"):
            return []
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

    # Observing

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
