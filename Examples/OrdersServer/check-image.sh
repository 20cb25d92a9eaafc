#!/usr/bin/env bash
# Checks the Dockerfile without a Docker engine, against a binary that its build command made. The system is Debian 12.
#
# usage: check-image.sh [BINARY]     without a binary, the Dockerfile's command builds one
set -euo pipefail
cd "$(dirname "$0")"
dockerfile=$(sed -e ':join' -e '/\\$/{N;s/\\\n */ /;b join' -e '}' Dockerfile)
fail() { echo "check-image: $*" >&2; exit 1; }

# The file's commands, a line each, of the stage with this number.
stage() { awk -v wanted="$1" '/^FROM /{stage++} stage == wanted && !/^#/' <<<"$dockerfile"; }
runtime=$(stage 2)
installed=$(grep -oP 'apt-get install -y --no-install-recommends \K[^&]*' <<<"$runtime")

for command in 'USER orders' 'EXPOSE 8080' 'STOPSIGNAL SIGTERM' 'ENTRYPOINT ["orders-server"]'; do
    grep -qxF "$command" <<<"$runtime" || fail "the image lacks: $command"
done
for package in $installed; do
    apt-cache show "$package" >/dev/null 2>&1 || fail "there is no package $package"
done

build=$(grep -oP '^RUN \Kswift build .*' <<<"$(stage 1)")
if [ $# = 0 ]; then (cd ../.. && eval "$build"); fi
binary=${1:-$(swift build -c release --show-bin-path)/orders-server}

# A package of the base image is required or essential on every Debian system.
in_base() { dpkg-query -W -f '${Priority} ${Essential}\n' "$1" | grep -qE '^required|yes$'; }
for library in $(readelf -d "$binary" | grep -oP 'NEEDED.*\[\K[^]]*'); do
    file=$(ldd "$binary" | awk -v name="$library" '$1 == name || $1 ~ "/" name "$" {print ($3 ? $3 : $1)}')
    [ -e "$file" ] || fail "$library is not found"
    # Debian's folders of libraries are links; packages list files under either name.
    # dpkg fails when it does not know one of the names.
    package=$(dpkg -S "$(realpath "$file")" "${file#/usr}" "$file" 2>/dev/null | head -1 | cut -d: -f1) || true
    [ -n "$package" ] || fail "$library ($file) is of no package: --static-swift-stdlib is missing"
    grep -qw -- "$package" <<<"$installed" || in_base "$package" || case $package in
    libc6 | libgcc-s1) ;;  # every required package depends on them
    *) fail "the image does not install $package, which has $library" ;;
    esac
    echo "$library: $package"
done

# The health check's own command, against the started binary.
health=$(grep -oP 'HEALTHCHECK.*CMD *\K\[.*' <<<"$runtime")
folder=$(mktemp -d)
"$binary" --port 0 --drain-delay 0 >"$folder/out" 2>"$folder/log" &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
until grep -q http:// "$folder/out"; do kill -0 $server || fail "the server has ended: $(cat "$folder/log")"; sleep 0.1; done
port=$(grep -oP 'http://127.0.0.1:\K[0-9]+' "$folder/out" | head -1)
# The list of JSON, a word a line.
words() { python3 -c 'import json, sys; print(*json.loads(sys.argv[1]), sep="\n")' "$health"; }
mapfile -t words < <(words)
check() { timeout 3 "${words[@]//8080/$port}"; }
check || fail "the health check fails while the server runs"
kill -TERM $server
wait $server || fail "SIGTERM ends the server with $?"
check 2>/dev/null && fail "the health check succeeds without a server"
echo "the Dockerfile's commands, packages, health check and signal fit the binary"
