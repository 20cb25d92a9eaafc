"""The engine and what stands on it: documented Swift and C alone, and sizes that one can take over."""

import re

from common import code_lines, expect, files, read

CORE = "Sources/Core"
ARMORY = "Sources/Armory"
REGISTRY = "Sources/Registry"
C_CORE = "CModules"
# The most lines of code, without comments, of a folder of Swift and of the C modules.
MOST_LINES = {CORE: 8442, ARMORY: 7420, REGISTRY: 1300, C_CORE: 559}
# What no compiler promises, as a pattern, with the files that alone may have it; see the list in Design.md.
UNPROMISED = [
    (r"@_silgen_name|@_cdecl|@_extern\b", []),
    (r"\bswiftcall|\bswift_[a-z]\w*|\bpreserve_most\b", []),
    (r"_openExistential|_withUnprotected|_withUnsafeGuaranteedRef|_mangledTypeName|_typeName\b|_getTypeByName", []),
    (r"@exclusivity\(unchecked\)|@_semantics|@_alignment|@_rawLayout|@_optimize|_fastPath|_slowPath", []),
    (r"\bBuiltin\.|\bunsafeAddress\b|\bMemoryLayout<[^>]*>\.offset", []),
    (r"\bunsafeBitCast", [f"{CORE}/Key/Words.swift"]),
    (r"@_unsafeNonescapableResult", []),
    (r"@_lifetime", [f"{CORE}/Layout/Resolver.swift"]),
]
# What is underscored and allowed, in the core and in the library on it: see the same list.
ALLOWED = {
    CORE: {"@_disfavoredOverload"},
    ARMORY: {"@_disfavoredOverload", "@_exported", "@_documentation", "@_alwaysEmitIntoClient"},
    REGISTRY: set(),
    C_CORE: set(),
}
# The modules that each may import.
IMPORTS = {CORE: {"CCore"}, ARMORY: {"ArmoryCore", "CCore", "Synchronization"}}
FORBIDDEN = [
    (r"\bas! ", "use a conditional cast and handle nil"),
    (r"\btry! ", "throw, or handle the error"),
    (r"\bMutex[<(]", "use Guarded, or a mutex of CCore"),
    (r"\batomicMemoryFence", "use an ordering of an access: ThreadSanitizer does not know fences"),
    (r"\b(print|dump)\(", "the library prints nothing"),
]
# Where a rule of habits does not hold: the registry prints what the other libraries print.
EXEMPT = {f"{REGISTRY}/System.swift"}
# The list of the ways into the core, and how many there may be.
ENTRIES_PAGE = "Sources/Armory/Armory.docc/Know/DesignOfTheCore.md"
ENTRIES_HEADING = "## What features stand on\n"
MOST_ENTRIES = 8
# In how many files one reads what a container does.
MOST_EXTENSIONS = 25
# The rows of the same page that say where the most read walks lead: how many files each may take, and the functions that it passes.
WALKS = {
    "a miss makes a singleton": (4, "resolve resolveUnready resolveCellInstance claimIfEmpty publishIfNobodyWaits"),
    "a lost race waits": (5, "resolve resolveUnready resolveCellInstance claim waitForMaker findCycle sleep wakeSleepers"),
    "a task waits, or makes": (6, "resolveSlotAsync findSlot takeJoinOrClaimCell startTask claim addWaiter wait endMakingLocked endMaking"),
}


def is_code(line):
    return line.strip() != "" and not line.lstrip().startswith("//")


def swift(root, folders=(CORE, ARMORY, REGISTRY)):
    """The files of some folders: (folder, path, text)."""
    return [(folder, path, text) for folder in folders for path, text in files(root, folder)]


def c(root):
    return [(C_CORE, path, text) for suffix in (".h", ".c") for path, text in files(root, C_CORE, suffix)]


def documented(root):
    """The sources use only what the language and the C standard document."""
    sources = swift(root) + c(root)
    found = []
    for folder, path, text in sources:
        for number, line in code_lines(text):
            for pattern, places in UNPROMISED:
                match = re.search(pattern, line)
                if match and path not in places:
                    found.append((path, number, f"{match[0]}: no compiler promises it; see Design.md"))
            for word in re.findall(r"@_\w+", line):
                is_known = any(re.fullmatch(f"({pattern})", word) for pattern, _ in UNPROMISED)
                if word not in ALLOWED[folder] and not is_known:
                    found.append((path, number, f"{word}: underscored, and not on the list of Design.md"))
    return len(sources), found


