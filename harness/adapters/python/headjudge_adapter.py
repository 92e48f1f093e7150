"""An adapter kit for Headjudge: everything between the lines of JSON and an engine. Python 3, standard library only.

Derive from `Engine`, then call `serve(YourEngine)`. Each case gets a new instance:

    start(scenario)     set up the final board; the stack is empty and the active player has priority
    step(kind, step)    carry out one step of the script; raise `Refused` if it is not legal
    snapshot(name)      observe the game

Anywhere, raise `Unsupported(what, name)` for what the engine lacks, `Unsettled` where the game never comes to rest, and call
`self.choose(...)` where a player has to choose.
harness/protocol/README.md in the project's repository says what the messages mean.
"""

import json
import os
import sys
import time
import traceback

VERSION = 1
LONGEST = 1 << 20
# So many seconds a reply may wait for others before it is written: the time limit of the next case has begun.
PATIENCE = 0.05

# So many of the innermost calls are told of what went wrong: those of the engine, and of the adapter that called it.
FRAMES = 12

# Made once: `json.dumps` with separators makes one for each reply.
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode = json.JSONDecoder().decode


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
    # Claims, which are checked: who claims something and then says `unsupported` for it has claimed too much. None claims nothing
    # and is held to nothing; an empty list says that there is nothing, and what passes all the same is merely reported.
    features = None  # names from the protocol's list of features
    cards = None  # names of cards
    choices = None  # kinds of questions to which the engine takes answers
    window = None  # how many cases it wants in flight, if not as many as there may be

    def start(self, scenario):
        raise NotImplementedError

    def step(self, kind, step):
        raise NotImplementedError

    def snapshot(self, name):
        raise NotImplementedError

    def save(self):
        """What `restore` needs to take back a step that was only tried. None, and it is taken back by playing the case again
        up to that step, on a new instance. Answers that were used stay used.

        It has to share nothing with the engine that a step may change: copy.deepcopy(...), not the objects themselves."""
        return None

    def restore(self, saved):
        self.__dict__.update(saved)

    def next_pinned(self, player, kinds, about=None):
        """Kind and picks of the first answer left to a question of these kinds, without using it; None if there is none."""
        at = self._adapter_case.answer(player, kinds, about)
        return None if at is None else (self._adapter_case.answers[at]["kind"], self._adapter_case.answers[at]["picks"])

    def choose(self, player, kind, options, least=1, most=1, about=None):
        """The positions of what the player picks from the options: from the scenario's answers, or from the harness."""
        return self._adapter_case.choose(player, kind, options, least, most, about)


class _Case:
    """One case on its way: the engine, the answers, and what has been done so far."""

    def __init__(self, make, number, scenario):
        self.make, self.number, self.scenario = make, number, scenario
        self.answers = scenario.get("answers", [])
        self.used, self.asked = set(), []
        # What has happened to the engine, each step with the answers that were used before it.
        self.done = []
        # States are written down as they are taken: what the engine shares with them may change.
        self.snapshots, self.tried, self.refused = [], [], {}

    def play(self):
        """The reply, in JSON."""
        try:
            self.engine = self.new()
            self.engine.start(self.scenario)
            self.note("start")
            for at, step in enumerate(self.scenario.get("script", [])):
                try:
                    self.step(step)
                except Refused as why:
                    self.refused = {"refused": {"step": at, "why": str(why)}}
                    break
            self.note("after")
            return self.outcome(**self.refused)
        except Unsettled:
            return self.outcome(unsettled=True)
        except Unsupported as lack:
            return _encode({"reply": "unsupported", "id": self.number, "what": lack.what, "name": lack.name})
        except _Needs as needs:
            return _encode({"reply": "needs", "id": self.number, "question": needs.question, "asked": self.asked})
        except Exception:  # whatever the engine does, the next case is another
            return _error(self.number, traceback.format_exc(limit=-FRAMES))

    def outcome(self, **more):
        rest = _encode({"tried": self.tried, "asked": self.asked, **more})[1:]
        snapshots = ",".join(self.snapshots)
        return f'{{"reply":"outcome","id":{self.number},"outcome":{{"snapshots":[{snapshots}],{rest}}}'

    def new(self):
        engine = self.make()
        engine._adapter_case = self
        return engine

    def note(self, name):
        self.done.append(("note", name, None))
        self.snapshots.append(_encode(self.engine.snapshot(name)))

    def step(self, step):
        # A step without anything to say about it is a mere word.
        kind, body = (step, None) if isinstance(step, str) else next(iter(step.items()))
        if kind == "note":
            self.note(body)
        elif kind == "try":
            saved, before, legal = self.engine.save(), len(self.done), True
            try:
                self.step(body["step"])
            except Refused:
                del self.done[before:]
                self.engine.restore(saved) if saved is not None else self.again()
                legal = False
            self.tried.append({"name": body["name"], "legal": legal})
        else:
            self.done.append((kind, body, frozenset(self.used)))
            self.engine.step(kind, body)

    def again(self):
        """A new engine, brought to where this one was before the step that was refused."""
        used, asked = self.used, self.asked
        self.used, self.asked = set(), []
        try:
            self.engine = self.new()
            self.engine.start(self.scenario)
            for kind, body, before in self.done:
                if kind == "note":
                    self.engine.snapshot(body)
                else:
                    self.used = set(before)
                    self.engine.step(kind, body)
        except (Refused, Unsupported, Unsettled, _Needs) as why:
            raise RuntimeError(f"played again up to a step that was tried, the engine does something else: {why!r}") from why
        self.used, self.asked = used, asked

    def answer(self, player, kinds, about):
        for at, answer in enumerate(self.answers):
            fits = answer["player"] == player and answer["kind"] in kinds and answer.get("about") in (None, about)
            if fits and at not in self.used:
                return at
        return None

    def choose(self, player, kind, options, least, most, about):
        names = numbered(options)
        question = {"player": player, "kind": kind, "options": names, "min": least, "max": most}
        at = self.answer(player, (kind,), about)
        if at is None:
            raise _Needs(question)
        self.used.add(at)
        picked = []
        for pick in self.answers[at]["picks"]:
            plain = [n for n, option in enumerate(options) if option == pick and n not in picked]
            by_number = [n for n, option in enumerate(names) if option == pick and n not in picked]
            found = plain or by_number
            if not found:
                raise _Needs({**question, "pick": pick})
            picked.append(found[0])
        asked = {"player": player, "kind": kind, "options": list(options), "picked": [options[n] for n in picked]}
        self.asked.append(asked)
        return picked


