"""From a scenario's board to a game of the engine: a new game of the same cards, then debug actions."""

import cards
import prompts
from games import COLOURS, COUNTERS, PASSES, PHASES, Game
from headjudge_adapter import Unsupported

# What cannot be set up, whatever the board; whatever else is lacking is told where it turns up.
LACKS = {
    "copy_of": "a permanent that is a copy of another card",
    "command": "objects in the command zone",
    "stack": "objects on the stack at the start",
}


class Board(Game):
    known = None  # the cards, read once

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
