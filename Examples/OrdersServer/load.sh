#!/usr/bin/env bash
# Loads the service with wrk, once wired by Armory and once by hand, and prints Markdown tables.
#
# Both servers run side by side and are asked in turn, for a moment each and every time in another order, so that what else the
# machine does meets both. Each round has servers of its own: where the system happens to put a process in memory makes it some
# percent faster or slower for as long as it lives. Where taskset is there, a server has one core and wrk another.
#
# usage: ./load.sh                    all parts
#        ./load.sh speed              requests per second, in ROUNDS rounds (6) of TURNS turns (6) of LENGTH seconds each (1)
#        ./load.sh instructions       instructions of the server in user space, per request: the mean of COUNTED requests (200)
#                                     in each of ROUNDS servers (6)
#        ./load.sh memory             resident memory over REQUESTS requests (2000000)
#
# Exits 1 when Armory's requests per second are less than GOAL (0.97) of those by hand, when its requests take more than MOST (1.08)
# times the instructions by hand, or when memory grows.
set -euo pipefail
cd "$(dirname "$0")"

parts=${*:-speed instructions memory}
rounds=${ROUNDS:-6}
turns=${TURNS:-6}
length=${LENGTH:-1}
requests=${REQUESTS:-2000000}
goal=${GOAL:-0.97}
most=${MOST:-1.08}
counted=${COUNTED:-200}
connections=32

tools="valgrind curl"
[ "$parts" = instructions ] || tools="wrk $tools"
for tool in $tools; do
    command -v $tool >/dev/null && continue
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq >&2 && $sudo apt-get install -y -qq $tool >/dev/null
done
# With deterministic hashing, a plan is the same as the one before: see the Makefile.
SWIFT_DETERMINISTIC_HASHING=1 "${SWIFT:-swift}" build -c release --product orders-server >&2
program=$("${SWIFT:-swift}" build -c release --show-bin-path)/orders-server