def _hello(make, request):
    if not request["from"] <= VERSION <= request["to"]:
        return _error(0, f"only version {VERSION} is spoken here")
    hello = {"reply": "hello", "version": VERSION, "engine": make.name, "build": make.build}
    if make.features is not None:
        hello["features"] = list(make.features)
    if make.cards is not None:
        hello["cards"] = sorted(make.cards)
    if make.choices is not None:
        hello["choices"] = list(make.choices)
    if make.window is not None:
        hello["limits"] = {"window": make.window}
    return _encode(hello)


def _error(number, message):
    return _encode({"reply": "error", "id": number, "message": message})


def _reply(make, line):
    """The reply to a line, in JSON; None if it is the last."""
    request = None
    try:
        request = _decode(line.decode())
        ask = request["ask"]
        if ask == "hello":
            return _hello(make, request)
        if ask == "bye":
            return None
        if ask != "case":
            raise ValueError(f"nothing is asked by {ask!r}")
        number, scenario = request["id"], request["scenario"]
        if not isinstance(number, int) or number < 0 or not isinstance(scenario, dict):
            raise ValueError("a case has a number and a scenario")
    except (ValueError, KeyError, TypeError, RecursionError) as why:
        number = request.get("id") if isinstance(request, dict) else None
        known = isinstance(number, int) and number >= 0
        return _error(number if known else 0, f"this is no request: {why!r}")
    reply = _Case(make, number, scenario).play()
    return reply if len(reply) <= LONGEST else _error(number, f"the reply would be longer than {LONGEST} bytes")


def serve(make):
    """Answers the harness until it says goodbye. Whatever the engine prints goes to standard error."""
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    source, rest, last = sys.stdin.fileno(), b"", False
    while not last and (chunk := os.read(source, 1 << 16)):
        *lines, rest = (rest + chunk).split(b"\n")
        replies, since = [], time.monotonic()
        for line in [*lines, rest] if len(rest) > LONGEST else lines:
            # How it goes on after a line that is too long is not known.
            last = len(line) > LONGEST
            reply = _error(0, f"a line is longer than {LONGEST} bytes") if last else _reply(make, line)
            if reply is None:
                last = True
                break
            replies.append(reply)
            if last:
                break
            if time.monotonic() - since > PATIENCE:
                _write(output, replies)
                replies, since = [], time.monotonic()
        # Nothing more to answer: now the harness hears of it.
        _write(output, replies)
    if rest and not last:
        _write(output, [_error(0, "the input ends in the middle of a line")])


def _write(output, replies):
    # What is not ASCII is escaped, so that there are as many bytes as characters.
    output.write("".join(reply + "\n" for reply in replies).encode())
    output.flush()
