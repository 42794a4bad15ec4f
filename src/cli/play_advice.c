// SPDX-License-Identifier: MIT
// Advice for a person who plays: a hint, and what was wrong with the last move.
//
// With a table of the game advice is the truth. Without one the engine searches for half a second,
// and then the played move alone to the same depth: what it scores less is what was given away.
#include "arena/grade.h"
#include "cli/given_table.h"
#include "cli/play_session.h"

#define SECONDS 0.5

static const sh_table *table_of(const sh_play_session *s) {
    return s->tables ? sh_tables_find(s->tables, &s->game) : NULL;
}

static bool open_advisor(sh_play_session *s) {
    sh_error error;
    sh_engine_options options = {.tables = s->tables};
    if (!s->advisor && sh_engine_open(&s->advisor, &s->game, &options, &error))
        sh_text_add(&s->reply, "There is no advice: %s.\n", error.text);
    return s->advisor;
}

// Moves of a line, numbered `from` to `to`.
static void add_line(sh_play_session *s, const sh_finding *f, int from, int to) {
    for (int i = from; i < to && i < f->length; i++) {
        char text[SH_MAX_MOVE_TEXT];
        sh_move_print(&s->game, f->line[i], text);
        sh_text_add(&s->reply, " %s", text);
    }
}

void sh_play_hint(sh_play_session *session) {
    sh_finding f;
    sh_error error;
    char score[SH_MAX_SCORE_TEXT];
    sh_limits limits = {.seconds = SECONDS};
    if (sh_record_over(session->record)) {
        sh_text_add(&session->reply, "The game is over.\n");
        return;
    }
    if (!open_advisor(session)) return;
    if (sh_engine_search(session->advisor, session->record, &limits, NULL, NULL, &f, &error)) {
        sh_text_add(&session->reply, "There is no advice: %s.\n", error.text);
        return;
    }
    sh_score_print(f.score, SH_SCORE_SPOKEN, score);
    sh_text_add(&session->reply, "Play");
    add_line(session, &f, 0, 1);
    sh_text_add(&session->reply, ": %s%s.", score,
                f.score.kind == SH_SCORE_TABLE ? ", by the table" : "");
    if (f.length > 1) {
        sh_text_add(&session->reply, " Then perhaps");
        add_line(session, &f, 1, 5);
        sh_text_add(&session->reply, ".");
    }
    sh_text_add(&session->reply, "\n");
    session->shown = f.line[0];
}

// The game before the last move of a person, which is *played; NULL where there is none.
static sh_record *before_last(const sh_play_session *s, sh_move *played) {
    sh_position start = *sh_record_position(s->record);
    sh_record *record;
    int last = sh_play_last_own(s);
    for (int i = sh_record_count(s->record) - 1; i >= 0; i--)
        sh_move_undo(&s->game, &start, sh_record_move(s->record, i));
    if (last < 0 || sh_record_open(&record, &s->game, &start, NULL)) return NULL;
    for (int i = 0; i < last; i++)
        if (sh_record_play(record, sh_record_move(s->record, i), NULL)) break;
    *played = sh_record_move(s->record, last);
    return record;
}

// What the table says of a move.
static void explain_truth(sh_play_session *s, const sh_table *table, sh_record *record,
                          sh_move played) {
    sh_position before = *sh_record_position(record);
    sh_graded_move graded;
    sh_probed_move moves[SH_MAX_MOVES];
    sh_error error;
    int count;
    char was[32], is[32], text[SH_MAX_MOVE_TEXT], best[SH_MAX_MOVE_TEXT];
    bool repeats = !sh_record_play(record, played, NULL) &&
                   sh_record_result(record).ending == SH_ENDED_REPETITION;
    if (sh_grade_move(table, &before, played, repeats, &graded, &error) ||
        sh_probe_moves(table, &before, moves, &count, &error)) {
        sh_text_add(&s->reply, "The table cannot say: %s.\n", error.text);
        return;
    }
    sh_move_print(&s->game, played, text);
    sh_move_print(&s->game, moves[0].move, best);
    sh_cli_print_value(graded.before, was);
    sh_cli_print_value(graded.after, is);
    if (graded.after.outcome < graded.before.outcome)
        sh_text_add(&s->reply, "%s gave away a %s: now it is a %s. Right was %s.\n", text, was, is,
                    best);
    else if (graded.after.distance != graded.before.distance && !repeats)
        sh_text_add(&s->reply, "%s keeps the %s, but %s is better: %s, not %s.\n", text,
                    graded.before.outcome == SH_WIN ? "win" : "result", best, was, is);
    else
        sh_text_add(&s->reply, "Nothing: %s is a best move (%s).\n", text, was);
}

// The same by two searches: of all moves, and of the played one to the same depth.
static void explain_search(sh_play_session *s, const sh_record *record, sh_move played) {
    sh_finding best, mine;
    sh_error error = {.text = ""};
    sh_limits limits = {.seconds = SECONDS};
    char text[SH_MAX_MOVE_TEXT];
    if (!open_advisor(s)) return;
    sh_status status = sh_engine_search(s->advisor, record, &limits, NULL, NULL, &best, &error);
    limits =
        (sh_limits){.seconds = 2 * SECONDS, .depth = best.depth, .only = &played, .only_count = 1};
    if (!status) status = sh_engine_search(s->advisor, record, &limits, NULL, NULL, &mine, &error);
    if (status) {
        sh_text_add(&s->reply, "There is no advice: %s.\n", error.text);
        return;
    }
    sh_move_print(&s->game, played, text);
    bool same = best.line[0].from == played.from && best.line[0].to == played.to;
    if (same || !sh_score_falls(best.score, mine.score)) {
        sh_text_add(&s->reply, "Nothing: %s is as good as any move I know.\n", text);
        return;
    }
    char was[SH_MAX_SCORE_TEXT], is[SH_MAX_SCORE_TEXT];
    sh_score_print(best.score, SH_SCORE_SPOKEN, was);
    sh_score_print(mine.score, SH_SCORE_SPOKEN, is);
    sh_text_add(&s->reply, "After %s %s. Better was", text, is);
    add_line(s, &best, 0, 1);
    sh_text_add(&s->reply, ": then %s.", was);
    if (mine.length > 1) {
        sh_text_add(&s->reply, " Now expect");
        add_line(s, &mine, 1, 4);
        sh_text_add(&s->reply, ".");
    }
    sh_text_add(&s->reply, "\n");
}

void sh_play_why(sh_play_session *session) {
    sh_move played;
    const sh_table *table = table_of(session);
    sh_record *record = before_last(session, &played);
    if (!record) {
        sh_text_add(&session->reply, "You have not moved yet.\n");
        return;
    }
    if (table)
        explain_truth(session, table, record, played);
    else
        explain_search(session, record, played);
    sh_record_close(record);
}
