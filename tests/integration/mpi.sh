#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Several processes under mpirun find what one finds; faults end all of them with a sentence.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
plugin=$(dirname "$program")/libsternhalma-mpi.so
if [ ! -e "$plugin" ] || ! command -v mpirun >/dev/null; then
    echo "skipped: no MPI (openmpi-bin and libopenmpi-dev)"
    exit 77
fi
cost=$(dirname "$0")/rank_cost.py
export OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Each mpirun has a folder of its own: two that make the one they would share fail now and then.
run() { OMPI_MCA_orte_tmpdir_base=$(mktemp -d -p "$work") timeout 120 mpirun --oversubscribe "$@"; }
ranks() { # ranks N ARGUMENTS…: the program in N processes
    local n=$1
    shift
    run -n "$n" "$program" "$@" 2>"$work/errors"
}
says() { # says EXIT WORDS ARGUMENTS…: ranks ARGUMENTS fail with this exit code and these words
    local want=$1 words=$2 got
    shift 2
    ranks "$@" >/dev/null
    got=$?
    [ $got -eq "$want" ] || fail "exit $got, not $want: $*"
    grep -q "$words" "$work/errors" || { fail "no '$words': $*"; cat "$work/errors"; }
}
ldd "$program" | grep -qi mpi && fail "the program is linked to MPI"

# Ranks that do not want the same, of several versions, or of which one has no memory. mpirun waits
# for seconds when ranks fail, so they run beside all that follows.
refused() { # refused EXIT WORDS ARGUMENTS…: mpirun ARGUMENTS fails with this exit code and these words
    local want=$1 words=$2 got errors
    shift 2
    errors=$(mktemp -p "$work")
    run "$@" >/dev/null 2>"$errors"
    got=$?
    [ $got -eq "$want" ] && grep -q "$words" "$errors" && return
    echo "FAIL exit $got, not $want with '$words': $*"
    cat "$errors"
    touch "$work/refusals"
}
version=$("$program" --version | head -1 | awk '{print $2}')
LC_ALL=C sed "s/${version//./[.]}/${version%?}x/g" "$program" >"$work/other"
chmod +x "$work/other"
small=(-n 1 "$program" solve 4x4/2 : -n 1)
refused 2 'rank 1: this rank has another game' "${small[@]}" "$program" solve 4x4/3 &
refused 2 'rank 1: this rank has another value of --metric' "${small[@]}" "$program" solve 4x4/2 --metric dtw &
dtw=(solve 4x4/2 --metric dtw --out "$work/unlike.shtb")
refused 2 'rank 1: this rank has another value of --only-wins' -n 1 "$program" "${dtw[@]}" : \
    -n 1 "$program" "${dtw[@]}" --only-wins &
refused 2 'rank 1: this rank has another value of --part-size' -n 1 "$program" "${dtw[@]}" : \
    -n 1 "$program" "${dtw[@]}" --part-size 1MB &
refused 2 'rank 1: this rank has another answer to whether --json' -n 1 "$program" "${dtw[@]}" : \
    -n 1 "$program" "${dtw[@]}" --json &
STERNHALMA_MPI=$plugin refused 2 'rank 1: this rank has another version' "${small[@]}" "$work/other" solve 4x4/2 &
refused 4 'rank 1: .*memory' -n 1 "$program" solve 6x6/4 --threads 1 : -n 1 \
    bash -c "ulimit -v 320000; exec '$program' solve 6x6/4 --threads 1" &
refused 2 'is solved by one process' -n 2 "$program" solve star13:3p &
refused 2 'for one process' -n 2 "$program" solve 4x4/2 --backend fast &
refused 2 'scratch does not apply' -n 2 "$program" solve 4x4/2 --scratch "$work" &
STERNHALMA_MPI=/nowhere/mpi.so refused 4 'plugin is missing' -n 2 "$program" solve 4x4/2 &
# mpirun ends all ranks when one fails, so rank 0, which is to say why, must be the only one that does.
alone() { # alone EXIT ARGUMENTS…: of three ranks rank 0 ends with this code, the others with 0
    local want=$1 ended
    shift
    ended=$(mktemp -d -p "$work")
    # shellcheck disable=SC2016 # for the shell of each rank
    run -n 3 bash -c '"${@:2}" 2>/dev/null; echo $? >"$1/$OMPI_COMM_WORLD_RANK"' \
        ranks "$ended" "$program" "$@" >/dev/null
    [ "$(cat "$ended/0" "$ended/1" "$ended/2" | xargs)" = "$want 0 0" ] && return
    echo "FAIL ranks ended with $(cat "$ended"/* | xargs): $*"
    touch "$work/refusals"
}
alone 2 solve star13:3p &
alone 4 solve 7x7/6 &

# Everything that is printed but for names, memory and time.
facts() { jq -S 'del(.backend, .seconds, .touch_seconds, .peak_bytes, .threads, .read_bytes,
    .written_bytes, .mail_bytes, .ranks)'; }
while read -r rules metric many; do
    game=(5x5/3 --rules "$rules" --metric "$metric" --json)
    "$program" solve "${game[@]}" --out "$work/alone.shtb" | facts >"$work/alone"
    for n in $many; do
        ranks "$n" solve "${game[@]}" --out "$work/together.shtb" </dev/null | facts >"$work/together"
        cmp -s "$work/alone" "$work/together" || fail "$n ranks, $rules, $metric: other facts"
        cmp "$work/alone.shtb" "$work/together.shtb" || fail "$n ranks, $rules, $metric: other table"
    done
done <<END
strict wdl 2
strict dtw 3 4
published wdl 4
published dtw 1 5
END
ranks 2 solve 5x5/3 --rules published --metric dtw --backend cluster-coded --threads 2 --json \
    --out "$work/together.shtb" | facts >"$work/together"
