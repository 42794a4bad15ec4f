// SPDX-License-Identifier: MIT
// Every option of the program, in one table.
//
// A row says what an option is called, its letter, what its value is and within which bounds, and
// what it does. A command lists the rows that it takes (sh_cli_take in cli.h) and may say more
// there: a default, other bounds, another sentence. Parsing, --help, completion and the synopses of
// the manual pages are made from these two.
//
// A name means the same everywhere and has one letter or none; no letter has two names. Where one
// name truly has two kinds of values (--games is a number for matches and a flag for puzzles),
// there are two rows, and no command takes both. tests/unit/test_options.c checks this.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // int64_t

// What a value is, and what stores it.
typedef enum sh_option_kind {
    SH_KIND_FLAG,    // no value; a bool
    SH_KIND_TEXT,    // const char *
    SH_KIND_NUMBER,  // a whole number from `least` to `most`; an int64_t
    SH_KIND_SECONDS, // a time above 0; a double
    SH_KIND_SHARE,   // above 0, at most 1; a double
    SH_KIND_SIZE,    // bytes, as 6GB; a size_t
    SH_KIND_OWN,     // the command reads it
} sh_option_kind;

// X(ID, name, letter or 0, word for the value, kind, least, most, values that it may have,
// sentence)
#define SH_OPTIONS(X)                                                                              \
    X(HELP, "help", 'h', 0, FLAG, 0, 0, 0, "Explain the command")                                  \
    X(JSON, "json", 'j', 0, FLAG, 0, 0, 0, "Print JSON instead of text")                           \
    X(RULES, "rules", 'R', "PROFILE", OWN, 0, 0, "strict published",                               \
      "strict: the definitions as written; published: as the published tables were computed; "     \
      "they "                                                                                      \
      "differ for six pieces")                                                                     \
    X(AGENT, "agent", 'A', "AGENT", TEXT, 0, 0, 0, "Who plays")                                    \
    X(ALL, "all", 'a', 0, FLAG, 0, 0, 0, "Also count all shortest solutions, or all of --length")  \
    X(ALLOW_JOBS, "allow-jobs", 0, 0, FLAG, 0, 0, 0, "Let the page start solving small games")     \
    X(ANIMATE, "animate", 0, 0, FLAG, 0, 0, 0, "Print one SVG picture that moves")                 \
    X(ARROW, "arrow", 0, "MOVE", OWN, 0, 0, 0,                                                     \
      "Draw a legal move as an arrow, with --svg; may be repeated")                                \
    X(BACKEND, "backend", 'b', "NAME", TEXT, 0, 0,                                                 \
      "auto cpu cuda fast compact disk coded cluster cluster-coded cuda-compact",                  \
      "auto: the fastest that fits, on a GPU where there is one; cpu; cuda; or one of fast, "      \
      "compact, disk, coded, cluster, cluster-coded, cuda-compact")                                \
    X(BEAM, "beam", 'B', "WIDTH", NUMBER, 1, 1000000000, 0,                                        \
      "Search with a beam of this many boards a level, without proof")                             \
    X(BRIEF, "brief", 0, 0, FLAG, 0, 0, 0,                                                         \
      "Print only totals and a longest win, without histograms")                                   \
    X(CACHE, "cache", 0, "SIZE", SIZE, 0, 0, 0, "Memory for decoded blocks of each table")         \
    X(CACHE_FOLDER, "cache", 0, "DIR", TEXT, 0, 0, 0, "Folder of the distances of lone armies")    \
    X(CHECK, "check", 0, 0, FLAG, 0, 0, 0, "Compare every checksum")                               \
    X(CHECKPOINT, "checkpoint", 'C', "FILE", TEXT, 0, 0, 0,                                        \
      "Save to FILE when interrupted and from time to time")                                       \
    X(CONCURRENCY, "concurrency", 'c', "N", NUMBER, 1, 1024, 0, "Play N games at once")            \
    X(COUNT, "count", 'n', "N", NUMBER, 1, 100000, 0, "Find N of them")                            \
    X(COUNTS, "counts", 0, 0, FLAG, 0, 0, 0, "Only count positions: nothing needs to be solved")   \
    X(CSV, "csv", 0, 0, FLAG, 0, 0, 0, "Print comma-separated values instead of text")             \
    X(DEPTH, "depth", 'd', "N", NUMBER, 0, 1000, 0, "Search N plies")                              \
    X(DIVIDE, "divide", 'D', 0, FLAG, 0, 0, 0, "Count each first move apart")                      \
    X(DRAWN, "drawn", 0, "N", NUMBER, 0, 1000000, 0, "Ask about N critical drawn positions")       \
    X(EPOCHS, "epochs", 'E', "N", NUMBER, 1, 10000, 0, "Go through the games N times")             \
    X(EVERY, "every", 'e', "SECONDS", SECONDS, 0, 0, 0, "Time between two writes of the file")     \
    X(EXACT_ROUNDS, "exact-rounds", 0, 0, FLAG, 0, 0, 0,                                           \
      "Three players: find the depth of every loss, too")                                          \
    X(FORM, "form", 0, "FORM", OWN, 0, 0, "printed corrected program",                             \
      "The formula of h1: as printed, corrected, or as in the authors' program")                   \
    X(FROM, "from", 'F', "FILE", TEXT, 0, 0, 0, "Judge the games of a file instead")               \
    X(FULL, "full", 'f', 0, FLAG, 0, 0, 0,                                                         \
      "Without distances and of three players: also find a reason for every forced result, which " \
      "proves the table right")                                                                    \
    X(GAME, "game", 'G', "GAME", TEXT, 0, 0, 0, "The game, if it is not the first word")           \
    X(GAMES, "games", 'g', "N", NUMBER, 1, 10000000, 0, "Play N games")                            \
    X(FROM_GAMES, "games", 'g', 0, FLAG, 0, 0, 0,                                                  \
      "Take positions from plausible games, not any from the table")                               \
    X(GPU_MEMORY, "gpu-memory", 0, "SIZE", SIZE, 0, 0, 0,                                          \
      "Use at most this much of the GPU's memory")                                                 \
    X(HOST, "host", 'H', "ADDRESS", TEXT, 0, 0, 0, "Address to listen on")                         \
    X(JUDGE, "judge", 0, "AGENT", TEXT, 0, 0, 0, "Who judges")                                     \
    X(JUMPS_ONLY, "jumps-only", 'J', 0, FLAG, 0, 0, 0, "No move is a step")                        \
    X(KIND, "kind", 'k', "KIND", OWN, 0, 0,                                                        \
      "only-win fastest only-draw zugzwang longest-win kingmaker crown spoiler",                   \
      "only-win: exactly one move wins; fastest: one move wins sooner than others; only-draw: "    \
      "exactly one move does not lose; zugzwang: whoever moves loses; longest-win: the longest "   \
      "wins; of three players: kingmaker: the mover can crown either opponent; crown: exactly "    \
      "one "                                                                                       \
      "move crowns an opponent; spoiler: somebody can force a draw")                               \
    X(KNOWN, "known", 0, "N", NUMBER, 1, 100, 0, "How many levels at either end are exact")        \
    X(LEAD, "lead", 0, "STEPS", NUMBER, 0, 10000, 0,                                               \
      "Only positions where no army is more than this many steps ahead")                           \
    X(LEAST, "least", 0, "PLIES", NUMBER, 0, 10000, 0,                                             \
      "Only positions decided in at least this many plies")                                        \
    X(LEGAL, "legal", 0, 0, FLAG, 0, 0, 0, "Leave out moves into illegal positions")               \
    X(LENGTH, "length", 'L', "N", NUMBER, 1, 199, 0, "Only: is there a solution of N moves?")      \
    X(LEVEL, "level", 'l', "LEVEL", OWN, 0, 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 perfect",            \
      "1 (beginner) to 13 (strongest), or perfect")                                                \
    X(LINEAR, "linear", 0, 0, FLAG, 0, 0, 0,                                                       \
      "Without the network: places, distance and tempo only")                                      \
    X(LINES, "lines", 0, 0, FLAG, 0, 0, 0, "Lines of text instead of the whole screen")            \
    X(LOAD, "load", 'i', "FILE", TEXT, 0, 0, 0, "Continue the last game of FILE")                  \
    X(LONGEST, "longest", 0, "PLIES", NUMBER, 1, 100000, 0,                                        \
      "A game is a draw this many plies after its opening")                                        \
    X(MARGIN, "margin", 0, "SCORE", NUMBER, 0, 30000, 0,                                           \
      "Call a score within this many hundredths of a move even")                                   \
    X(MEMORY, "memory", 'M', "SIZE", SIZE, 0, 0, 0, "Use at most this much memory, as 6GB")        \
    X(MEN, "men", 0, "N", NUMBER, 1, 6, 0, "Armies of up to N men")                                \
    X(METRIC, "metric", 'm', "NAME", OWN, 0, 0, "wdl dtw",                                         \
      "wdl: who wins; dtw: also in how many plies")                                                \
    X(MOVES, "moves", 0, "4|6|8", NUMBER, 4, 8, "4 6 8",                                           \
      "Directions of a square board, where its name leaves them out")                              \
    X(MOVES_ON, "moves", 0, "FILE", TEXT, 0, 0, 0,                                                 \
      "Several players: learn which moves are played, and add that to the weights of FILE")        \
    X(NAME, "name", 0, "HOST", TEXT, 0, 0, 0,                                                      \
      "A name besides localhost to answer to, behind a proxy")                                     \
    X(NEXT_PORT, "next-port", 0, 0, FLAG, 0, 0, 0,                                                 \
      "If the port is in use, take the next free one")                                             \
    X(NODES, "nodes", 'N', "N", NUMBER, 1, INT64_MAX, 0, "The judge searches N nodes")             \
    X(NOISE, "noise", 0, "N", NUMBER, 0, 100000, 0, "How much scores of the beam vary")            \
    X(ONLY_WINS, "only-wins", 'w', 0, FLAG, 0, 0, 0,                                               \
      "Keep only the distances of wins: those of losses are found on demand")                      \
    X(OFFERS, "offers", 0, 0, FLAG, 0, 0, 0,                                                       \
      "Print what a shell can complete: name, letter, values and sentence, with tabs between")     \
    X(OPENING, "opening", 'O', "PLIES", NUMBER, 0, 100, 0, "Begin with this many random plies")    \
    X(OPENINGS, "openings", 0, "FILE", TEXT, 0, 0, 0,                                              \
      "Take openings from FILE ('sternhalma openings' finds some)")                                \
    X(OUT, "out", 'o', "FILE", TEXT, 0, 0, 0, "Write to FILE")                                     \
    X(PALINDROME, "palindrome", 0, 0, FLAG, 0, 0, 0,                                               \
      "Only solutions that are their own reverse (of both reversals the reflection)")              \
    X(PART_SIZE, "part-size", 0, "SIZE", SIZE, 0, 0, 0,                                            \
      "Cut a larger table into parts of this size: FILE, FILE.001, …")                             \
    X(PLAN, "plan", 'P', 0, FLAG, 0, 0, 0,                                                         \
      "Only say what memory, disk and time the solve would take")                                  \
    X(PLIES, "plies", 0, "N", NUMBER, 0, 100, 0, "Walks of N plies from the start")                \
    X(POLICY, "policy", 0, "ORDER", TEXT, 0, 0, "draw next previous cyclic ranking",               \
      "Three players: give every position one outcome, players who cannot win preferring draw, "   \
      "next, previous, cyclic, ranking, or three orders as sdnp,snpd,spnd")                        \
    X(PORT, "port", 'p', "PORT", NUMBER, 0, 65535, 0, "Port to listen on, 0 for any free one")     \
    X(RANKS, "ranks", 0, "N", NUMBER, 1, 99999, 0, "Say what each of N processes would take")      \
    X(RATE, "rate", 0, "N", NUMBER, 0, 1000000, 0,                                                 \
      "Probes a second each client may ask for, 0: any number")                                    \
    X(STEP_RATE, "rate", 0, "R", SHARE, 0, 0, 0, "A won game moves a value by R steps in the end") \
    X(RECHECK, "recheck", 0, 0, FLAG, 0, 0, 0, "Compute the levels again by the second program")   \
    X(RECORD, "record", 0, "FILE", TEXT, 0, 0, 0, "Write every game to FILE")                      \
    X(RESUME, "resume", 'r', 0, FLAG, 0, 0, 0, "Continue with what FILE has")                      \
    X(RIVAL, "rival", 0, "AGENT", TEXT, 0, 0, 0,                                                   \
      "Several players: this one has some of the seats, at random")                                \
    X(ROUNDS, "rounds", 0, "N", NUMBER, 1, 10000000, 0, "Play N rounds")                           \
    X(SAMPLE, "sample", 0, "N", NUMBER, 1, INT64_MAX, 0, "Check N random states instead of all")   \
    X(SAVE, "save", 0, "FILE", TEXT, 0, 0, 0, "Keep the game in FILE, after every move")           \
    X(SCRATCH, "scratch", 0, "DIR", TEXT, 0, 0, 0,                                                 \
      "Keep what does not fit into memory in this folder")                                         \
    X(SEARCHES, "searches", 0, "N", NUMBER, 0, 4, 0,                                               \
      "Let the computer search for N moves at once; 0: it does not play")                          \
    X(SEED, "seed", 's', "N", NUMBER, 0, INT64_MAX, 0, "Random seed")                              \
    X(SIDE, "side", 0, "SIDE", TEXT, 0, 0, "x o all none",                                         \
      "Play this side: its letter, several, all or none")                                          \
    X(SLIPS, "slips", 0, "N", NUMBER, 0, 50, 0,                                                    \
      "Several players: N of 100 later moves are random, too")                                     \
    X(SOURCE, "source", 0, "AGENT", TEXT, 0, 0, 0, "Take positions from the games of this agent")  \
    X(SPRT, "sprt", 0, "ELO0,ELO1", OWN, 0, 0, 0,                                                  \
      "Stop as soon as one of two hypotheses about the Elo difference is accepted (errors of 5 "   \
      "%)")                                                                                        \
    X(STRAY, "stray", 0, "N", NUMBER, 0, 1000, 0,                                                  \
      "One move in N of these games is random; 0: none")                                           \
    X(STRONG, "strong", 0, "N", NUMBER, 1, 10000000, 0,                                            \
      "Instead ask about N random positions of the whole game")                                    \
    X(SVG, "svg", 'S', 0, FLAG, 0, 0, 0, "Print a drawing (SVG)")                                  \
    X(TABLE, "table", 0, "PATH", TEXT, 0, 0, 0, "A table, or a folder of tables")                  \
    X(TABLES, "tables", 'T', "PATH", TEXT, 0, 0, 0, "A table, or a folder of tables")              \
    X(THREADS, "threads", 't', "N", NUMBER, 1, 4096, 0, "Use N threads")                           \
    X(TUNED, "tuned", 0, 0, FLAG, 0, 0, 0,                                                         \
      "Not the weights of He et al. but those that the paper's own tuning found")                  \
    X(VERIFY, "verify", 0, "N", NUMBER, 0, INT64_MAX, 0,                                           \
      "Three players: check N random positions against the rules afterwards; 0: all")              \
    X(WEAK, "weak", 0, "N", NUMBER, 1, 1000000, 0,                                                 \
      "Instead let each agent play N games from the start: two against best play, two against "    \
      "any")                                                                                       \
    X(WON, "won", 0, "N", NUMBER, 0, 1000000, 0, "Ask about N critical won positions")

#define SH_OPTION_ID(id, name, letter, word, kind, least, most, values, help) SH_OPTION_##id,
typedef enum sh_option_id { SH_OPTION_NONE, SH_OPTIONS(SH_OPTION_ID) SH_OPTION_TOTAL } sh_option_id;
#undef SH_OPTION_ID

typedef struct sh_option {
    const char *name;
    char letter;      // 0: none
    const char *word; // for the value; NULL: it has none
    sh_option_kind kind;
    int64_t least, most;
    const char *values; // the usual values, separated by spaces, for completion; or NULL
    const char *help;   // one sentence without a full stop
} sh_option;

// By sh_option_id; the first row is empty.
extern const sh_option sh_options[SH_OPTION_TOTAL];
