#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What solve writes: files of others stay, places that cannot be written to are found before the work,
# and a finished solve is not lost while its table is written.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
cd "$work" || exit 2

refused() { # refused WORDS ARGUMENTS…: solve 4x4/2 is refused (exit 2) with these words
    local words=$1 message status
    shift
    message=$(timeout 60 "$program" solve 4x4/2 "$@" 2>&1 >/dev/null)
    status=$?
    { [ $status -eq 2 ] && [[ $message == *"$words"* ]]; } || fail "solve 4x4/2 $*: exit $status, $message"
}
# One name for two things.
refused "must be different files" --out same --checkpoint same
refused "must be different files" --out same --checkpoint ./same
refused "must be different files" --out same --checkpoint same.001
ln -s same other
refused "must be different files" --out same --checkpoint other
rm other
# Files of others.
echo precious >p.txt
refused "not a checkpoint" --checkpoint p.txt
refused "not a checkpoint" --checkpoint p.txt --resume --out t.shtb
refused "not a table" --out p.txt
: >empty
refused "not a table" --out empty
cp p.txt t.shtb.001
refused "not a part of a table" --out t.shtb
ln -s p.txt link
refused "not a table" --out link
mkfifo pipe
mkdir folder
refused "not a file" --out pipe
refused "not a file" --out folder
# A device: never the system's own where the test could destroy it.
mknod device c 1 3 2>/dev/null || ln -s /dev/null device
refused "not a file" --out device
refused "not a file" --checkpoint device
refused "not a file" --checkpoint pipe
[ "$(cat p.txt t.shtb.001)" = $'precious\nprecious' ] || fail "files of others have changed"
{ [ -p pipe ] && [ -L link ] && [ -c device ]; } || fail "a pipe, a link or a device has changed"
[ "$(echo *)" = "device empty folder link p.txt pipe t.shtb.001" ] || fail "left behind: $(echo *)"
rm device empty link p.txt pipe t.shtb.001
rmdir folder
# A race that is refused leaves no folder of checkpoints.
"$program" solve star37:3p --memory 1MB --out race.shtb >/dev/null 2>&1
[ $? -eq 4 ] || fail "star37:3p in 1 MB"
"$program" solve star13:3p --backend none --checkpoint layers >/dev/null 2>&1
[ $? -eq 2 ] || fail "a race on no backend"
[ -z "$(ls)" ] || fail "a refused race leaves $(echo *)"
# A link is followed, and stays.
mkdir there
ln -s there/t.shtb link
"$program" solve 4x4/2 --out link >/dev/null 2>&1 || fail "a link to no file yet"
"$program" solve 4x4/2 --out link >/dev/null 2>&1 || fail "a link to a table"
{ [ -L link ] && "$program" info there/t.shtb >/dev/null; } || fail "the table is not where the link leads"
[ "$(echo * there/*)" = "link there there/t.shtb" ] || fail "left behind: $(echo * there/*)"
rm -r link there
# Places that cannot be written to are found before the work: this game takes hours.
for out in none/t.shtb /proc/t.shtb; do
    message=$(timeout 60 "$program" solve 6x6/6 --out $out 2>&1 >/dev/null)
    { [ $? -eq 4 ] && [[ $message == *"cannot create"* ]]; } || fail "--out $out: $message"
done
message=$(timeout 60 "$program" solve star37:3p --checkpoint none/folder 2>&1 >/dev/null)
{ [ $? -eq 4 ] && [[ $message == *"cannot make the folder"* ]]; } || fail "a folder in no folder: $message"

# A file that may not grow is an error like a full disk, and leaves nothing behind.
(ulimit -f 8 && exec "$program" solve 5x5/3 --out limited.shtb >/dev/null 2>limited)
status=$?
{ [ $status -eq 4 ] && grep -q "File too large" limited; } || fail "ulimit -f: exit $status, $(cat limited)"
rm limited
[ "$(echo *)" = "*" ] || fail "left behind after a limit: $(echo *)"

# A signal while the table is written: the finished solve is kept, --resume writes the same table. A short
# solve of two players is not kept beforehand, so it is for KILL only where --every says that this is worth it.
stop() { # stop SIGNAL GAME [OPTION…]: as soon as the first step of writing the table is done
    : >progress # the last one's words must not be taken for this one's
    "$program" solve "${@:2}" --out table.shtb --json >/dev/null 2>>progress &
    local pid=$!
    while kill -0 $pid 2>/dev/null && ! grep -q '"phase":"count"' progress; do sleep 0.01; done
    kill "-$1" $pid
    wait $pid 2>/dev/null
}
for game in 5x5/4 star37/2:3p; do
    "$program" solve $game --out whole.shtb >/dev/null 2>&1 || fail "solve $game"
    [ $game = 5x5/4 ] && signals="INT HUP KILL" || signals="KILL"
    for signal in $signals; do
        every=()
        [ "$game $signal" = "5x5/4 KILL" ] && every=(--every 0.01)
        for _ in $(seq 20); do # until it was not at its end when the signal came
            rm -rf table.shtb table.shtb.checkpoint
            stop "$signal" $game "${every[@]}"
            status=$?
            [ $status -eq 0 ] || break
        done
        case $signal in
        KILL) [ $status -eq 137 ] || fail "$game after $signal: exit $status" ;;
        *) [ $status -eq 130 ] || fail "$game after $signal: exit $status, $(tail -1 progress)" ;;
        esac
        [ -e table.shtb.checkpoint ] || fail "$game after $signal: no checkpoint"
        [ -e table.shtb ] && fail "$game after $signal: there is a table"
        left=$(find . -name '*tmp*' | wc -l)
        [ "$left" -le 1 ] || fail "$game after $signal: $left temporary files"
    done
    "$program" solve $game --out table.shtb --resume >/dev/null 2>&1 || fail "$game: resuming"
    cmp whole.shtb table.shtb || fail "$game: another table"
    rm -f progress whole.shtb table.shtb
    [ "$(echo *)" = "*" ] || fail "$game: left behind: $(echo *)"
done

# Stages of a race: any of them may be missing, none may be damaged.
"$program" solve star13:3p --checkpoint stages --out whole.shtb >/dev/null 2>&1 || fail "stages"
for stage in stages/*; do
    mv "$stage" stage
    "$program" solve star13:3p --checkpoint stages --out table.shtb >/dev/null 2>&1
    cmp whole.shtb table.shtb || fail "another table without $stage"
    for at in 41 1000; do # the stage's name, its counts
        cp stage "$stage"
        spoil "$stage" $at 3
        "$program" solve star13:3p --checkpoint stages >/dev/null 2>&1
        [ $? -eq 3 ] || fail "$stage is damaged at byte $at, and accepted"
    done
    mv stage "$stage"
done
[ "$failures" -eq 0 ]