def habits(root):
    """The sources name nothing that they must not use, and say why each unchecked conformance is sound."""
    sources = swift(root)
    found = []
    for _, path, text in sources:
        lines = text.split("\n")
        for number, line in code_lines(text):
            for pattern, advice in FORBIDDEN:
                if re.search(pattern, line) and path not in EXEMPT:
                    found.append((path, number, f"{line.strip()!r}: {advice}"))
            if "@unchecked Sendable" in line and "//" not in lines[number - 1] and "//" not in lines[number - 2]:
                found.append((path, number, "@unchecked Sendable without a reason: say what guards the type"))
    return len(sources), found


def imports(root):
    """The core needs CCore alone, and the library on it nothing of the system's libraries. drop_ins.py has the registry's imports."""
    count = 0
    found = []
    for folder, path, text in swift(root, IMPORTS):
        for number, line in code_lines(text):
            match = re.match(r"\s*(?:@\w+ )*(?:\w+ )?import (\w+)", line)
            if not match:
                continue
            count += 1
            if match[1] not in IMPORTS[folder]:
                found.append((path, number, f"import of {match[1]}: {folder} imports {', '.join(sorted(IMPORTS[folder]))} alone"))
    return count, found


def size(root):
    """The parts stay as small as they are meant to be; comments do not count."""
    counts = dict.fromkeys(MOST_LINES, 0)
    for folder, _, text in swift(root) + c(root):
        counts[folder] += sum(is_code(line) for line in text.split("\n"))
    found = [(folder, 1, f"{count} lines of code, of {MOST_LINES[folder]}") for folder, count in counts.items() if count > MOST_LINES[folder]]
    return sum(counts.values()), found


def entries(root):
    """A protocol of the core that a type outside of it conforms to is an entry point: the page lists it, with few others, and all exist."""
    others = (text for path, text in files(root, "Sources") if not path.startswith(f"{CORE}/"))
    outside = "\n".join(line for text in others for _, line in code_lines(text))
    conformances = re.findall(r"\b(?:class|struct|enum|actor|extension|protocol) [^{:]*:([^{]*)", outside)
    conformed = set(re.findall(r"\w+", " ".join(conformances)))
    page = read(root, ENTRIES_PAGE)
    start = page.index(ENTRIES_HEADING)
    section = page[start : page.index("\n## ", start + 1)]
    line = page[:start].count("\n") + 1
    rows = re.findall(r"^\| (?!Entry)([^|]*`[^|]*)\|", section, re.M)
    found = [(ENTRIES_PAGE, line, f"{len(rows)} entries, of {MOST_ENTRIES}")] if len(rows) > MOST_ENTRIES else []
    found += [(ENTRIES_PAGE, line, f"{row.strip()}: one name a row") for row in rows if not re.fullmatch(r"`\w+` *", row)]
    core = [(path, number, code) for path, text in files(root, CORE) for number, code in code_lines(text)]
    words = set(re.findall(r"\w+", " ".join(code for _, _, code in core)))
    listed = re.findall(r"\w+", " ".join(re.findall(r"(?<!`)`(\w+)`(?!`)", section)))
    found += [(ENTRIES_PAGE, line, f"{name}: nothing in {CORE} has this name") for name in listed if name not in words]
    for path, number, code in core:
        match = re.search(r"\b(?:package|public) protocol (\w+)", code)
        if match and match[1] in conformed and match[1] not in listed:
            found.append((path, number, f"{match[1]}: a type outside of the core conforms to it, and {ENTRIES_PAGE} does not list it"))
    return len(rows), found


def extensions(root):
    """What a container does is in few files."""
    paths = [path for _, path, text in swift(root, (CORE, ARMORY)) if re.search(r"^(public |package )?extension Container\b", text, re.MULTILINE)]
    too_many = f"the {{}}th file that extends Container, of {MOST_EXTENSIONS}: put it where the others of its subject are"
    return len(paths), [(path, 1, too_many.format(number)) for number, path in enumerate(paths, 1) if number > MOST_EXTENSIONS]


def walks(root):
    """The walks that one reads to know the engine take few files, which declare the functions of the walk and call them."""
    page = read(root, ENTRIES_PAGE).split("\n")
    core = {path.split("/")[-1]: "\n".join(line for _, line in code_lines(text)) for path, text in files(root, CORE)}
    found = []
    count = 0
    for walk, (most, functions) in WALKS.items():
        row = next((number for number, line in enumerate(page, 1) if line.startswith(f"| {walk} |")), 0)
        names = re.findall(r"[\w+]+\.swift", page[row - 1]) if row else []
        count += len(names)
        code = {name: core.get(name, "") for name in names}
        unused = [name for name in names if not any(re.search(rf"func {function}\b", code[name]) for function in functions.split())]
        faults = [f"{len(names)} files, of {most}"] if len(names) > most else []
        faults += [f"{name} declares no function of it" for name in unused]
        for function in functions.split():
            whole = "\n".join(code.values())
            if not re.search(rf"func {function}\b", whole) or not re.search(rf"(?<!func )\b{function}\b *[(<{{]", whole):
                faults.append(f"no file of it declares and calls {function}")
        found += [(ENTRIES_PAGE, row, f"{walk}: {fault}") for fault in faults[:1]]
    return count, found


