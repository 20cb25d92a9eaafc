# Checks that cannot run as they should, and what a build says of them. Part of run.sh, on the application of generated.sh.

trouble() {
    local case wiring="$shop/$odd"
    shop

    odd '        print("a line of the wiring")'
    sound "a wiring that prints"
    says "a line of the wiring"

    odd '        fatalError("the wiring gives up")'
    broken "a wiring that crashes"
    says "the wiring gives up"

    odd '        let data = [1]; let index = data.count; _ = data[index]'
    broken "a wiring that traps"
    says "Index out of range"

    odd '        while true { sleep(1) }'
    broken "a wiring that hangs"
    says "error: the check of the graph has taken 5.0 seconds"

    odd '        if getpid() > 0 { exit(0) }'
    broken "a wiring that ends the process"
    says "error: the check of the graph ended before it had a result."

    odd '        if getpid() > 0 { throw Refusal(description: "no settings") }'
    broken "a module that throws"
    says "Sources/graph-check/CheckApp.swift:10:9: error: The module of app cannot be created: no settings"

    odd '        guard let url = ProcessInfo.processInfo.environment["SHOP_DATABASE"] else {
            throw Refusal(description: "SHOP_DATABASE is not set")
        }
        if url == "none" { print(url) }'
    broken "a variable that is not set"
    says "error: The module of app cannot be created: SHOP_DATABASE is not set"

    odd
    edits "$wiring" 's/Singleton { Part(name: "odd") }/Singleton(Whole.init)/'
    broken "a file whose name has a blank"
    finds "$wiring:$(line "$wiring" "(Whole.init)"):13" "Whole .*Part.*" missing

    odd
    sound "a wiring that has been mended"
    commands
    echo "checks that cannot run: each says why"
}

# checks [ARGUMENTS]: runs swift package check-graph
checks() { swift package --package-path "$shop" check-graph "$@" >"$folder/output" 2>&1; }

commands() {
    local manifest="$shop/Package.swift" kept
    kept=$(cat "$manifest")
    case="check-graph"
    checks || fail "$case: it fails" "$folder/output"
    says "The graph has no fault (501 registrations)."
    checks --nonsense && fail "$case: an unknown option is taken" "$folder/output"
    says "--nonsense is not an option of check-graph"

    case="two programs"
    mkdir -p "$shop/Sources/other-check"
    cp "$shop/Sources/graph-check/CheckApp.swift" "$shop/Sources/other-check/"
    edits "$manifest" \
        's/^        .executableTarget(name: "app"/.executableTarget(name: "other-check", dependencies: ["Wiring", .product(name: "ArmoryCheck", package: "armory")]), &/'
    checks && fail "$case: it succeeds" "$folder/output"
    says "Choose one with --tool."
    checks --tool other-check || fail "$case: it fails for one of them" "$folder/output"
    says "The graph has no fault (501 registrations)."

    case="no program"
    rm -rf "$shop/Sources/other-check"
    printf '%s\n' "$kept" | sed -e '/executableTarget($/,/ArmoryCheck/d' -e '/CheckGraph", cap/d' -e 's/, plugins: .*\])/)/' >"$manifest"
    checks && fail "$case: it succeeds" "$folder/output"
    says "has no executable target that depends on ArmoryCheck"
    printf '%s\n' "$kept" >"$manifest"
}
