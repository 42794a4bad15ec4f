#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A reader of tables of version 3 and of races, written from docs/format.md alone: slow, short, and
of no use but to show that the page is enough and the program does what it says.

format.py FILE RANDOM COUNT: COUNT random positions as lines "POSITION|VALUE", VALUE being win, loss
or draw, and "|PLIES" where the table has them; of a race "POSITION|SOLO|DRAW|ENABLES". Positions over
or illegal are the caller's to leave out: the page says that the table does not hold them.
"""

import ctypes
import ctypes.util
import random
import struct
import sys
from itertools import combinations
from math import comb

zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
zstd.ZSTD_decompress.restype = ctypes.c_size_t
xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
xxhash.XXH3_64bits.restype = ctypes.c_uint64


def checksum(data):
    return xxhash.XXH3_64bits(data, ctypes.c_size_t(len(data)))


def unzstd(data, size):
    out = ctypes.create_string_buffer(size)
    got = zstd.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    assert got == size
    return out.raw


def probability(byte):
    q = byte & 127
    assert q <= 120
    rare = ((8 + q % 8) << q // 8) >> 3
    return min(max((65536 - rare if byte & 128 else rare) >> 4, 1), 4095)


def signed(byte):
    return byte - 256 if byte > 127 else byte


def clamp(x, low, high):
    return min(max(x, low), high)


def colex(indices):
    return sum(comb(i, j + 1) for j, i in enumerate(sorted(indices)))


def sets_in_order(cells, count):
    """All sets of `count` of the cells, as sorted tuples, in colex order."""
    return sorted(combinations(sorted(cells), count), key=lambda s: s[::-1])


class Stream:
    def __init__(self, data, states):
        self.data, self.at = data, 4 * states
        self.x = list(struct.unpack_from(f"<{states}I", data)) if data else [1 << 16] * states

    def slot(self, state):
        return self.x[state] % 4096

    def take(self, state, start, freq):
        x = self.x[state]
        x = freq * (x // 4096) + x % 4096 - start
        if x < 1 << 16:
            x = x << 16 | struct.unpack_from("<H", self.data, self.at)[0]
            self.at += 2
        self.x[state] = x

    def decide(self, state, p):
        state %= len(self.x)
        yes = self.slot(state) < p
        self.take(state, 0 if yes else p, p if yes else 4096 - p)
        return yes

    def symbol(self, state, freqs):
        state %= len(self.x)
        slot, start = self.slot(state), 0
        for y, freq in enumerate(freqs):
            if slot < start + freq:
                self.take(state, start, freq)
                return y
            start += freq
        raise ValueError

    def done(self):
        return set(self.x) == {1 << 16} and (not self.data or self.at == len(self.data))


class Sections:
    """What tables of all kinds have: header, model, index and blocks."""

    def __init__(self, data, grain):
        self.data, self.grain = data, grain
        assert struct.unpack_from("<Q", data, 504)[0] == checksum(data[:504])
        self.game = data[16:48].rstrip(b"\0").decode()
        model, stored, size, model_sum, self.index, self.blocks = struct.unpack_from("<6Q", data, 200)
        packed = data[model : model + stored]
        assert checksum(packed) == model_sum
        self.model = unzstd(packed, size) if size > stored else packed
        assert checksum(data[self.index :]) == struct.unpack_from("<Q", data, 256)[0]

    def block(self, number):
        page = self.index + number // 64 * 400
        offset = struct.unpack_from("<Q", self.data, page)[0]
        sizes = struct.unpack_from("<64H", self.data, page + 8)
        sums = struct.unpack_from("<64I", self.data, page + 136)
        at = self.blocks + offset + self.grain * sum(sizes[: number % 64])
        data = self.data[at : at + self.grain * sizes[number % 64]]
        assert checksum(data) & 0xFFFFFFFF == sums[number % 64]
        return data


class Table(Sections):
    def __init__(self, data):
        super().__init__(data, 2)
        self.version, self.metric = struct.unpack_from("<2I", data, 8)
        assert self.version == 3 and self.metric in (0, 1)
        self.only_wins = struct.unpack_from("<I", data, 116)[0]
        board, pieces = self.game.split("/")
        self.m, self.pieces = int(board.split("x")[0]), int(pieces)
        self.cells = self.m * self.m
        self.crowded = 3 * comb(self.cells - self.pieces, self.pieces) < comb(self.cells, self.pieces)
        self.read_model(self.model)
        self.number_movers()
        ratings, count = struct.unpack_from("<2Q", data, 264)
        self.read_ratings(data[ratings : ratings + count])

    def read_model(self, model):
        regions, self.region = model[0], list(model[1 : 1 + self.cells])
        at = 1 + self.cells
        self.sure_win, self.sure_loss = model[at], model[at + 1]
        at += 2

        def some(count):
            nonlocal at
            at += count
            return [probability(byte) for byte in model[at - count : at]]

        self.exception, self.drawn, self.win, self.draw = some(9), some(2), some(65536), some(512)
        if self.metric == 1:
            self.classes = model[at : at + 32800]
            self.guess = [signed(byte) for byte in model[at + 32800 : at + 65600]]
            freqs = struct.unpack_from("<1024H", model, at + 65600)
            self.freqs = [freqs[16 * c : 16 * c + 16] for c in range(64)]
            at += 65600 + 2048
            if self.crowded:
                self.fellow_classes = model[at : at + 131072]
                self.fellow_guess = [signed(byte) for byte in model[at + 131072 : at + 262144]]
                freqs = struct.unpack_from("<4096H", model, at + 262144)
                self.fellow_freqs = [freqs[16 * c : 16 * c + 16] for c in range(256)]
        self.regions = [[c for c in range(self.cells) if self.region[c] == r] for r in range(regions)]
        self.groups = []

        def divide(counts, left):
            if len(counts) == regions - 1:
                self.groups.append((*counts, left))
                return
            for k in range(left + 1):
                divide((*counts, k), left - k)

        divide((), self.pieces)
        self.first, total = [], 0
        for group in self.groups:
            self.first.append(total)
            sets = 1
            for cells, k in zip(self.regions, group):
                sets *= comb(len(cells), k)
            total += sets
        self.sets = total

    def mirror(self, cells):
        if self.pieces == 2:
            return tuple(sorted(cells))  # the camp of two is not symmetric
        return tuple(sorted(c % self.m * self.m + c // self.m for c in cells))

    def turn(self, cells):
        return tuple(sorted(self.cells - 1 - c for c in cells))

    def number_movers(self):
        every = sets_in_order(range(self.cells), self.pieces)
        self.movers = [s for s in every if s[::-1] <= self.mirror(s)[::-1]]
        self.mover = {s: i for i, s in enumerate(self.movers)}

    def read_ratings(self, ratings):
        n = len(self.movers)
        self.mover_merit = [signed(b) for b in ratings[:n]]
        self.waiter_merit = [signed(b) for b in ratings[n : n + self.sets]]
        self.mover_turns = ratings[n + self.sets : 2 * n + self.sets]
        self.waiter_turns = ratings[2 * n + self.sets :]

    def columns(self, band, group):
        """The sets of a patch in order, with their set numbers."""
        first, last = self.movers[64 * band], self.movers[min(64 * band + 63, len(self.movers) - 1)]
        shared = set()
        for a, b in zip(first[::-1], last[::-1]):
            if a != b:
                break
            shared.add(a)
        shared = set(self.turn(shared))
        columns = [((), 0)]
        for cells, k in zip(self.regions, self.groups[group]):
            if k == 0:
                continue
            free = [c for c in cells if c not in shared]
            columns = [
                (s + t, number * comb(len(cells), k) + colex([cells.index(c) for c in t]))
                for s, number in columns
                for t in sets_in_order(free, k)
            ]
        return [(tuple(sorted(s)), self.first[group] + number) for s, number in columns]

    def neighbours(self, waiter, at):
        """Columns of a patch one step behind: (column, back?)."""
        found = []
        for c in waiter:
            y, x = divmod(c, self.m)
            for dy, dx in ((0, -1), (-1, 0), (-1, 1)):
                if y + dy < 0 or not 0 <= x + dx < self.m:
                    continue
                to = c + dy * self.m + dx
                if to in waiter or self.region[to] != self.region[c]:
                    continue
                other = at.get(tuple(sorted(set(waiter) - {c} | {to})))
                if other is not None:
                    found.append((other, dx + dy != 0))
        return found

    def behind(self, band, lanes):
        """By lane: the first two lanes of the band whose mover has a piece a step further back."""
        lane_of = {self.movers[64 * band + lane]: lane for lane in lanes}
        found = []
        for lane in lanes:
            mover, own = self.movers[64 * band + lane], []
            for c in mover:
                for y, x in ((c // self.m, c % self.m - 1), (c // self.m - 1, c % self.m)):
                    to = y * self.m + x
                    if y >= 0 and x >= 0 and to not in mover:
                        own.append(lane_of.get(tuple(sorted(set(mover) - {c} | {to}))))
            found.append(([other for other in own if other is not None] + [None, None])[:2])
        return found

    def patch(self, band, group):
        """Outcomes (1, 0, None for a draw) and distances by (waiter, lane)."""
        columns = self.columns(band, group)
        at = {waiter: i for i, (waiter, _) in enumerate(columns)}
        lanes = range(min(64, len(self.movers) - 64 * band))
        seen = [set(self.turn(self.movers[64 * band + lane])) for lane in lanes]
        data = self.block(band * len(self.groups) + group)
        if not columns:
            assert not data
            return {}, {}
        split = 2 * struct.unpack_from("<H", data)[0] + 2 if self.metric else len(data)
        outcome = self.outcomes(columns, at, lanes, seen, band, Stream(data[2 * self.metric : split], 2))
        plies = {}
        if self.metric:
            stream = Stream(data[split:], 4 if len(columns) < 200 or self.crowded else 16)
            plies = self.distances(columns, at, lanes, band, outcome, stream)
        return (
            {(columns[c][0], lane): v for (c, lane), v in outcome.items()},
            {(columns[c][0], lane): v for (c, lane), v in plies.items()},
        )

    def outcomes(self, columns, at, lanes, seen, band, stream):
        outcome = {}
        behind, adapt = self.behind(band, lanes), [0] * len(lanes)
        for c, (waiter, number) in enumerate(columns):
            near = self.neighbours(waiter, at)
            legal = [lane for lane in lanes if not seen[lane] & set(waiter)]
            if not legal:
                continue
            known = {}
            sure = {}
            counts = []
            for lane in lanes:
                here = [(outcome[n, lane], back) for n, back in near if (n, lane) in outcome]
                bw = sum(v == 1 for v, back in here if back)
                bo = sum(v != 1 for v, back in here if back)
                sw = sum(v == 1 for v, back in here if not back)
                so = sum(v != 1 for v, back in here if not back)
                counts.append((bw, bo, sw, so, sum(v is None for v, _ in here)))
            kind = [(bw > 0) + 2 * (bo > 0) for bw, bo, _, _, _ in counts]
            for lane in legal:
                bw, bo, sw, so, drawn = counts[lane]
                merit = clamp(self.mover_merit[64 * band + lane] + (adapt[lane] >> 2), -63, 63)
                level = clamp(((merit - self.waiter_merit[number]) >> 1) + 32, 0, 63)
                context = (min(bw, 3) * 4 + min(bo, 3)) * 4 + (sw > 0) + 2 * (so > 0)
                for other in behind[lane]:
                    context = context * 4 + (0 if other is None else kind[other])
                known[lane] = bw, context * 64 + level, level, drawn
                if bw + sw and bo + so == 0 and level >= self.sure_win:
                    sure[lane] = 1
                if bo + so and bw + sw == 0 and level < self.sure_loss:
                    sure[lane] = 0
            if sure and stream.decide(0, self.exception[(len(sure) + 7) // 8]):
                sure = {}
            turn = 0
            for lane in legal:
                if lane in sure:
                    outcome[c, lane] = sure[lane]
                else:
                    outcome[c, lane] = int(stream.decide(turn, self.win[known[lane][1]]))
                    turn += 1
                if outcome[c, lane] != (known[lane][2] >= 32):
                    adapt[lane] += 4 if outcome[c, lane] else -4
            adapt = [a - (a >> 4) for a in adapt]
            others = [lane for lane in legal if not outcome[c, lane]]
            flagged = any((n, lane) in outcome and outcome[n, lane] is None for n, _ in near for lane in lanes)
            if others and stream.decide(0, self.drawn[flagged]):
                for turn, lane in enumerate(others):
                    bw, _, level, drawn = known[lane]
                    if stream.decide(turn, self.draw[(min(drawn, 3) * 2 + (bw > 0)) * 64 + level]):
                        outcome[c, lane] = None
        assert stream.done()
        return outcome

    def distances(self, columns, at, lanes, band, outcome, stream):
        excess, plies = {}, {}
        behind = self.behind(band, lanes)
        for c, (waiter, number) in enumerate(columns):
            near = [n for n, _ in self.neighbours(waiter, at)]
            coded = [k for k in lanes if outcome.get((c, k)) is not None]
            if self.only_wins:
                coded = [k for k in coded if outcome[c, k]]
            escaped, surprise, last = [], {}, {}
            for turn, lane in enumerate(coded):
                win = outcome[c, lane]
                t = self.mover_turns[64 * band + lane] if win else self.waiter_turns[number]
                same = [excess[n, lane] for n in near if outcome.get((n, lane)) == win]
                level, least, mean = min(t >> 1, 15), min(same, default=0), 0
                context = 32768 + 16 * win + level
                if same:
                    mean = min(8 * sum(min(e - least, 12) for e in same) // len(same), 15)
                    context = (win * 8 + clamp(least + 4, 0, 7)) * 8 + min(max(same) - least, 7)
                    context = (context * 16 + mean) * 16 + level
                if self.crowded:
                    guess = self.guess[context]
                    fellows = [k for k in behind[lane] if k in coded and outcome[c, k] == win]
                    alone = not fellows
                    if alone and win in last:
                        fellows = [last[win]]
                    far, low = 15, 7
                    if fellows:
                        far = sum(surprise[k] for k in fellows) // len(fellows) + mean - 8 * guess
                        far = clamp((far + 4) >> 3, -5, 9) + 5
                        low = min(excess[c, k] for k in fellows) - least - guess
                        low = clamp(low, -3, 3) + 3
                    context = (self.classes[context] * 2 + win) * 32 + 16 * alone + far
                    context = (context * 8 + low) * 4 + min(len(same) // 2, 3)
                    y = stream.symbol(turn, self.fellow_freqs[self.fellow_classes[context]])
                    excess[c, lane] = least + guess + self.fellow_guess[context] + y - 5
                    if y == 15:
                        excess[c, lane] = signed(stream.symbol(turn, [16] * 256))
                    surprise[lane] = 8 * (excess[c, lane] - least) - mean
                    last[win] = lane
                    continue
                y = stream.symbol(turn, self.freqs[self.classes[context]])
                excess[c, lane] = least + self.guess[context] + y - 7
                if y == 15:
                    escaped.append((turn, lane))
                if (turn + 1) % len(stream.x) == 0 or turn + 1 == len(coded):
                    for late, other in escaped:
                        excess[c, other] = signed(stream.symbol(late, [16] * 256))
                    escaped = []
            for lane in coded:
                win = outcome[c, lane]
                t = self.mover_turns[64 * band + lane] if win else self.waiter_turns[number]
                plies[c, lane] = 2 * (t + excess[c, lane]) + win
        assert stream.done()
        return plies

    def value(self, mover, waiter):
        """Both sets seen by their own players: (1, 0 or None for a draw; plies)."""
        mover, waiter = tuple(sorted(mover)), tuple(sorted(waiter))
        if self.mirror(mover)[::-1] < mover[::-1]:
            mover, waiter = self.mirror(mover), self.mirror(waiter)
        band, lane = divmod(self.mover[mover], 64)
        counts = tuple(sum(self.region[c] == r for c in waiter) for r in range(len(self.regions)))
        key = band, self.groups.index(counts)
        if key not in self.cache:
            self.cache[key] = self.patch(*key)
        outcome, plies = self.cache[key]
        return outcome[waiter, lane], plies.get((waiter, lane))

    cache = {}


class Race(Sections):
    def __init__(self, data):
        super().__init__(data, 1)
        assert struct.unpack_from("<2I", data, 8) == (2, 2)
        board = self.game.split(":")[0].split("/")
        self.n = {"star13": 1, "star37": 2}[board[0]]
        n, reach = self.n, range(-2 * self.n, 2 * self.n + 1)
        self.pieces = int(board[1]) if len(board) > 1 else n * (n + 1) // 2
        self.alphabet = struct.unpack(f"<{len(self.model) // 2}H", self.model)
        self.rows, self.columns = struct.unpack_from("<2Q", data, 56)
        self.unit_rows, strip = struct.unpack_from("<2I", data, 108)
        assert strip == self.columns  # rows are not cut
        star = [(q, r, -q - r) for r in reach for q in reach]
        self.star = [c for c in star if max(c) <= n or min(c) >= -n]
        # By player: its track in the order of its own cells.
        self.track = []
        for first, second in ((1, 2), (2, 0), (0, 1)):
            own = [c for c in self.star if abs(c[first]) <= n and abs(c[second]) <= n]
            self.track.append(sorted(own, key=lambda c: (c[first], c[second])))

    def control(self, armies, turn):
        """Sets of cells by player: who has solo and a lone draw, and who enables whom."""
        players = [(turn + i) % 3 for i in range(3)]
        mover, after, before = (colex([self.track[p].index(c) for c in armies[p]]) for p in players)
        row = mover * self.columns + after
        block = self.block(row // self.unit_rows)
        rows = min(self.unit_rows, self.rows - row // self.unit_rows * self.unit_rows)
        letters = unzstd(block, rows * self.columns)
        code = self.alphabet[letters[row % self.unit_rows * self.columns + before]]
        name = ["abc"[p] for p in players]
        solo = [name[i] for i in range(3) if code >> i & 1]
        draw = [name[i] for i in range(3) if code >> 9 + i & 1]
        enables = [name[i] + name[(i + 1) % 3] for i in range(3) if code >> 3 + i & 1]
        enables += [name[i] + name[(i + 2) % 3] for i in range(3) if code >> 6 + i & 1]
        return [",".join(sorted(some)) for some in (solo, draw, enables)]

    def sample(self, chance):
        """A random position as text with its control, or None where armies meet."""
        armies = [chance.sample(track, self.pieces) for track in self.track]
        turn, owner = chance.randrange(3), {c: "abc"[p] for p in range(3) for c in armies[p]}
        if len(owner) < 3 * self.pieces:
            return None
        rows = [[c for c in self.star if c[1] == r] for r in range(-2 * self.n, 2 * self.n + 1)]
        board = "/".join(row_text([owner.get(c) for c in row]) for row in rows)
        return "|".join([f"{board} {'abc'[turn]}", *self.control(armies, turn)])


def row_text(row):
    """Owners of a row's cells, None for the empty ones that are counted."""
    text, empty = "", 0
    for owner in [*row, ""]:
        if owner is None:
            empty += 1
        else:
            text, empty = text + (str(empty) if empty else "") + owner, 0
    return text


def text(table, x, o, turn):
    owner = {**dict.fromkeys(x, "x"), **dict.fromkeys(o, "o")}
    rows = [range(y * table.m, (y + 1) * table.m) for y in range(table.m)]
    return "/".join(row_text([owner.get(c) for c in row]) for row in rows) + (" o" if turn else " x")


def main():
    with open(sys.argv[1], "rb") as opened:
        data = opened.read()
    chance, count = random.Random(int(sys.argv[2])), int(sys.argv[3])
    assert data[:8] == b"\x89SHTB\r\n\x1a"
    if data[8] == 2:
        race = Race(data)
        lines = (race.sample(chance) for _ in range(count))
        print("\n".join(line for line in lines if line))
        return
    table = Table(data)
    for _ in range(count):
        cells = chance.sample(range(table.cells), 2 * table.pieces)
        x, o, turn = cells[: table.pieces], cells[table.pieces :], chance.randrange(2)
        sides = (x, table.turn(o)) if turn == 0 else (table.turn(o), x)
        win, plies = table.value(*sides)
        word = "draw" if win is None else "win" if win else "loss"
        print(text(table, x, o, turn) + "|" + word + ("" if plies is None else f"|{plies}"))


main()
