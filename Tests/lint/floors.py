"""The folders of Sources/Core and Sources/Armory as floors of two houses: a folder names only folders below it (rule F).

A file names another folder when its code mentions a type that the other folder declares, or calls a method that only the other
folder declares. The page Design says what each floor of Sources/Armory owns.
"""

import re

from common import Tree, expect, files, read

DESIGN = "Sources/Armory/Armory.docc/Know/Design.md"
THIS = "Tests/lint/floors.py"
ARMORY = "Sources/Armory"
# The ground floor first.
HOUSES = {
    "Sources/Core": "Key Errors Layout Cell Thread Construction Container Scope".split(),
    ARMORY: (
        "Errors Elements Events Lifecycle Lifetimes Registration Injection Decoration Lending Modules Resolvable Planning Validation "
        "Container Graph"
    ).split(),
}

# Names that the language or the standard library has too, so that a call says nothing about a folder.
COMMON = set(
    "private dependencies faults unchecked retain release append exchange insert remove removeAll removeLast contains filter reduce sorted reversed object storeBytes allocate"
    " deallocate initialize deinitialize compareExchange".split()
)
TYPE_KEYWORDS = {"struct", "class", "enum", "protocol", "actor", "typealias"}
# Words that may be before the keyword of a declaration.
MODIFIERS = set(
    "public package internal open final indirect nonisolated static mutating consuming borrowing".split()
)
# A comment, or the contents of a string; interpolations go with their strings.
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
WORD = re.compile(r"(@?)([A-Za-z_][A-Za-z0-9_]*)(<| *\(|)")


class Names:
    """The names that one source file declares and uses."""

    def __init__(self, text):
        self.types = set()
        self.methods = set()
        # The lines on which the file mentions a capitalised name, or calls another one.
        self.mentions = {}
        self.calls = {}
        code = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
        for number, line in enumerate(code.split("\n"), 1):
            words = WORD.findall(line)
            if not line.startswith(" "):
                self.types.update(declared(TYPE_KEYWORDS, words))
            self.methods.update(declared({"func"}, words))
            for _, word, call in words:
                if word[0].isupper():
                    self.mentions.setdefault(word, number)
                elif call:
                    self.calls.setdefault(word, number)


def declared(keywords, words):
    """The name that a declaration with one of the keywords gives, in a list; an empty list for any other line."""
    rest = [word for attribute, word, _ in words if not attribute]
    at = next((index for index, word in enumerate(rest) if word not in MODIFIERS), len(rest))
    return rest[at + 1 : at + 2] if at < len(rest) and rest[at] in keywords else []


def sources(root, house):
    """The files in the folders: (path, folder, text). The files beside them are no floor."""
    return [(path, path.split("/")[2], text) for path, text in files(root, house) if path.count("/") > 2]


def arrows(root, house):
    """Every use of another folder: (path, line, from, to, name)."""
    all_files = [(path, folder, Names(text)) for path, folder, text in sources(root, house)]
    types = {}
    methods = {}
    for _, folder, names in all_files:
        for name in names.types:
            types.setdefault(name, set()).add(folder)
        for name in names.methods:
            if len(name) > 5 and name not in COMMON:
                methods.setdefault(name, set()).add(folder)
    found = []
    for path, folder, names in all_files:
        for contexts, uses, suffix in ((types, names.mentions, ""), (methods, names.calls, "()")):
            for name, line in uses.items():
                context = contexts.get(name, set())
                if len(context) == 1 and folder not in context:
                    found.append((path, line, folder, *context, name + suffix))
    return sorted(found)


def folders(root):
    """Every folder is a floor, and the other way around."""
    count, found = 0, []
    for house, floors in HOUSES.items():
        there = {folder for _, folder, _ in sources(root, house)}
        count += len(there)
        found += [(f"{house}/{folder}", 1, f"the folder is no floor: add it to HOUSES in {THIS}") for folder in sorted(there - set(floors))]
        found += [(f"{house}/{floor}", 1, f"there is no folder {floor}: remove it from HOUSES in {THIS}") for floor in floors if floor not in there]
    return count, found


def order(root):
    """No file names a folder that is not below its own."""
    count, found = 0, []
    for house, floors in HOUSES.items():
        heights = {floor: height for height, floor in enumerate(floors)}
        for path, line, source, target, name in arrows(root, house):
            count += 1
            if heights.get(target, 0) > heights.get(source, len(floors)):
                found.append((path, line, f"{source} names {name} of {target}, which is not below it: move the code"))
    return count, found


def design(root):
    """The page Design describes every floor of Armory."""
    rows = [line for line in read(root, DESIGN).split("\n") if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    found = [(DESIGN, 1, f"no row of the table has {floor}: describe what it owns") for floor in HOUSES[ARMORY] if floor not in named]
    return len(HOUSES[ARMORY]), found


RULES = [folders, order, design]


def self_test():
    global HOUSES
    own = HOUSES
    try:
        HOUSES = {ARMORY: ["Ground", "Middle", "Top"]}
        test_rules()
    finally:
        HOUSES = own


def test_rules():
    ground, middle, top = f"{ARMORY}/Ground/Brick.swift", f"{ARMORY}/Middle/Wall.swift", f"{ARMORY}/Top/Roof.swift"
    brick = (
        "struct Brick { }  // Roof in a comment is no use of it.\n"
        "extension Brick {\n"
        "    /* nor is Roof() here */\n"
        '    func lay() { report("Roof, \\(self)") }\n'
        '    static let text = """\n        Roof\n        """\n'
        "}\n"
    )
    roof = (
        "@frozen public final class Roof {\n"
        "    let wall = Wall(Brick())\n"
        "    @inlinable package func coverHouse<T>(_ type: T.Type) {}\n"
        "}\n"
    )
    page = "| `Ground`, `Middle` | text |\n| `Top` | text |\n"
    sound = {ground: brick, middle: "struct Wall { let brick: Brick }\n", top: roof, DESIGN: page}
    expect(
        folders,
        sound,
        [({f"{ARMORY}/Cellar/A.swift": ""}, f"{ARMORY}/Cellar:1"), ({middle: None}, f"{ARMORY}/Middle:1")],
    )
    expect(
        order,
        sound,
        [
            ({ground: brick + "let roof: Roof? = nil\n"}, f"{ground}:9"),
            ({ground: brick + "func f() { coverHouse(Int.self) }\n"}, f"{ground}:9"),
            ({ground: brick + 'func f() { _ = ""; let r = Roof.self }\n'}, f"{ground}:9"),
        ],
    )
    expect(design, sound, [({DESIGN: page.replace(", `Middle`", "")}, f"{DESIGN}:1")])