cmp -s "$work/alone" "$work/together" || fail "coded: other facts"
cmp "$work/alone.shtb" "$work/together.shtb" || fail "coded: another table"
# A table in parts: the same parts, whoever writes them.
parts=(solve 5x5/3 --metric dtw --part-size 66kB --out)
"$program" "${parts[@]}" "$work/alone.shtb" >/dev/null
ranks 3 "${parts[@]}" "$work/together.shtb" >/dev/null || fail "three ranks, a table in parts"
[ -e "$work/alone.shtb.002" ] || fail "a table of two parts only"
for part in "$work"/alone.shtb*; do
    cmp "$part" "${part/alone/together}" || fail "three ranks: another part"
done
count() { echo $#; }
[ "$(count "$work"/alone*)" -eq "$(count "$work"/together*)" ] || fail "other files"
rm "$work"/*.shtb.0*

# One of four is killed: all end soon, with a sentence, and three go on where they were.
rm "$work/together.shtb"
big=(5x5/4 --metric dtw --threads 1)
"$program" solve "${big[@]}" --out "$work/alone.shtb" >/dev/null
run -n 4 "$program" solve "${big[@]}" --out "$work/together.shtb" \
    --every 0.001 >/dev/null 2>"$work/errors" &
launcher=$!
await "a checkpoint of four ranks" test -e "$work/together.shtb.checkpoint"
mapfile -t members < <(pgrep -f "^$program solve 5x5/4 .*$work/together" || true)
[ ${#members[@]} -eq 4 ] || fail "${#members[@]} of 4 ranks are at work"
kill -9 "${members[2]}"
SECONDS=0
wait $launcher && fail "one of four was killed, and all is well"
[ $SECONDS -le 60 ] || fail "the others went on for $SECONDS s"
grep -q 'rank [0-3].*signal 9' "$work/errors" || { fail "no sentence about the kill"; cat "$work/errors"; }
[ -e "$work/together.shtb" ] && fail "a table of a killed solve"
# Damage is named. The kill may have come while the next checkpoint was written beside the last.
mkdir "$work/kept"
cp "$work"/together.shtb.checkpoint.[ab]001 "$work/kept"
for share in "$work"/together.shtb.checkpoint.[ab]001; do
    [ ! -s "$share" ] || spoil "$share" $(($(stat -c %s "$share") / 2)) 3
done
says 3 "$work/together.shtb.checkpoint.[ab]001" 3 solve "${big[@]}" --out "$work/together.shtb" --resume
cp "$work"/kept/* "$work"
run --tag-output -n 3 python3 "$cost" "$work/cost" "$program" solve "${big[@]}" \
    --out "$work/together.shtb" --resume --json >"$work/said" 2>"$work/errors" || fail "resuming with three"
cmp "$work/alone.shtb" "$work/together.shtb" || fail "resumed with three: another table"
# Rank 0 alone prints and reports progress, and each of them writes its part of the table.
[ "$(grep -c '^\[1,0\]<stdout>' "$work/said")" -eq 1 ] || fail "rank 0 does not print one line"
grep -q '^\[1,0\]<stderr>.*"phase"' "$work/errors" || fail "no progress"
# (Without /sys MPI's own library complains in every rank.)
grep -h '^\[1,[1-9]\]' "$work/said" "$work/errors" | grep -v '\[hwloc/' && fail "another rank prints"
cat "$work"/cost.[0-2] | awk -v table="$(stat -c %s "$work/alone.shtb")" '{ all += $2; part[NR] = $2 }
    END { if (NR != 3 || all < table) exit 1
          for (i in part) if (part[i] < all / 4 || part[i] > all * 0.45) exit 1 }' ||
    fail "the ranks do not write a third each: $(cat "$work"/cost.*)"
[ "$(echo "$work"/together.shtb*)" = "$work/together.shtb" ] || fail "files of the checkpoint are left"

# No rank holds the whole table, and none takes more than is planned.
game=(6x6/3 --metric dtw --threads 1 --json)
for n in 1 4; do
    rm -f "$work"/cost.*
    run -n $n python3 "$cost" "$work/cost" "$program" solve "${game[@]}" >/dev/null 2>&1 ||
        fail "$n ranks"
    most=$(cat "$work"/cost.* | sort -n | tail -1 | cut -d' ' -f1)
    plan=$("$program" solve "${game[@]}" --ranks $n --plan | jq '.memory_bytes + .workspace_bytes')
    [ "$most" -le "$plan" ] || fail "a rank of $n took $most bytes, $plan were planned"
    [ $n -eq 1 ] && alone=$most
done
[ $((100 * most)) -le $((85 * alone)) ] || fail "one of four ranks takes $most bytes, one alone $alone"

# What each rank needs.
"$program" solve 7x7/6 --plan --ranks 64 --json |
    jq -e '.ranks == 64 and .backend == "cluster" and .network_bytes > 0' >/dev/null || fail plan

# Two solves that share a scratch folder by mistake do not disturb each other.
mkdir "$work/scratch"
disk() { "$program" solve 5x5/3 --backend "$1" --scratch "$work/scratch" --json | facts | jq 'del(.scratch_bytes)'; }
disk disk >"$work/first" &
disk coded >"$work/second"
wait $!
cmp -s "$work/first" "$work/second" || fail "a shared scratch folder: other facts"
[ -z "$(ls -A "$work/scratch")" ] || fail "files are left in the scratch folder"
wait
[ ! -e "$work/refusals" ] || failures=$((failures + 1))
[ "$failures" -eq 0 ]
