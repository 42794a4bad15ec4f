# SPDX-License-Identifier: MIT
"""The commands that faults.py runs: small enough for milliseconds, one at least for everything that
computes, writes or reads."""
import dataclasses

NUMBER = r"[0-9][0-9.]*(e[-+]?[0-9]+)?"
# What differs from run to run: times, memory, and shares of time.
SCRUB = [
    (rf'"([a-z_]*seconds|wall|own|clock|peak_bytes|judging|touched|solved|created|memory_bytes|available_bytes|time_ms|nps)": ?{NUMBER}',
     r'"\1":0'),
    (rf"{NUMBER} ?(s|ms|TB|GB|MB|kB|B|%)\b", r"0 \2"),
    (r"\b[0-9]+:[0-9][0-9]\b", "0:00"),
    (rf"{NUMBER} of CPU", "0 of CPU"),
    (r"/run[0-9]+/", "/run/"),  # the folder of a run
    (r"  writing .*\n", ""),  # an estimate, left out where there is no memory to make it
    (r"info depth.*\n", ""),
    (r"(time|nps|hashfull) [0-9]+", r"\1 0"),
    (rf"{NUMBER} % of the CPU", "0 % of the CPU"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}T?[0-9:]*Z?", "DATE"),
]


@dataclasses.dataclass
class Case:
    line: str
    make: list = dataclasses.field(default_factory=list)  # commands that prepare the folder
    files: dict = dataclasses.field(default_factory=dict)  # files of the folder
    folders: list = dataclasses.field(default_factory=list)  # and folders
    out: list = dataclasses.field(default_factory=list)  # files that the command writes
    stdin: str = ""
    grows: list = dataclasses.field(default_factory=list)  # of these, what is kept as work goes on
    talks: bool = False  # it answers line by line, and says in an answer what went wrong
    again: list = None  # the command after a failure, where it is another one
    again_differs: bool = False  # what it prints then is not the same
    no_later: bool = False
    code: int = 0
    scrub: list = dataclasses.field(default_factory=lambda: SCRUB)
    scrub_files: bool = False
    json_errors: bool = False
    serve: bool = False

    def __post_init__(self):
        self.words = self.line if isinstance(self.line, list) else self.line.split()
        self.name = " ".join(self.words)
        self.make = [line if isinstance(line, list) else line.split() for line in self.make]
        if isinstance(self.again, str):
            self.again = self.again.split()
        self.json_errors = "--json" in self.words


TABLE = "solve 4x4/2 --out t.shtb"
DTW = "solve 4x4/2 --metric dtw --out t.shtb"
RACE = "solve star13:3p --out r.shtb"
GAMES = "datagen 4x4/2 --agent random --games 4 --out g.games"
PLAY = "hint\ngo\nundo\nmoves\nquit\n"
UGI = "ugi\nisready\nposition startpos\ngo nodes 200\nquery result\nquit\n"

