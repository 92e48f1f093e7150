"""Answers the engine's questions from the scenario's answers: which question of the protocol each prompt of the engine is.

A prompt that is not among these is reported as a choice that is not supported.
"""

import json
import os

from headjudge_adapter import Refused, Unsettled, Unsupported

PROMPTS = 400


def settle(engine, until="Priority"):
    """Answers until somebody has priority or the game is over."""
    for _ in range(PROMPTS):
        kind, data = engine.waiting()
        if kind in ("Priority", "GameOver", until):
            return
        answer(engine, kind, data)
    raise Unsettled


def answer(engine, kind, data):
    """Answers one question; false if there is none."""
    if kind in ("Priority", "GameOver"):
        return False
    handler = HANDLERS.get(kind)
    if handler is None:
        if os.environ.get("HEADJUDGE_PROMPTS"):
            with open(os.environ["HEADJUDGE_PROMPTS"], "a") as f: f.write(json.dumps([kind, data])[:6000] + "\n")
        raise Unsupported("choice", kind)
    handler(engine, data)
    return True


def decline(engine, waiting):
    raise Unsupported("choice", waiting["type"])


def convoke(engine, data, seat):
    pass


def spend(engine, seat):
    pass


def nobody_attacks(engine, data):
    engine.apply(data["player"], "DeclareAttackers", {"attacks": [], "bands": []})


def nobody_blocks(engine, data):
    engine.apply(data["player"], "DeclareBlockers", {"assignments": []})


HANDLERS = {
    "DeclareAttackers": nobody_attacks,
    "DeclareBlockers": nobody_blocks,
}
