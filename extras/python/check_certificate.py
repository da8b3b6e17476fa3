#!/usr/bin/env python3
"""Checks the proofs by automata in a certificate of sgi: that no obligation has an instance.

    python3 check_certificate.py CERTIFICATE.json

Written from docs/certificates.md alone, with the standard library. It does not read rules: that the obligations are those which
the rules ask for is checked by `sgi verify`. Exit status: 0 when every obligation is without instance, 1 when one has one,
2 when the document is not understood.
"""

import itertools
import json
import re
import sys

MOST_STATES = 200_000


class Refused(Exception):
    """The document is not understood, or too large."""


def read(text):
    """A text of brackets as nested lists of words."""
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) < 2:
                raise Refused("a bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Refused("brackets that do not match")
    return stack[0][0]


class Table:
    """A set of tuples: state 0 reads digits, the most significant first; a letter has a digit for each variable in `reads`."""

    def __init__(self, reads, next_states, accepting):
        self.reads, self.next, self.accepting = reads, next_states, accepting


class Checker:
    def __init__(self, numeration, tables):
        kind, number = numeration.split()
        if kind not in ("base", "metallic"):
            raise Refused("an unknown numeration")
        self.full = kind == "base"
        # Weights: U(n+2) = p U(n+1) + q U(n), U(0) = 1, and U(-1) = q.
        self.p, self.q = int(number), 0 if self.full else 1
        self.digits = int(number) if self.full else int(number) + 1
        self.tables = [read(table) for table in tables]
        for table in self.tables:
            if table[0] != "dfa":
                raise Refused("a table that is no automaton")

    def explore(self, reads, start, step, accepts):
        """All states that come of the first, then joined where nothing tells them apart (Moore)."""
        letters = list(itertools.product(range(self.digits), repeat=len(reads)))
        numbers, states, rows = {start: 0}, [start], []
        for state in states:
            row = {}
            for letter in letters:
                after = step(state, dict(zip(reads, letter)))
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                    if len(states) > MOST_STATES:
                        raise Refused("too many states")
                row[letter] = numbers[after]
            rows.append(row)
        accepting = [accepts(state) for state in states]
        classes = [int(yes != accepting[0]) for yes in accepting]
        while True:
            known, finer = {}, []
            for own, row in zip(classes, rows):
                key = (own, tuple(classes[row[letter]] for letter in letters))
                finer.append(known.setdefault(key, len(known)))
            done = len(known) == len(set(classes))
            classes = finer
            if done:
                break
        count = max(classes) + 1
        joined, ends = [None] * count, [False] * count
        for own, row, yes in zip(classes, rows, accepting):
            joined[own] = {letter: classes[after] for letter, after in row.items()}
            ends[own] = yes
        return Table(reads, joined, ends)

    def form(self, parts):
        """A constant and coefficients by variable."""
        return int(parts[0]), {int(v): int(c) for c, v in parts[1:]}

    def add(self, terms, state, letter):
        a, b = state
        after = self.p * a + self.q * b + sum(c * letter[v] for v, c in terms.items())
        return after, (a if self.q else 0)

    def compare(self, equal, constant, terms):
        most = sum(abs(c) for c in terms.values()) * (self.digits - 1)

        def beyond(a, b):
            return a >= most and (not self.q or b >= most) and (a - most) + self.q * (b - most) > abs(constant)

        def step(state, letter):
            if isinstance(state, bool):
                return state
            a, b = self.add(terms, state, letter)
            if beyond(a, b):
                return False
            if beyond(-a, -b):
                return not equal
            return a, b

        def accepts(state):
            if isinstance(state, bool):
                return state
            value = state[0] + self.q * state[1] + constant
            return value == 0 if equal else value <= 0

        return self.explore(sorted(terms), (0, 0), step, accepts)

    def divides(self, modulus, constant, terms):
        def step(state, letter):
            a, b = self.add(terms, state, letter)
            return a % modulus, b

        return self.explore(
            sorted(terms), (0, 0), step, lambda s: (s[0] + self.q * s[1] + constant) % modulus == 0)

    def digitwise(self, word, numbers, of):
        start, end = 0, {0}
        if word in ("digitsum", "digitsumis"):
            end = {numbers[-1]}
        elif word == "zeros":
            start, end = numbers[0], {numbers[1]}
        elif word in ("weight", "digitat"):
            end = {1}
        elif word in ("lowest", "highest"):
            end = {0, 1}

        def step(state, letter):
            d = [letter[v] for v in of]
            if state is None:
                return None
            if word == "nimsum":
                odd = 0
                for digit in d:
                    odd ^= digit
                return state if odd == 0 else None
            if word == "meet":
                return state if d[0] & d[1] == d[2] else None
            if word == "join":
                return state if d[0] | d[1] == d[2] else None
            if word == "digitsum":
                return (state + sum(d)) % numbers[0]
            if word == "digitsumis":
                return state + sum(d) if state + sum(d) <= numbers[0] else None
            if word == "weight":
                return state if d[0] == 0 else 1 if d[0] == 1 and state == 0 else None
            if word == "zeros":
                if d[0] > 0:
                    return 0
                return state if state == numbers[0] else (state + 1) % numbers[0]
            x, y = d
            if word == "lowest":
                if x == 0 and y == 0:
                    return state
                if state in (0, 2) and x == 0:
                    return 2
                return 1 if state in (0, 2) and x == 1 and y > 0 else None
            if word == "highest":
                if state == 0:
                    return 0 if x == 0 and y == 0 else 1 if x == 1 and y > 0 else None
                return 1 if x == 0 else None
            if word == "digitat":
                return state if x == 0 else 1 if state == 0 and x == 1 and y == numbers[0] else None
            if word == "shift":
                return x if y == state else None
            raise Refused(f"an unknown relation {word}")

        return self.explore(sorted(set(of)), start, step, lambda s: s in end)

    def copied(self, number, of):
        table = self.tables[number]
        accepting, rows = {int(s) for s in table[2]}, table[3:]
        if len(of) != int(table[1]):
            raise Refused("a table with other tracks")

        def step(state, letter):
            at = rows[state]
            while isinstance(at, list):
                at = at[1 + letter[of[int(at[0])]]]
            return int(at)

        return self.explore(sorted(set(of)), 0, step, lambda s: s in accepting)

    def joined(self, tables, holds):
        reads = sorted(set(v for table in tables for v in table.reads))

        def step(states, letter):
            return tuple(t.next[s][tuple(letter[v] for v in t.reads)] for t, s in zip(tables, states))

        def accepts(states):
            return holds([t.accepting[s] for t, s in zip(tables, states)])

        return self.explore(reads, (0,) * len(tables), step, accepts)

    def some(self, bound, table):
        """For some numbers in place of the bound variables: the set of all states that may be met."""
        bound = [v for v in bound if v in table.reads]
        reads = [v for v in table.reads if v not in bound]
        alive = {s for s, yes in enumerate(table.accepting) if yes}
        while True:
            more = {s for s, row in enumerate(table.next) if s not in alive and alive & set(row.values())}
            if not more:
                break
            alive |= more
        choices = list(itertools.product(range(self.digits), repeat=len(bound)))
        greatest = self.digits - 1

        def step(states, letter):
            after = set()
            for choice in choices:
                read_now = {**letter, **dict(zip(bound, choice))}
                column = tuple(read_now[v] for v in table.reads)
                top = () if self.full else tuple(d == greatest for d in choice)
                for state, last in states:
                    # After the greatest digit comes a zero.
                    if any(full and digit for full, digit in zip(last, choice)):
                        continue
                    if table.next[state][column] in alive:
                        after.add((table.next[state][column], top))
            return frozenset(after)

        start = new = frozenset({(0, () if self.full else (False,) * len(bound))})
        while new:
            new = step(new, {v: 0 for v in reads}) - start
            start |= new
        return self.explore(reads, start, step, lambda states: any(table.accepting[s] for s, _ in states))

    def table(self, formula):
        if formula in ("true", "false"):
            return Table([], [{(): 0}], [formula == "true"])
        word, parts = formula[0], formula[1:]
        if word in ("eq", "le"):
            return self.compare(word == "eq", *self.form(parts))
        if word == "div":
            return self.divides(int(parts[0]), *self.form(parts[1:]))
        if word == "table":
            return self.copied(int(parts[0]), [int(v) for v in parts[1:]])
        if word == "not":
            table = self.table(parts[0])
            return Table(table.reads, table.next, [not yes for yes in table.accepting])
        if word == "and":
            return self.joined([self.table(part) for part in parts], all)
        if word == "or":
            return self.joined([self.table(part) for part in parts], any)
        if word == "iff":
            return self.joined([self.table(part) for part in parts], lambda both: both[0] == both[1])
        if word == "exists":
            return self.some([int(v) for v in parts[0]], self.table(parts[1]))
        counts = {"digitsum": 2, "digitsumis": 1, "zeros": 2, "digitat": 1}.get(word, 0)
        numbers, of = [int(n) for n in parts[:counts]], [int(v) for v in parts[counts:]]
        return self.digitwise(word, numbers, of)

    def refuted(self, text):
        table = self.table(read(text))
        return not self.some(table.reads, table).accepting[0]


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            document = json.load(file)
        if (document["kind"], document["version"]) != ("sgi certificate", 1):
            raise Refused("another kind of document")
        status = 0
        for proof in document.get("automatic", []):
            checker = Checker(proof["numeration"], proof["tables"])
            wrong = [text for text in proof["obligations"] if not checker.refuted(text)]
            if wrong:
                print(f"{proof['claim']}: an obligation has an instance: {wrong[0]}")
                status = 1
            else:
                print(f"{proof['claim']}: none of {len(proof['obligations'])} obligations has an instance")
        return status
    except (Refused, KeyError, IndexError, TypeError, ValueError, OSError) as error:
        print(f"not understood: {error!r}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
