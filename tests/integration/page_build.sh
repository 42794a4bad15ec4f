#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How the explorer's page is built where its packages cannot be had: a registry that is not there, one
# that does not answer and one that breaks off a download are named within seconds, and the next build
# tries again. A build folder of another source tree is refused. The registry is one of our own, on the
# loopback; its package `vite` writes a page of one line.
# shellcheck source=tests/integration/prelude.bash
. "$(dirname "$0")/prelude.bash"
command -v npm >/dev/null || { echo 'npm is missing'; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
tree=$work/tree
mkdir -p "$tree"/{tools,cmake,docs,share,web/src,web/public,web/fallback} "$work/package"
cp "$root"/tools/{build,web,embed}.sh "$tree/tools"
cp "$root/cmake/web.cmake" "$tree/cmake"
cp "$root"/web/fallback/index.html "$tree/web/fallback"
cp "$root"/CMakePresets.json "$tree"
touch "$tree"/docs/{openapi,schema}.json "$tree/share/results.json" "$tree/web/vite.config.ts" "$tree/web/index.html"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(page LANGUAGES C)
include(cmake/web.cmake)
add_custom_target(page ALL DEPENDS sh_page)
add_custom_target(other)
END
echo '{"name":"page","version":"1.0.0","lockfileVersion":3,"packages":{}}' >"$tree/web/package-lock.json"
cat >"$tree/web/package.json" <<'END'
{
  "name": "page",
  "devDependencies": {
    "vite": "1.0.0"
  }
}
END
echo '{"name":"vite","version":"1.0.0","bin":{"vite":"vite.js"}}' >"$work/package/package.json"
cat >"$work/package/vite.js" <<'END'
#!/usr/bin/env node
const fs = require("fs"), out = process.argv[process.argv.indexOf("--outDir") + 1];
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(out + "/index.html", "<!doctype html><p>the real page\n");
END
tar -C "$work" -czf "$work/vite.tgz" package

# registry.py FOLDER: answers as the word in FOLDER/mood says, and prints its port.
cat >"$work/registry.py" <<'END'
import base64, hashlib, http.server, json, os, sys, time
folder = sys.argv[1]
tarball = open(f"{folder}/vite.tgz", "rb").read()
class Registry(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words): pass
    def do_GET(self):
        mood = open(f"{folder}/mood").read().strip()
        if mood == "silent": time.sleep(60)
        here = f"http://127.0.0.1:{self.server.server_port}"
        if self.path.endswith(".tgz"):
            body = b"" if mood == "broken" else tarball
            self.send_response(404 if mood == "broken" else 200)
        else:
            sum = base64.b64encode(hashlib.sha512(tarball).digest()).decode()
            version = {"name": "vite", "version": "1.0.0", "bin": {"vite": "vite.js"},
                       "dist": {"tarball": f"{here}/vite/-/vite-1.0.0.tgz", "integrity": f"sha512-{sum}"}}
            body = json.dumps({"name": "vite", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
print(server.server_port, flush=True)
server.serve_forever()
END
echo well >"$work/mood"
/usr/bin/python3 "$work/registry.py" "$work" >"$work/port" 2>"$work/registry.log" &
registry=$!
trap 'kill "$registry" 2>/dev/null; rm -rf "$work"' EXIT
await 'the registry' test -s "$work/port"
unset STERNHALMA_PAGE STERNHALMA_PREBUILT_PAGE
for name in $(env | grep -iE '^(https?_proxy|npm_config_|all_proxy)' | cut -d= -f1); do unset "$name"; done
export npm_config_cache=$work/cache npm_config_userconfig=$work/npmrc no_proxy=127.0.0.1
page=$tree/build/web/page

build() { # build SECONDS: `status`, and what it said in $work/said; it must not take longer
    local begin=$SECONDS
    (cd "$tree" && tools/build.sh release) >"$work/said" 2>&1
    status=$?
    [ $((SECONDS - begin)) -le "$1" ] || fail "it took $((SECONDS - begin)) s: $(cat "$work/said")"
    [ "$status" -eq 0 ] || fail "the build failed: $(cat "$work/said")"
}
lacks_page() { # lacks_page SECONDS WORDS: the build is whole, says why the page is missing, and so does the stand-in
    build "$1"
    grep -q "page is missing: .*$2" "$work/said" || fail "not told of '$2': $(cat "$work/said")"
    grep -q "$2" "$page/index.html" || fail "the stand-in does not say '$2': $(cat "$page/index.html")"
}
STERNHALMA_PAGE=no lacks_page 60 'PAGE=no leaves it out'
export npm_config_registry=http://127.0.0.1:9/
# Other targets do not wait for the page and do not fetch what it is built with.
rm -f "$tree/build/packages.log"
(cd "$tree" && tools/build.sh release other) >"$work/said" 2>&1 || fail "another target: $(cat "$work/said")"
[ -e "$tree/build/packages.log" ] && fail "for another target it asks npm: $(cat "$tree/build/packages.log")"
lacks_page 60 'nothing answers there: .*ECONNREFUSED'
no_proxy='' http_proxy=http://me:secret@127.0.0.1:9 npm_config_registry=http://registry.invalid/ \
    lacks_page 60 'nothing answers there, through the proxy http://127.0.0.1:9'
grep -q secret "$work/said" "$page/index.html" && fail "a password is shown: $(cat "$work/said")"
npm_config_registry=http://127.0.0.1:$(cat "$work/port")/
echo silent >"$work/mood"
lacks_page 60 'vite.*no answer in time: .*http:..127.0.0.1'
echo broken >"$work/mood"
lacks_page 60 '404.*vite-1.0.0.tgz'
echo well >"$work/mood"
build 60
grep -q 'the real page' "$page/index.html" || fail "the next build did not try again: $(cat "$work/said")"
grep -q 'missing' "$work/said" && fail "it still says that something is missing: $(cat "$work/said")"
build 60
grep -q 'Building the explorer' "$work/said" && fail 'a page that is there is built again'

# Another tree's build folder, copied with the tree.
cp -a "$tree" "$work/copy"
(cd "$work/copy" && tools/build.sh release) >"$work/said" 2>&1 && fail 'a build folder of another tree is used'
grep -q "made for another source tree, $tree" "$work/said" || fail "it says: $(cat "$work/said")"
[ "$failures" -eq 0 ]