folder=$(mktemp -d)
declare -A pid url
finish() {
    for one in "${pid[@]}"; do kill "$one" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap finish EXIT

# Arrays, because a function in the background would be a process around the server's.
for_server=() for_wrk=()
if [ "$(nproc)" -gt 1 ] && command -v taskset >/dev/null; then
    for_server=(taskset -c 0)
    for_wrk=(taskset -c 1)
fi

# start WIRING [COMMAND...]: with a separate database file; the command runs the server
start() {
    rm -f "$folder/$1".*
    "${for_server[@]}" "${@:2}" "${server:-$program}" --wiring "$1" --port 0 --database "$folder/$1.sqlite" --seed 1000 \
        --log-level warning --drain-delay 0 >"$folder/$1.out" 2>"$folder/$1.err" &
    pid[$1]=$!
    until grep -qs "listens on" "$folder/$1.out"; do
        kill -0 "${pid[$1]}" 2>/dev/null || { cat "$folder/$1.err" >&2; return 1; }
        sleep 0.1
    done
    url[$1]=$(grep -oE 'http://[0-9.:]+' "$folder/$1.out" | head -1)
}

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
# In hundredths of a second. The program's name has no blank.
processor() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
median() { sort -g | awk '{ all[NR] = $1 } END { print NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2 }'; }

# load URL [wrk's arguments]: "requests seconds requests/s p99-in-ms", and fails when requests do
load() {
    "${for_wrk[@]}" wrk -t1 -c$connections --latency "${@:2}" "$1" >"$folder/wrk" || { cat "$folder/wrk" >&2; return 1; }
    if grep -E 'Socket errors' "$folder/wrk" >&2; then return 1; fi
    awk '
        function ms(text) { return text ~ /us$/ ? text / 1000 : text ~ /ms$/ ? text + 0 : text * 1000 }
        $1 == "99%" { p99 = ms($2) }
        /requests in/ { count = $1 }
        $1 == "Requests/sec:" { rate = $2 }
        END { print count, rate, p99 }' "$folder/wrk"
}

# ask PATH NAME WIRING: one line into the file of both, with the processor's time for a request in microseconds
ask() {
    local before count rate p99
    before=$(processor "${pid[$3]}")
    read -r count rate p99 < <(load "${url[$3]}$1" -d"${length}s")
    echo "$rate $p99 $(awk "BEGIN { print ($(processor "${pid[$3]}") - $before) * 10000 / $count }")" >>"$folder/$2.$3"
}

column() { awk -v n="$2" '{ print $n }' "$1"; }

speed() {
    local name path wiring number turn
    declare -A before after
    for ((number = 1; number <= rounds; number++)); do
        start hand
        start armory
        for wiring in hand armory; do
            for path in /livez /orders/seed-1; do load "${url[$wiring]}$path" -d1s >/dev/null; done
            before[$wiring]=$(resident "${pid[$wiring]}")
        done
        for ((turn = 1; turn <= turns; turn++)); do
            for name in health:/livez read:/orders/seed-1; do
                for wiring in $([ $((turn % 2)) = 0 ] && echo hand armory || echo armory hand); do
                    ask "${name#*:}" "${name%%:*}" "$wiring"
                done
            done
        done
        for wiring in hand armory; do after[$wiring]=$(resident "${pid[$wiring]}"); done
        finish_servers
        echo "round $number of $rounds" >&2
    done
    echo "| request | wiring | requests/s, median | spread | CPU µs a request | p99 ms | resident KiB, before | after |"
    echo "|---|---|---:|---:|---:|---:|---:|---:|"
    for name in health read; do
        for wiring in hand armory; do
            printf '| %s | %s | %.0f | %.0f to %.0f | %.1f | %.2f | %s | %s |\n' "$name" "$wiring" \
                "$(column "$folder/$name.$wiring" 1 | median)" \
                "$(column "$folder/$name.$wiring" 1 | sort -g | head -1)" \
                "$(column "$folder/$name.$wiring" 1 | sort -g | tail -1)" \
                "$(column "$folder/$name.$wiring" 3 | median)" \
                "$(column "$folder/$name.$wiring" 2 | median)" "${before[$wiring]}" "${after[$wiring]}"
        done
    done
    echo
    for name in health read; do ratio "$name"; done
}

# ratio NAME: of Armory's requests per second to those by hand in the same turn, the median over all turns
ratio() {
    local value
    value=$(paste -d' ' "$folder/$1.armory" "$folder/$1.hand" | awk '{ print $1 / $4 }' | median)
    printf '%s: Armory answers %.3f of the requests that the wiring by hand does; the goal is %s.\n' "$1" "$value" "$goal"
    awk "BEGIN { exit !($value >= $goal) }" || failed=1
}

finish_servers() {
    local wiring
    for wiring in "${!pid[@]}"; do
        kill "${pid[$wiring]}"
        wait "${pid[$wiring]}" || failed=1
        unset "pid[$wiring]"
    done
}

# sends URL: the requests of one count, on one connection
sends() { curl -sS --fail "$1?number=[1-$counted]" -o /dev/null; }

# The server runs under callgrind, and only the requests between two calls of callgrind_control count. The database and the
# network's part in the kernel do not. What the server does in the background counts: it is little, as the first requests of each
# path are sent before.
#
# The runtime finds the metadata of a generic type in a table that is hashed by addresses. How far it searches differs from server
# to server by up to a hundredth of a request, so each server has its memory at other addresses, and the mean counts.
instructions() {
    local name wiring number rows=0
    # Valgrind 3.19 writes to the mask of sigsuspend, and that of libdispatch is in memory that is only read: it gets a copy.
    cat >"$folder/sigsuspend.c" <<'C'
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int sigsuspend(const sigset_t *mask)
{
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
__attribute__((constructor)) static void move_heap(void)
{
    int number = atoi(getenv("SERVER_NUMBER"));
    for (int i = 0; i < 13 * number; i++) *(volatile char *)malloc(200 * (i % 7 + 1) + 624 * number) = 1;
}
C
    "${CC:-clang}" -shared -fPIC -o "$folder/sigsuspend.so" "$folder/sigsuspend.c"
    # Valgrind cannot read the debug information.
    server=$folder/server
    cp "$program" "$server"
    strip -g "$server"
    for ((number = 1; number <= rounds; number++)); do
        for wiring in hand armory; do
            start $wiring env LD_PRELOAD="$folder/sigsuspend.so" SERVER_NUMBER=$number \
                valgrind --tool=callgrind --callgrind-out-file="$folder/$wiring.$number.callgrind"
            for name in health:/livez read:/orders/seed-1; do
                sends "${url[$wiring]}${name#*:}"
                callgrind_control --zero "${pid[$wiring]}" >/dev/null 2>&1
                sends "${url[$wiring]}${name#*:}"
                callgrind_control --dump "${pid[$wiring]}" >/dev/null 2>&1
                # The newest dump; none is left for the next count.
                awk '/^(totals|summary):/ { total = $2 } END { print total }' \
                    "$(ls -t "$folder/$wiring.$number".callgrind.* | head -1)" >>"$folder/count.$wiring.${name%%:*}"
                rm "$folder/$wiring.$number".callgrind.*
            done
            finish_servers
        done
        echo "server $number of $rounds" >&2
    done
    echo "| request | by hand | Armory | ratio |"
    echo "|---|---:|---:|---:|"
    for name in health read; do compare "$name"; done
    echo
    echo "$rows rows of requests; the limit is $most times the instructions by hand"
    unset server
}

# compare NAME: a row with the mean counts of a request, and whether Armory's is within the limit
compare() {
    paste "$folder/count.hand.$1" "$folder/count.armory.$1" | awk -v name="$1" -v counted="$counted" -v rounds="$rounds" -v most="$most" '
        NF == 2 && $1 > 0 && $2 > 0 { hand += $1; armory += $2; count++ }
        END {
            if (count != rounds) { print name ": " count + 0 " counts of " rounds ": FAILED"; exit 1 }
            isOver = armory > most * hand
            requests = counted * rounds
            printf "| %s | %.0f | %.0f | %.4f |%s\n", name, hand / requests, armory / requests, armory / hand, isOver ? " OVER" : ""
            exit isOver
        }' >"$folder/row" || failed=1
    cat "$folder/row"
    if grep -q '^|' "$folder/row"; then rows=$((rows + 1)); fi
}

# Of ten requests seven read an order, one a page; one is answered before anything is made, and one fails in its unit of work.
mix() {
    cat <<'LUA'
local count = 0
local list = {}
for i = 1, 7 do list[i] = wrk.format("GET", "/orders/seed-" .. i * 11) end
list[8] = wrk.format("GET", "/orders?limit=5")
list[9] = wrk.format("GET", "/livez")
list[10] = wrk.format("POST", "/orders/seed-1/cancel")
request = function() count = count + 1; return list[count % 10 + 1] end
LUA
}

memory() {
    local done=0 count rest first last=0 next=0 step=$((requests / 10))
    mix >"$folder/mix.lua"
    start armory
    echo "| requests | resident KiB |"
    echo "|---:|---:|"
    while [ "$done" -lt "$requests" ]; do
        read -r count rest < <(load "${url[armory]}" -d2s -s "$folder/mix.lua")
        done=$((done + count))
        if [ "$done" -ge $((next + step)) ]; then
            next=$((done / step * step))
            last=$(resident "${pid[armory]}")
            echo "| $done | $last |"
            # The first tenth fills pools, caches and the allocator.
            : "${first:=$last}"
        fi
    done
    echo
    echo "From the first of these lines to the last resident memory grew by $((last - first)) KiB; 2048 are allowed."
    [ $((last - first)) -le 2048 ] || failed=1
    finish_servers
}

failed=
for part in $parts; do
    case $part in
    speed | instructions | memory) "$part" ;;
    *) sed -n '2,/^set/p' "$0" | grep '^#' >&2; exit 64 ;;
    esac
    echo
done
[ -z "$failed" ]
