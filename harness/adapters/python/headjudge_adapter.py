"""An adapter kit for Headjudge: everything between the lines of JSON and an engine. Python 3, standard library only.

Derive from `Engine`, then call `serve(YourEngine)`. Each case gets a new instance:

    start(scenario)     set up the final board; the stack is empty and the active player has priority
    step(kind, step)    carry out one step of the script; raise `Refused` if it is not legal
    snapshot(name)      observe the game

Anywhere, raise `Unsupported(what, name)` for what the engine lacks, `Unsettled` where the game never comes to rest, and call
`self.choose(...)` where a player has to choose.
harness/protocol/README.md in the project's repository says what the messages mean.
"""

import copy
import json
import os
import sys
import traceback

VERSION = 1
LONGEST = 1 << 20


class Unsupported(Exception):
    """The engine lacks something: `what` is "card", "action", "choice" or "feature"."""

    def __init__(self, what, name):
        super().__init__(what, name)
        self.what, self.name = what, name


class Refused(Exception):
    """The step is not legal here. The text is for people and never judged."""


class Unsettled(Exception):
    """The game does not come to rest: state-based actions and triggers go on for ever."""


class _Needs(Exception):
    def __init__(self, question):
        super().__init__(question)
        self.question = question


def numbered(options):
    """Options of which equal ones are numbered: x, x#2, x#3."""
    seen, result = {}, []
    for option in options:
        seen[option] = seen.get(option, 0) + 1
        result.append(option if seen[option] == 1 else f"{option}#{seen[option]}")
    return result


class Engine:
    """What `serve` plays cases on."""

    name = "unnamed"
    build = ""
    cards = None  # a list of names, if the engine can tell which cards it knows
    choices = None  # a list of kinds, if some choices cannot be passed on to the engine
    window = None  # how many cases it wants in flight, if not as many as there may be

    def start(self, scenario):
        raise NotImplementedError

    def step(self, kind, step):
        raise NotImplementedError

    def snapshot(self, name):
        raise NotImplementedError

    def save(self):
        """What `restore` needs to take back a step that was only tried. Answers that were used stay used."""
        kept = {key: value for key, value in self.__dict__.items() if not key.startswith("_adapter")}
        return copy.deepcopy(kept)

    def restore(self, saved):
        self.__dict__.update(saved)

    def next_pinned(self, player, kinds, about=None):
        """Kind and picks of the first answer left to a question of these kinds, without using it; None if there is none."""
        at = self._adapter_answer(player, kinds, about)
        return None if at is None else (self._adapter_answers[at]["kind"], self._adapter_answers[at]["picks"])

    def _adapter_answer(self, player, kinds, about):
        for at, answer in enumerate(self._adapter_answers):
            fits = answer["player"] == player and answer["kind"] in kinds and answer.get("about") in (None, about)
            if fits and at not in self._adapter_used:
                return at
        return None

    def choose(self, player, kind, options, least=1, most=1, about=None):
        """The positions of what the player picks from the options: from the scenario's answers, or from the harness."""
        names = numbered(options)
        at = self._adapter_answer(player, (kind,), about)
        if at is None:
            raise _Needs(_question(player, kind, names, least, most))
        self._adapter_used.add(at)
        picked = []
        for pick in self._adapter_answers[at]["picks"]:
            plain = [n for n, option in enumerate(options) if option == pick and n not in picked]
            by_number = [n for n, option in enumerate(names) if option == pick and n not in picked]
            found = plain or by_number
            if not found:
                raise _Needs(_question(player, kind, names, least, most, pick))
            picked.append(found[0])
        asked = {"player": player, "kind": kind, "options": list(options), "picked": [options[n] for n in picked]}
        self._adapter_asked.append(asked)
        return picked


def _question(player, kind, options, least, most, pick=None):
    question = {"player": player, "kind": kind, "options": options, "min": least, "max": most}
    return question if pick is None else {**question, "pick": pick}


def play(make, scenario):
    """Plays a scenario on a new engine: the reply, without its number."""
    engine = make()
    engine._adapter_answers = scenario.get("answers", [])
    engine._adapter_used, engine._adapter_asked = set(), []
    try:
        return {"reply": "outcome", "outcome": _outcome(engine, scenario)}
    except Unsupported as lack:
        return {"reply": "unsupported", "what": lack.what, "name": lack.name}
    except Unsettled:
        return {"reply": "outcome", "outcome": {"snapshots": [], "unsettled": True}}
    except _Needs as needs:
        return {"reply": "needs", "question": needs.question, "asked": engine._adapter_asked}
    except Exception:  # whatever the engine does, the next case is another
        return {"reply": "error", "message": traceback.format_exc(limit=-3)}


def _outcome(engine, scenario):
    engine.start(scenario)
    outcome = {"snapshots": [engine.snapshot("start")], "tried": []}
    for at, step in enumerate(scenario.get("script", [])):
        try:
            _step(engine, outcome, step)
        except Refused as why:
            outcome["refused"] = {"step": at, "why": str(why)}
            break
        except Unsettled:
            return {**outcome, "unsettled": True, "asked": engine._adapter_asked}
    outcome["snapshots"].append(engine.snapshot("after"))
    outcome["asked"] = engine._adapter_asked
    return outcome


def _step(engine, outcome, step):
    # A step without anything to say about it is a mere word.
    kind, body = (step, None) if isinstance(step, str) else next(iter(step.items()))
    if kind == "note":
        outcome["snapshots"].append(engine.snapshot(body))
    elif kind == "try":
        saved, legal = engine.save(), True
        try:
            _step(engine, outcome, body["step"])
        except Refused:
            engine.restore(saved)
            legal = False
        outcome["tried"].append({"name": body["name"], "legal": legal})
    else:
        engine.step(kind, body)


def _reply(make, line):
    try:
        request = json.loads(line)
        ask = request["ask"]
        if ask == "hello":
            if not request["from"] <= VERSION <= request["to"]:
                return {"reply": "error", "id": 0, "message": f"only version {VERSION} is spoken here"}
            hello = {"reply": "hello", "version": VERSION, "engine": make.name, "build": make.build}
            if make.cards is not None:
                hello["cards"] = sorted(make.cards)
            if make.choices is not None:
                hello["choices"] = list(make.choices)
            if make.window is not None:
                hello["limits"] = {"window": make.window}
            return hello
        if ask == "bye":
            return None
        number, scenario = request["id"], request["scenario"]
    except (ValueError, KeyError, TypeError, RecursionError) as why:
        return {"reply": "error", "id": 0, "message": f"this is no request: {why!r}"}
    return {**play(make, scenario), "id": number}


def serve(make):
    """Answers the harness until it says goodbye. Whatever the engine prints goes to standard error."""
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    source, buffer, replies = sys.stdin.fileno(), b"", []
    while True:
        line, newline, rest = buffer.partition(b"\n")
        if not newline:
            # Nothing more to answer: now the harness hears of it.
            output.write(b"".join(replies))
            output.flush()
            replies.clear()
            chunk = os.read(source, 1 << 16)
            if not chunk or len(buffer) > LONGEST:
                return
            buffer += chunk
            continue
        buffer = rest
        reply = _reply(make, line)
        if reply is None:
            output.write(b"".join(replies))
            output.flush()
            return
        replies.append(json.dumps(reply, separators=(",", ":")).encode() + b"\n")
