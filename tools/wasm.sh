#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wasm.sh OUT: builds the WebAssembly modules of the page without a server into the folder OUT:
# engine.wasm (rules, tables, the engine for two), crowd.wasm (the engine for several players) and
# solver.wasm (small games of two and of three).
# Debian: clang-14, lld-14, wasi-libc, libclang-rt-14-dev-wasm32.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
mkdir -p "$out/objects"
flags=(--target=wasm32-wasi -std=gnu17 -Oz -flto -D_GNU_SOURCE -DXXH_INLINE_ALL -DSH_SMALL
    "-DSH_VERSION=\"$(sed -n 's/^project.* VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt | head -n 1)\""
    -ffunction-sections -fdata-sections -isystem web/wasm/include -Iinclude -Isrc -Iweb/wasm)

# What a browser has otherwise is in web/wasm; what is for other CPUs is left out.
sources() {
    printf '%s\n' src/{base,board,rules,rank,perfect,table}/*.c |
        grep -vE '_(avx2|avx512|bmi2)\.c$' |
        grep -vE '/(file|mapping|memory|pool|nameless|open_file|tables|parts|frontier.*|perft|plugins|generator_portable|cpu|place|duel|old_rows)\.c$' |
        grep -vE '/(.*writer|band_learn|patch_fit|sections|units|unpack|merit|stats_race)\.c$'
    printf '%s\n' src/play/*.c | grep -vE '_(avx2|avx512)\.c$' |
        grep -vE '/(adam|agent.*|crowd.*|pvs_portable|paper.*|samples|selfplay.*|train|experiment|environment)\.c$' |
        grep -vE '/(child|march_file|opening|settings|weights_file)\.c$'
    echo src/json/{encode_{board,control,position,probe,table},whole}.c
    echo src/server/{api_first,api_position,api_probe,api_tables,assets,findings,known_games,question,reply,request,thought}.c
    echo web/wasm/{host,json_text,module,page_source,plain_generator,small_memory,small_print,system,web_catalog,web_weights}.c
}
solver_sources() {
    echo src/base/{clock,status,text}.c src/board/*.c src/rules/{blockade,key,position}.c
    echo src/rank/{binomial,canonical,control,pairs,pairs_portable,rank_scopes,triples,unrank}.c
    echo src/solve/duel/{backend,duel_values,index,initial}.c
    echo src/solve/duel/fast/fast{,_rounds,_values}.c
    echo src/solve/duel/kernel/{kernel,kernel_generic,rounds}.c
    echo src/solve/race/{count,race,unreached}.c src/solve/race/planes/{cube,plane,rows}.c
    echo src/solve/race/rounds/{attractor,census,plane_copy,race_engine_cpu,slices,slices_generic,solved}.c
    echo src/table/{format,plain_table,ratings}.c
    echo web/wasm/{no_stages,small_memory,small_print,solver,system}.c
}

compile() { # compile SOURCE: only where vectors help they are used
    local more=()
    [[ $1 == */patch_portable.c ]] && more=(-msimd128)
    [[ $1 == */@(kernel|slices)_generic.c ]] && more=(-O2 -msimd128)
    clang-14 "${flags[@]}" "${more[@]}" -c "$1" -o "$out/objects/$(basename "$1" .c).o"
}
# Objects of other headers are of no use.
if [ -n "$(find src include web/wasm -name '*.h' -newer "$out/objects/headers" -print -quit 2>&1)" ]; then
    rm -f "$out"/objects/*.o
fi
touch "$out/objects/headers"
for source in $(sources) src/play/{crowd{,_habits,_net,_portable,_ways},pvs_portable}.c web/wasm/{no_crowd,no_pvs,routes,no_routes}.c $(solver_sources); do
    object=$out/objects/$(basename "$source" .c).o
    [ "$object" -nt "$source" ] || compile "$source"
done

link() { # link MODULE SOURCE…
    local module=$1 objects=() source
    shift
    for source in "$@"; do objects+=("$out/objects/$(basename "$source" .c).o"); done
    clang-14 --target=wasm32-wasi -Oz -flto -mexec-model=reactor -Wl,--gc-sections \
        -Wl,--strip-all -Wl,-z,stack-size=1048576 "${objects[@]}" -lm -o "$out/$module.wasm"
}
# shellcheck disable=SC2046 # names of sources have no spaces
link engine $(sources) src/play/pvs_portable.c web/wasm/{no_crowd,routes}.c
# shellcheck disable=SC2046
link crowd $(sources) src/play/crowd{,_habits,_net,_portable,_ways}.c web/wasm/{no_pvs,no_routes}.c
# shellcheck disable=SC2046
link solver $(solver_sources)
