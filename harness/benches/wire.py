#!/usr/bin/env python3
"""What the kit for Python is measured against, beside a bare echo (wire.rs).

    wire.py json REPLIES    reads each line as JSON, and writes the next of the replies from data: what JSON alone costs here
    wire.py kit REPLIES     the kit, with an engine that has nothing to do: its states are those of the replies
"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "adapters", "python"))
from headjudge_adapter import Engine, serve  # noqa: E402


class Ready(Engine):
    """Asks what the toy asks, and has observed everything before."""

    states = {}  # by the colour that is chosen

    def start(self, scenario):
        self.there = self.states[scenario["answers"][0]["picks"][0]]

    def step(self, kind, step):
        if kind == "activate" and step["object"] == "object.0":
            self.choose(step["by"], "mana", list("WUBRG"), about="object.0")
        elif kind == "resolve":
            self.choose("p1", "trigger order", ["object.0", "object.0"], 2, 2)

    def snapshot(self, name):
        return self.there[name]


def main(what, file):
    with open(file, "rb") as lines:
        replies = [json.loads(line) for line in lines]
    if what == "json":
        encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
        rest, replies = b"", iter(replies)
        while chunk := os.read(0, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            there = [encode(reply) + "\n" for line, reply in zip(lines, replies) if json.loads(line)]
            sys.stdout.buffer.write("".join(there).encode())
            sys.stdout.buffer.flush()
    else:
        hello = replies[0]
        Ready.name, Ready.build, Ready.window = hello["engine"], hello["build"], hello["limits"]["window"]
        Ready.cards, Ready.choices = hello["cards"], hello["choices"]
        for outcome in (reply["outcome"] for reply in replies[1:6]):
            color = outcome["asked"][0]["picked"][0]
            Ready.states[color] = {state["name"]: state for state in outcome["snapshots"]}
        serve(Ready)


main(*sys.argv[1:])
