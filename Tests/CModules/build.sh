#!/bin/sh
# Builds the C module's test.
#
# usage: Tests/CModules/build.sh FOLDER OPTION...    OPTION: of the compiler, such as -O1 or -fsanitize=thread
#
# The program is FOLDER/c-modules, with ThreadSanitizer FOLDER/c-modules-thread.

set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/objects"
folder=$(cd "$1" && pwd)
shift
cd "$folder/objects"
rm -f ./*.o
"${CC:-clang}" -std=c11 -D_GNU_SOURCE -gdwarf-4 -pthread "$@" -I"$root/CModules/CCore/include" -c "$root"/CModules/CCore/*.c \
    "$root/Tests/CModules/main.c"
case " $* " in
# The sanitizer's library needs others of the toolchain, which swiftc finds.
*" -fsanitize=thread "*) "${SWIFT:-swift}c" -sanitize=thread ./*.o -ldispatch -lBlocksRuntime -o "$folder/c-modules-thread" ;;
*) "${CC:-clang}" -pthread ./*.o -o "$folder/c-modules" ;;
esac