RULES = [documented, habits, imports, size, entries, extensions, walks]


def self_test():
    key, cell, header, library = f"{CORE}/Key/A.swift", f"{CORE}/Cell/B.swift", f"{C_CORE}/CCore/include/a.h", f"{ARMORY}/A.swift"
    sound = {
        key: "struct A {}\n",
        cell: "internal import CCore\n/// unsafeBitCast is a word of a comment.\nstruct B { let a: A }\n",
        header: "int a(void);\n",
        library: "@_exported public import ArmoryCore\n",
        f"{REGISTRY}/A.swift": "internal import Foundation\n",
        f"{CORE}/Key/Words.swift": "let a = unsafeBitCast(b, to: A.self)\n",
    }
    expect(
        documented,
        sound,
        [({cell: f"let a = {word}\n"}, f"{cell}:1") for word in ("unsafeBitCast(b)", "_openExistential(b)", "@_silgen_name", "@_spi(A)")]
        + [({header: "void *swift_retain(void *);\n"}, f"{header}:1")]
        + [({library: f"let a = {word}\n"}, f"{library}:1") for word in ("unsafeBitCast(b)", "@_spi(A)", "@_lifetime(copy b)")],
    )
    faults = ("let a = b as! A", "print(a)", "let a = Mutex(1)", "struct C: @unchecked Sendable {}")
    expect(habits, sound, [({path: f"{line}\n"}, f"{path}:1") for path in (cell, library) for line in faults])
    expect(
        imports,
        sound,
        [({cell: "import Synchronization\n"}, f"{cell}:1"), ({library: sound[library] + "@preconcurrency internal import Foundation\n"}, f"{library}:2")],
    )
    expect(size, sound, [({cell: "let a = 1\n" * (MOST_LINES[CORE] + 1)}, f"{CORE}:1"), ({header: "int a;\n" * (MOST_LINES[C_CORE] + 1)}, f"{C_CORE}:1")])
    entry = {cell: "package protocol Listening {}\npackage protocol Inner {}\n", library: "struct A: B, Listening {}\n"}
    page = ENTRIES_HEADING + "\n| Entry | For |\n|---|---|\n| `Listening` | a |\n\n## Next\n"
    expect(
        entries,
        {**sound, **entry, ENTRIES_PAGE: page},
        [({library: entry[library] + "extension A: Inner {}\n"}, f"{cell}:2")]
        + [({ENTRIES_PAGE: page.replace("| a |\n", f"| a |\n{row}")}, f"{ENTRIES_PAGE}:1") for row in ("| `Inner` | b |\n" * MOST_ENTRIES, "| `C` | c |\n", "| `Inner`, `Inner` | c |\n")],
    )
    extending = {f"{CORE}/Cell/{number:02}.swift": "package extension Container {}\n" for number in range(MOST_EXTENSIONS)}
    expect(extensions, {**sound, **extending}, [({f"{CORE}/Cell/99.swift": "extension Container: A {}\n"}, f"{CORE}/Cell/99.swift:1")])
    for walk, (most, functions) in WALKS.items():
        others = [f"| {other} | `All.swift` |\n" for other in WALKS if other != walk]
        row = f"| {walk} |" + ",".join(f" `A{number}.swift`" for number in range(most)) + " |\n"
        every = " ".join(functions for _, functions in WALKS.values()).split()
        parts = [functions.split()[number::most] for number in range(most)]
        code = [" ".join(f"func {name}() {{ {name}() }}" for name in part) + "\n" for part in parts]
        whole = " ".join(f"func {name}() {{ {name}() }}" for name in every) + "\n"
        tree = {f"{CORE}/Cell/A{number}.swift": text for number, text in enumerate(code)}
        tree |= {f"{CORE}/Cell/All.swift": whole, f"{CORE}/Cell/A+B.swift": code[0], ENTRIES_PAGE: row + "".join(others)}
        rows = [row.replace(" |\n", ", A+B.swift |\n"), row.replace(", `A1.swift`", ""), row.replace("A1", "A9"), row.replace("A1", "A1+B")]
        faults = [({ENTRIES_PAGE: changed + "".join(others)}, f"{ENTRIES_PAGE}:1") for changed in rows]
        faults += [({ENTRIES_PAGE: "".join(others)}, f"{ENTRIES_PAGE}:0")]
        faults += [({f"{CORE}/Cell/A1.swift": f"func {parts[1][0]}() {{}}\n"}, f"{ENTRIES_PAGE}:1")]
        expect(walks, tree, faults)