CASES = [
    # Solving, in every backend.
    Case("solve 4x4/2"),
    Case("solve 4x4/2 --json"),
    Case("solve 4x4/2 --plan"),
    Case(TABLE, out=["t.shtb"]),
    Case("solve 4x4/2 --threads 1 --metric dtw --out t.shtb", out=["t.shtb"]),
    Case("solve 5x5/3 --threads 1 --metric dtw --only-wins --part-size 64KiB --out t.shtb", out=["t.shtb", "t.shtb.001"]),
    Case("solve 4x4/2 --threads 1 --backend compact --out t.shtb", out=["t.shtb"]),
    Case("solve 5x5/2 --threads 1 --backend disk --scratch . --metric dtw --out t.shtb", out=["t.shtb"]),
    Case("solve 5x5/2 --threads 1 --backend coded --out t.shtb", out=["t.shtb"]),
    Case("solve 4x4/2 --threads 1 --backend cluster --out t.shtb", out=["t.shtb"]),
    Case("solve 4x4/2 --threads 1 --backend cluster-coded --out t.shtb", out=["t.shtb"]),
    Case("solve 4x4/2 --threads 1 --resume --checkpoint c --every 0.001 --out t.shtb", out=["t.shtb"]),
    Case("solve 4x4/2 --threads 1 --out t.shtb", make=[DTW], out=["t.shtb"]),
    Case("solve star13:3p --threads 1 --out r.shtb", out=["r.shtb"]),
    Case("solve star13:3p --threads 1 --checkpoint layers --resume", again_differs=True),
    Case("solve star13:3p --policy cyclic"),
    Case("solve star13:3p --threads 1 --exact-rounds --verify 100 --json"),
    # Tables.
    Case("verify t.shtb --threads 1", make=[TABLE]),
    Case("verify t.shtb --full --threads 1", make=[TABLE]),
    Case("verify t.shtb --json", make=[DTW]),
    Case("verify t.shtb --sample 20 --threads 1", make=[DTW]),
    Case("verify r.shtb --full --threads 1", make=[RACE]),
    Case("probe t.shtb", make=[DTW]),
    Case("probe . 4x4/2 --json", make=[DTW]),
    Case("probe r.shtb --json", make=[RACE]),
    Case("info t.shtb --check", make=[DTW]),
    Case("info . --json", make=[DTW, RACE]),
    Case("stats t.shtb --threads 1", make=[DTW]),
    Case("stats t.shtb --threads 1 --svg", make=[DTW]),
    Case("stats r.shtb --threads 1 --json", make=[RACE]),
    Case("puzzles t.shtb --count 2 --json", make=[DTW]),
    Case("puzzles t.shtb --count 2 --games", make=[DTW]),
    Case("puzzles r.shtb --count 2 --json", make=[RACE]),
    Case("convert t.shtb n.shtb --metric wdl --threads 1", make=[DTW], out=["n.shtb"]),
    Case("convert t.shtb n.shtb --only-wins --threads 1 --json", make=[DTW], out=["n.shtb"]),
    Case("explore star13:3p --depth 3 --threads 1"),
    Case("explore star13:3p --depth 3 --counts --threads 1 --json"),
    Case("explore star13:3p --depth 6 --counts --threads 1 --memory 1MB --scratch ."),
    # Players.
    Case("match 4x4/2 random greedy --games 4 --record m.games", out=["m.games"], scrub_files=True,
         grows=["m.games"], again="match 4x4/2 random greedy --games 4 --record m.games --resume"),
    Case("match 4x4/2 engine:nodes=50 reference:nodes=50 --games 2 --record m.games --resume",
         out=["m.games"], scrub_files=True, grows=["m.games"]),
    Case("match star13:3p random greedy random --games 6 --json"),
    Case("match 4x4/2 random table:t.shtb --games 2 --concurrency 2", make=[DTW]),
    Case("match 4x4/2 random greedy --openings o --games 2",
         make=["openings 4x4/2 --count 2 --plies 2 --nodes 50 --margin 10000 --out o"]),
    Case("datagen 4x4/2 --agent random --games 4 --out g.games", out=["g.games"], grows=["g.games"],
         again="datagen 4x4/2 --agent random --games 4 --resume --out g.games", again_differs=True),
    Case("datagen 4x4/2 --agent engine:nodes=50 --games 2 --out g.games --json", out=["g.games"],
         grows=["g.games"], again="datagen 4x4/2 --agent engine:nodes=50 --games 2 --out g.games --json --resume",
         again_differs=True),
    Case("datagen 4x4/2 --agent random --games 8 --resume --out g.games", make=[GAMES],
         out=["g.games"], grows=["g.games"]),
    Case("datagen star13:3p --agent greedy --rival random --games 2 --out g.games", out=["g.games"],
         grows=["g.games"], again_differs=True,
         again="datagen star13:3p --agent greedy --rival random --games 2 --resume --out g.games"),
    Case("train 4x4/2 g.games --epochs 1 --cache . --out w", make=[GAMES], out=["w"]),
    Case("train 4x4/2 g.games --epochs 1 --cache . --table t.shtb --linear --out w",
         make=[GAMES, DTW], out=["w"]),
    Case("tune 4x4/2 engine:nodes=20 futility --rounds 1 --games 2 --out s", out=["s"],
         again="tune 4x4/2 engine:nodes=20 futility --rounds 1 --games 2 --out s --resume",
         again_differs=True),
    Case("openings 4x4/2 --count 2 --plies 2 --nodes 50 --margin 10000 --threads 1 --out o", out=["o"]),
    Case("openings 4x4/2 --count 1 --plies 2 --table t.shtb --threads 1", make=[DTW], code=1),
    Case("grade 4x4/2 t.shtb random --won 2 --drawn 0 --source random --threads 1", make=[DTW]),
    Case("grade 4x4/2 t.shtb random --games 2 --threads 1 --json", make=[DTW]),
    Case("grade 4x4/2 t.shtb --from g.games", make=[DTW, GAMES]),
    Case("grade star13:3p r.shtb random --games 2 --threads 1", make=[RACE]),
    Case("experiment figure2 --game 4x4/2 --games 2"),
    Case("play 4x4/2 --lines --level 3 --seed 1 --save kept", stdin=PLAY, out=["kept"], scrub_files=True,
         grows=["kept"], talks=True),
    Case("play 4x4/2 --tables t.shtb --level perfect --seed 1 --json", stdin="hint\ngo\nwhy\nquit\n", talks=True,
         make=[DTW]),
    Case("play star13:3p --lines --level 2 --seed 1", stdin="hint\ngo\nquit\n", talks=True),
    Case("engine 4x4/2", stdin=UGI, talks=True),
    # Puzzles.
    Case("puzzle transfer sq4/3:6m --all --threads 1 --out c", out=["c"], grows=["c"]),
    Case("puzzle transfer sq4/3:6m --beam 20 --threads 1 --json"),
    Case("puzzle transfer sq4/3:6m --scratch d --threads 1", folders=["d"]),
    Case("puzzle game sq3/1:6m --threads 1 --all --out c", out=["c"], grows=["c"]),
    Case("puzzle game sq3/3:6m --threads 1 --json"),
    Case("puzzle game sq3/1:6m --scratch d --threads 1", folders=["d"]),
    Case("puzzle game sq3/1:6m --length 1 --recheck --threads 1", code=1),
    Case("puzzle game sq3/1:6m --length 1 --beam 20 --backend cpu --threads 1", code=1),
    Case("puzzle check c", make=["puzzle transfer sq4/3:6m --out c"]),
    Case("puzzle show c", make=["puzzle transfer sq4/3:6m --out c"]),
    Case("puzzle show c --svg", make=["puzzle transfer sq4/3:6m --out c"]),
    Case("puzzle measure c", make=["puzzle transfer sq4/3:6m --out c"]),
    # Small things.
    Case("show 4x4/2"),
    Case("show star13:3p --svg"),
    Case("show 4x4/2 --json"),
    Case("moves 4x4/2 --json"),
    Case("perft 4x4/2 3 --divide"),
    Case("rank 4x4/2 --json"),
    Case("unrank 4x4/2 77"),
    Case("games 4x4/2 star37:3p --json"),
    Case("doctor --json"),
    Case("help solve --json"),
    Case("version --json"),
    # The server.
    Case("serve --tables . --port 0 --json --threads 1", make=[DTW, RACE], serve=True),
]
