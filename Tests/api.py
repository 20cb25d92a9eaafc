#!/usr/bin/env python3
"""The page Know/API.md: the public API of Armory and its core, by what a program does with it, from the compiler's symbol graphs.

usage: api.py write MODULES         writes the page
       api.py check MODULES [PAGE]  exits 1 if the page is not what it would write, or the API is larger than its limits
       api.py counts MODULES        prints the numbers of types and of functions

MODULES is the folder of a debug build with the modules, as `swift build --show-bin-path` prints it. A new public symbol changes the
page: run `make api`, look at the difference, and commit it. A new type first needs a place in TASKS.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "Tests/Armory/Documentation/APIExampleTests.swift"
PAGE = ROOT / "Sources/Armory/Armory.docc/Know/API.md"

# The most that a program should have to learn: see the page's first lines.
MOST_TYPES = 90
MOST_FUNCTIONS = 260

# The registrations, as one chooses among them.
KINDS = """\
| Registration | An instance is | `Sendable` | `arguments:` | `eager`, `onShutdown` | `onStart`, `onStop` |
|---|---|---|---|---|---|
| `Transient` | new at every resolve | not needed | yes | no | no |
| `Singleton` | one for the container | required | no | yes | yes |
| `Shared` | one while any code holds it | required | yes: one for each value | no | no |
| `Scoped` | one in each scope | required | no | `onShutdown` | no |
| `Graph` | one for each outermost resolve | not needed | no | no | no |
| `Kept` | one for a lifetime | required | yes: one for each value | yes | no |
| `Unchecked` | as `lifetime` says, a singleton without it | not checked | yes: one for each value | as the lifetime | as the lifetime |

