#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tables of the server by HTTP: whole, by range, under conditions, and replaced while it runs.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
tables=$work/tables
mkdir "$tables"
"$program" solve 4x4/3 --metric dtw --out "$tables/4x4-3.shtb" >/dev/null || fail "no table"
"$program" solve 4x4/2 --out "$work/other.shtb" >/dev/null || fail "no other table"
file=$tables/4x4-3.shtb
size=$(stat -c %s "$file")
"${tied[@]}" "$program" serve --tables "$tables" --port 0 --json >"$work/out" 2>"$work/err" &
server=$!
find_address "$work/out"
root=${address}api/v1/tables
url=$root/4x4-3.shtb

ask() { curl -s -D "$work/head" -o "$work/body" -w '%{http_code}' "$@"; }
header() { tr -d '\r' <"$work/head" | sed -n "s/^$1: //p"; }
part() { # part FIRST COUNT: the body is this part of the table
    cmp -s "$work/body" <(tail -c +$(($1 + 1)) "$file" | head -c "$2") || fail "wrong bytes from $1"
}

[ "$(curl -s "$root" | jq -r '.tables[0].file')" = 4x4-3.shtb ] || fail "the list names no file"
[ "$(ask "$url")" = 200 ] || fail "no whole table"
part 0 "$size"
[ "$(header Accept-Ranges)" = bytes ] || fail "ranges are not offered"
[ "$(header Content-Length)" = "$size" ] || fail "wrong length"
tag=$(header ETag)
[ "$tag" = "\"$("$program" info "$file" --json | jq -r .tables[0].checksum)\"" ] || fail "the tag is $tag"
date=$(header Last-Modified)
[ "$(date -d "$date" +%s)" = "$(stat -c %Y "$file")" ] || fail "the date is $date"

[ "$(ask -r 100-299 "$url")" = 206 ] || fail "no range"
[ "$(header Content-Range)" = "bytes 100-299/$size" ] || fail "range: $(header Content-Range)"
part 100 200
[ "$(ask -r -77 "$url")" = 206 ] || fail "no last bytes"
part $((size - 77)) 77
[ "$(ask -r $((size - 5))-$((size + 5)) "$url")" = 206 ] || fail "no range over the end"
part $((size - 5)) 5
[ "$(ask -r "$size-" "$url")" = 416 ] || fail "a range behind the end"
[ "$(header Content-Range)" = "bytes */$size" ] || fail "416: $(header Content-Range)"
[ "$(ask -r 0-1,5-6 "$url")" = 200 ] || fail "several ranges"
[ "$(ask -I -r 100-299 "$url")" = 206 ] || fail "HEAD of a range"
[ "$(header Content-Length)" = 200 ] || fail "HEAD: $(header Content-Length) bytes"

[ "$(ask -H "If-None-Match: $tag" "$url")" = 304 ] || fail "sent again"
[ "$(ask -H 'If-Match: "0000000000000000"' "$url")" = 412 ] || fail "another one was sent"
[ "$(ask -r 0-9 -H "If-Match: $tag" "$url")" = 206 ] || fail "the right one was not sent"
[ "$(ask -r 0-9 -H "If-Range: $tag" "$url")" = 206 ] || fail "If-Range: the same"
[ "$(ask -r 0-9 -H "If-Range: $date" "$url")" = 206 ] || fail "If-Range: the same date"
[ "$(ask -r 0-9 -H 'If-Range: "0"' "$url")" = 200 ] || fail "If-Range: another one"

# Only tables, by the names they are known by, to whom the rest of the server answers.
[ "$(ask -X POST -d x "$url")" = 405 ] || fail "POST"
[ "$(ask -H 'Host: elsewhere.example' "$url")" = 421 ] || fail "asked by a foreign name"
for name in none.shtb ../out ..%2Fout %2Fetc%2Fpasswd '' 4x4-3.shtb/ .; do
    [ "$(ask --path-as-is "$root/$name")" = 404 ] || fail "there is a table '$name'"
done

# A table that is replaced is another one, by the same name.
mv "$work/other.shtb" "$file"
is_another() {
    curl -s "$root" >/dev/null # looks into the folder
    [ "$(ask -r 0-9 -H "If-Match: $tag" "$url")" = 412 ]
}
await "that the replaced table was noticed" is_another
[ "$(ask "$url")" = 200 ] || fail "the new table is not there"
part 0 "$(stat -c %s "$file")"
kill -TERM "$server"
wait "$server"
[ "$failures" -eq 0 ]
