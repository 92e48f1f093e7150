#!/usr/bin/env python3
"""The adapter of an engine, to be filled in. So far it says of every case that it cannot set up a board.

headjudge_adapter.py, beside this file, does everything between the lines of JSON and these three methods. Fill them in from the
top; what is not there yet is `unsupported`, which is counted and is neither a pass nor a failure. Never guess: say `unsupported`.
"""

from headjudge_adapter import Engine, Refused, Unsettled, Unsupported, serve


class MyEngine(Engine):
    name = "my engine"
    build = "0.1"

    def start(self, scenario):
        """Sets up a position, not a history: nothing triggers on its coming about. The active player has priority."""
        board = scenario["board"]
        # board["players"]  [{"life": 20, "pool": "GG", "poison": 0}, …] in turn order: p1, p2, …
        # board["active"]   "p1"
        # board["step"]     "main", "upkeep", …
        # board["objects"]  [{"id": "land", "card": "Forest", "owner": "p1", "zone": "battlefield", "tapped": True}, …]
        #
        # self.game = my_engine.new_game(len(board["players"]))
        # for placed in board["objects"]:
        #     if not my_engine.has_card(placed["card"]):
        #         raise Unsupported("card", placed["card"])
        #     self.game.put(placed["card"], placed["owner"], placed["zone"])
        raise Unsupported("feature", "setting up a board")

    def step(self, kind, step):
        """Carries out a step of the script. `step` has its details: None for a mere word such as `resolve`."""
        # if kind == "activate":
        #     if not self.game.can_activate(step["by"], step["object"], step["ability"]):
        #         raise Refused("why it is not legal, for people")
        #     self.game.activate(step["by"], step["object"], step["ability"])
        #
        # Where a player has to choose, the answer comes from the scenario:
        #     at = self.choose(step["by"], "mana", ["W", "U"], about=step["object"])[0]
        #
        # Where state-based actions and triggers go on for ever: raise Unsettled
        raise Unsupported("action", kind)

    def snapshot(self, name):
        """Observes the game: objects in the order of the scenario, wherever they are now, then tokens made in play."""
        # return {
        #     "name": name,
        #     "players": [{"life": 20, "hand": 0, "library": 0, "graveyard": 0, "pool": [0, 0, 0, 0, 0, 0], "lost": False}, …],
        #     "objects": [{"id": "land", "name": "Forest", "zone": "battlefield", "owner": "p1", "controller": "p1"}, …],
        #     "stack": [],
        # }
        raise Unsupported("feature", "observing")


if __name__ == "__main__":
    serve(MyEngine)