All have the initializers of `FactoryRegistration` and the modifiers of `Registration`."""

# What a program does, with the types for it, and the members of Container, Resolver and AsyncResolver.
TASKS = {
    "Register": (
        "How instances are created, how long they live, and under which keys they are found.",
        ["Plumbing.InferringRegistration", "FactoryRegistration", "Registration", "KeepingRegistration", "StartingRegistration",
         "ParameterSource", "RegistrationName", "TypedKey", "TypedKeys", "Singleton", "Transient", "Scoped", "Shared", "Graph",
         "Kept", "Unchecked", "Seeded", "Promised", "Declined", "Lender"],
        []),
    "Build": (
        "Modules of registrations, the container of them, and one for a test that overrides some.",
        ["Module", "Conditions", "ConditionInfo", "Configuration", "AutomaticModules", "ModuleElement", "ModuleBuilder"],
        ["init", "automatic", "overriding", "conditions", "setDefault"]),
    "Resolve": (
        "Asking a container, or the resolver that a factory gets. `T?`, `[T]`, `Lazy<T>` and `Provider<T>` are resolved by their types, and maps: "
        "`[String: T]` by the names that are texts, `[Region: T]` by those that are a `Region`, `[RegistrationName: T]` by all.",
        ["Container", "Resolver", "Lazy", "Provider", "Injected", "WeakInjected"],
        ["resolve", "with", "call", "inject", "resolveInNewGraph", "asCurrent", "current"]),
    "Open scopes": (
        "A scope for each request, and what it begins with.",
        ["ScopeTag", "ScopeSeed", "ScopeOutcome", "Owned"],
        ["withScope", "openScope", "currentScope", "tag"]),
    "Await": (
        "Factories that await, and those of the main actor.",
        ["AsyncResolver"],
        ["resolveAsync", "onMainActor"]),
    "Start and stop": (
        "The life of a container. The hooks are those of `KeepingRegistration` and `StartingRegistration`.",
        ["Phase"],
        ["start", "shutdown", "close", "phase", "isClosed"]),
    "Change what is made": (
        "Decorators, adapters, interceptors, and choices for each request.",
        ["Decorator", "Adapter", "Intercepted", "Interceptor", "AwaitingInterceptor", "InterceptedCreation",
         "InterceptedInstance", "Chosen"],
        []),
    "Limit a lifetime": (
        "Lifetimes of a `Kept`, and of types that define how they are created.",
        ["TimeToLive", "RecentlyUsed", "PerThread", "PerTask", "CustomLifetime", "Resolvable", "SharedResolvable",
         "UnsharedLifetime", "SharedLifetime", "UncheckedLifetime", "Substitution"],
        ["evict"]),
    "See and check": (
        "Errors, validation, the graph as data, and events.",
        ["ResolutionError", "ValidationReport", "CodeLocation", "Lifetime", "RegistrationInfo", "ContainerGraph",
         "ContainerEvent", "TimeSpan", "EventSubscriber", "EventBuffer"],
        ["validate", "dryRun", "graph", "graphFromDryRun"]),
    "Extend": (
        "What registrations of a program's own kind, and macros, are built on. No program that uses the library names them.",
        ["Plumbing"],
        []),
}

SHARED = ("Container", "Resolver", "AsyncResolver")
# The protocols that the page prints beside a type, and those that each one has too.
SHOWN = {
    "StartingRegistration": ["KeepingRegistration", "FactoryRegistration", "Registration", "ModuleElement", "Sendable"],
    "KeepingRegistration": ["FactoryRegistration", "Registration", "ModuleElement", "Sendable"],
    "InferringRegistration": ["FactoryRegistration", "Registration", "ModuleElement", "Sendable"],
    "FactoryRegistration": ["Registration", "ModuleElement", "Sendable"],
    "Registration": ["ModuleElement", "Sendable"],
    "ModuleElement": ["Sendable"],
    "CustomLifetime": ["Sendable"],
    "EventSubscriber": ["Sendable"],
    "Error": ["Sendable"],
    "Sendable": [],
}
TYPES = ("struct", "class", "enum", "protocol", "actor", "typealias")
FUNCTIONS = ("func", "init", "subscript", "macro", "method", "type.method", "func.op")


def symbols(modules):
    """The public symbols of both modules: (path, kind, declaration, abstract)."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for module in ("Armory", "ArmoryCore"):
            subprocess.run(
                ["swift-symbolgraph-extract", "-module-name", module, "-target", target(), "-I", f"{modules}/Modules", "-I", modules,
                 "-Xcc", f"-fmodule-map-file={ROOT}/CModules/CCore/include/module.modulemap",
                 "-Xcc", f"-fmodule-map-file={ROOT}/CModules/CXXHash/module.modulemap",
                 "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder],
                check=True, stdout=subprocess.DEVNULL)
        graphs = [json.loads(file.read_text()) for file in sorted(pathlib.Path(folder).glob("*.json"))]
        conformances = {}
        for graph in graphs:
            names = {symbol["identifier"]["precise"]: symbol["pathComponents"][-1] for symbol in graph["symbols"]}
            for relation in graph["relationships"]:
                name = names.get(relation["target"]) or relation.get("targetFallback", "").removeprefix("Swift.")
                # A condition, or a protocol that says nothing to a user, is left out.
                if relation["kind"] == "conformsTo" and "swiftConstraints" not in relation and name in SHOWN:
                    conformances.setdefault(relation["source"], set()).add(name)
        for graph in graphs:
            for symbol in graph["symbols"]:
                if symbol["kind"]["identifier"] == "swift.extension":
                    continue
                lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
                found.append((
                    symbol["pathComponents"], symbol["kind"]["identifier"].removeprefix("swift."),
                    declaration(
                        "".join(part["spelling"] for part in symbol["declarationFragments"]),
                        shown(conformances.get(symbol["identifier"]["precise"], ()), symbol)),
                    abstract(lines),
                    unavailable(symbol)))
    return found


def shown(conformances, symbol):
    """The protocols of a type, most telling first."""
    if symbol["kind"]["identifier"] not in ("swift.struct", "swift.class", "swift.enum"):
        return ""
    all_names = set(conformances)
    for name, inherited in SHOWN.items():
        if name in all_names:
            all_names -= set(inherited)
    return ", ".join(name for name in SHOWN if name in all_names)


def target():
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(info)["target"]["triple"]


def unavailable(symbol):
    return any(entry.get("isUnconditionallyUnavailable") for entry in symbol.get("availability", []))


def abstract(lines):
    """The first sentence of a comment."""
    text = []
    for line in lines:
        if not line.strip():
            break
        text.append(line.strip())
    text = re.sub(r"``([^`]*)``", lambda link: "`" + link[1].split("/")[-1].split("-(")[0] + "`", " ".join(text))
    sentence = re.match(r"(.*?[.:])(?: [A-Z`]|$)", text)
    return (sentence[1] if sentence else text).rstrip(":")


def declaration(text, protocols):
    """A declaration without what a reader of a list does not need, and the protocols of a type."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"(?:, )?\bfileID: StaticString(?: = #fileID)?, line: Int(?: = #line)?", "", text)
    text = re.sub(r"\bisolation: isolated \(any Actor\)\? = #isolation,? ?", "", text)
    text = re.sub(r"@(?:escaping|Sendable|concurrent|inlinable|frozen|discardableResult|preconcurrency) ", "", text)
    text = text.replace("Self.Instance", "Instance")
    text = text.replace("(, ", "(")
    if protocols:
        head, separator, conditions = text.partition(" where ")
        text = f"{head}{', ' if ' : ' in head else ' : '}{protocols}{separator}{conditions}"
    return text


def is_hidden(path):
    """What conformances bring, and has nothing to teach."""
    return path[-1] in ("customMirror", "hash(into:)", "==(_:_:)", "hashValue", "moduleContent", "definition", "init(recipe:)")


def task_of(path, kind):
    name = path[0]
    if name in SHARED and len(path) > 1:
        base = re.match(r"[^(]*", path[1])[0]
        for task, (_, types, members) in TASKS.items():
            if base in members or base in types:
                return task
    for length in range(len(path), 0, -1):
        name = ".".join(path[:length])
        for task, (_, types, _) in TASKS.items():
            if name in types:
                return task
    raise SystemExit(f"Tests/api.py: {'.'.join(path)} has no task: add it to TASKS")


def counts(all_symbols):
    """What the page lists."""
    listed = [(path, kind) for path, kind, _, _, gone in all_symbols if not gone and not is_hidden(path)]
    return sum(kind in TYPES for _, kind in listed), sum(kind in FUNCTIONS for _, kind in listed)


def page(all_symbols):
    types, functions = counts(all_symbols)
    lines = [
        "# The API",
        "",
        "Every public symbol of `Armory`, by what a program does with it.",
        "",
        "## Overview",
        "",
        "| You want | Write |",
        "|---|---|",
        "| a new instance, one for all, one for each request | `Transient`, `Singleton`, `Scoped` in a `Module`, or in `Container { … }` |",
        "| a protocol, a name, arguments | `Singleton((any P).self, A.init)`, `.named(\"a\")`, `.named(.init(Region.north))`, `Transient(arguments: Int.self)` |",
        "| a connection that awaits | `Singleton(Database.init).eager()`, and `try await container.start()` |",
        "| a request | `Seeded(RequestInfo.self)`, and `withScope(seeds: [ScopeSeed(info)])` |",
        "| commit or roll back | `Scoped(Transaction.init).onShutdown { transaction, end in … }` |",
        "| a cache for a minute | `Kept { Rates() }.lifetime(TimeToLive(.seconds(60)))` |",
        "| a list | `.contributed()` on each, and `[any Plugin]` |",
        "| something that may be missing | `P?` as a parameter, or `resolve(P?.self)` |",
        "| to resolve later | a parameter `Lazy<P>` or `Provider<P>`; with arguments, keep `Container.current` |",
        "| a fake in a test | `container.overriding { … }`: another container, which you start and shut down too |",
        "| to log around a service | `Decorator((any P).self) { inner in … }` |",
        "",
        f"There are {types} types, and {functions} functions and initializers; at most {MOST_TYPES} and {MOST_FUNCTIONS} are allowed. "
        "`make api` writes this page from the",
        "compiler's symbol graph, and a test fails while it differs. Locations of calls (`fileID:line:`), attributes, and what a conformance to",
        "`Hashable` brings are left out.",
        "",
    ]
    tasks = {task: {} for task in TASKS}
    programs = examples()
    for path, kind, declared, text, gone in all_symbols:
        if gone or is_hidden(path) or kind in ("associatedtype",):
            continue
        owner = path[:-1] if kind not in TYPES else path
        tasks[task_of(path, kind)].setdefault(tuple(owner), []).append((path, kind, declared, text))
    for task, (about, order, _) in TASKS.items():
        lines += [f"## {task}", "", about, ""]
        if task == "Register":
            lines += [KINDS, ""]
        if task in programs:
            lines += ["```swift", *programs[task], "```", ""]
        owners = tasks[task]

        def place(owner):
            names = [".".join(owner[:length]) for length in range(len(owner), 0, -1)]
            return next((order.index(name) for name in names if name in order), -1), owner

        for owner in sorted(owners, key=place):
            members = owners[owner]
            own = [member for member in members if tuple(member[0]) == owner]
            rest = sorted(
                (member for member in members if tuple(member[0]) != owner), key=lambda m: (rank(m[1]), m[0][-1].split("(")[0], len(m[2]), m[2]))
            title = ".".join(owner) or "Functions"
            lines += [f"### {title}" if own or owner[0] not in SHARED else f"### {title}: {task.lower()}", ""]
            for _, _, declared, text in own:
                lines += [f"`{declared}`", "", text, ""] if text else [f"`{declared}`", ""]
            lines += [f"- `{declared}`" + (f": {text}" if text else "") for _, _, declared, text in rest]
            if rest:
                lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def examples():
    """The code of each task, which a test runs."""
    found = {}
    task = None
    for line in EXAMPLES.read_text().splitlines():
        mark = re.match(r"\s*// API: (.*)", line)
        if mark:
            task = mark[1]
            if task in found:
                found[task] += ["```", "", "```swift"]
        elif line.strip() == "// end":
            task = None
        elif task:
            found.setdefault(task, []).append(line.removeprefix("        "))
    if set(found) - set(TASKS):
        raise SystemExit(f"Tests/api.py: no task for the examples {sorted(set(found) - set(TASKS))}")
    return found


def rank(kind):
    order = ["enum.case", "init", "type.property", "type.method", "property", "subscript", "method", "func.op"]
    return order.index(kind) if kind in order else len(order)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("write", "check", "counts"):
        sys.exit(__doc__)
    found = symbols(sys.argv[2])
    types, functions = counts(found)
    if sys.argv[1] == "counts":
        print(f"{types} types, {functions} functions and initializers")
        return
    text = page(found)
    if sys.argv[1] == "write":
        PAGE.write_text(text)
        return
    if types > MOST_TYPES or functions > MOST_FUNCTIONS:
        sys.exit(f"{types} types and {functions} functions are public; at most {MOST_TYPES} and {MOST_FUNCTIONS} may be")
    written = pathlib.Path(sys.argv[3]) if len(sys.argv) == 4 else PAGE
    if not written.exists() or written.read_text() != text:
        old = written.read_text().splitlines() if written.exists() else []
        new = text.splitlines()
        for line in sorted(set(new) ^ set(old))[:20]:
            print(("+ " if line in new else "- ") + line)
        sys.exit("Know/API.md is not what the symbol graph says: run `make api` and read the difference")


main()
