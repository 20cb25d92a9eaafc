"""The folders of Sources/Armory as floors of a house, and which other floors each floor may name (rule F).

A file names another folder when its code mentions a type that the other folder declares, or calls a method that only the other
folder declares. A floor names floors below it; one that names a floor above it has a reason. The page Design says what each floor owns.
"""

import re

from common import Tree, expect, files, read

ENGINE = "Sources/Armory"
DESIGN = "Sources/Armory/Armory.docc/Know/Design.md"
THIS = "Tests/lint/floors.py"
# The ground floor first. A line has only what the floor names today, so it grows only with a reason.
ALLOWED = {
    "Errors": "",
    "Events": "",
    "Lifetimes": "",
    "Modules": "Events",
    "Registration": "Events Lifetimes Modules",
    "Lending": "Registration",
    "Resolvable": "Lifetimes Registration",
    "Planning": "Events Modules Registration Resolvable",
    "Container": "Events Modules Registration Planning",
    "Injection": "Errors Registration",
    "Validation": "Errors Events Lifetimes Modules Registration Resolvable Planning Injection",
    "Overriding": "Modules Planning Validation",
    "Lifecycle": "Registration Planning",
    "Decoration": "Errors Events Modules Registration Planning Injection",
    "Graph": "Events Lifetimes Validation",
}
# The arrows that lead up.
UPWARD = {
    "Container -> Validation": "building a container checks its plan",
    "Container -> Lifecycle": "a container has its start and its hooks from the beginning",
    "Errors -> Validation": "near misses are looked for in the plan, as the faults are",
    "Events -> Graph": "what was measured is a part of the value of the graph",
    "Events -> Registration": "an event says what its record notes",
    "Modules -> Registration": "the builder infers a lifetime's type, and a walk ends at registrations",
    "Modules -> Planning": "a module may bring layers",
    "Planning -> Decoration": "a plan composes the records of its layers",
    "Planning -> Errors": "a fault of a registration is found where it is planned",
    "Registration -> Errors": "a factory that cannot be refused when it is compiled is refused in words",
    "Registration -> Planning": "a registration that chooses gets its choices when the container is planned",
    "Planning -> Lifecycle": "what the features keep for a container has its start and its hooks",
    "Planning -> Validation": "what an override misses is looked for as a fault's near hits are, and an entry is no registration",
    "Validation -> Decoration": "a cycle of a decorator is worded as one",
}

# Names that the language or the standard library has too, so that a call says nothing about a folder.
COMMON = set(
    "private dependencies faults unchecked append exchange insert remove removeAll removeLast contains filter reduce sorted reversed object storeBytes allocate"
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


def sources(root):
    """The files in the folders: (path, folder, text). The file beside them exports the core."""
    return [(path, path.split("/")[2], text) for path, text in files(root, ENGINE) if path.count("/") > 2]


def parsed(root):
    """The same with the names of each file: (path, folder, names)."""
    return [(path, folder, Names(text)) for path, folder, text in sources(root)]


def arrows(root):
    """Every use of another folder: (path, line, from, to, name)."""
    all_files = parsed(root)
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
        for homes, uses, suffix in ((types, names.mentions, ""), (methods, names.calls, "()")):
            for name, line in uses.items():
                home = homes.get(name, set())
                if len(home) == 1 and folder not in home:
                    found.append((path, line, folder, *home, name + suffix))
    return sorted(found)


def names_of(floor):
    return ALLOWED.get(floor, "").split()


def line_of_floor(floor):
    """The line of this file that has the floor, or the arrow; 1 if it has none."""
    with open(__file__, encoding="utf-8") as this:
        return next((number for number, line in enumerate(this, 1) if line.startswith(f'    "{floor}"')), 1)


def folders(root):
    """Every folder of the engine is a floor with its line, and the other way around."""
    there = {folder for _, folder, _ in sources(root)}
    found = [(f"{ENGINE}/{folder}", 1, f"the folder is no floor: give it a line in {THIS}") for folder in sorted(there - set(ALLOWED))]
    found += [(THIS, line_of_floor(floor), f"there is no folder {floor}: remove the line") for floor in ALLOWED if floor not in there]
    return len(there), found


def order(root):
    """The floors that a floor may name are below it."""
    floors = list(ALLOWED)
    found = [
        (THIS, line_of_floor(floor), f"{floor} may not name {name}, which is not below it: remove the name, or write the reason into UPWARD")
        for height, floor in enumerate(floors)
        for name in names_of(floor)
        if name not in floors[:height]
    ]
    return len(floors), found


def allowed(root):
    """No file names a folder that its floor may not."""
    all_arrows = arrows(root)
    found = [
        (path, line, f"{source} names {name} of {target}: move the code, or add {target} to the line of {source} in {THIS}")
        for path, line, source, target, name in all_arrows
        if target not in names_of(source) and f"{source} -> {target}" not in UPWARD
    ]
    return len(all_arrows), found


def used(root):
    """Every allowed arrow is used."""
    there = {(source, target) for _, _, source, target, _ in arrows(root)}
    found = [
        (THIS, line_of_floor(floor), f"{floor} no longer names {name}: remove the name")
        for floor in ALLOWED
        for name in names_of(floor)
        if (floor, name) not in there
    ]
    return len(there), found


def reasons(root):
    """Each arrow that leads up has a reason, and is used."""
    there = {f"{source} -> {target}" for _, _, source, target, _ in arrows(root)}
    found = [
        (THIS, line_of_floor(arrow), f"the reason for {arrow} is empty, or the arrow is gone: correct the line")
        for arrow, reason in UPWARD.items()
        if arrow not in there or not reason
    ]
    return len(UPWARD), found


def design(root):
    """The page Design describes every floor."""
    rows = [line for line in read(root, DESIGN).split("\n") if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    found = [(DESIGN, 1, f"no row of the table has {floor}: describe what it owns") for floor in ALLOWED if floor not in named]
    return len(ALLOWED), found


RULES = [folders, order, allowed, used, reasons, design]


def self_test():
    global ALLOWED, UPWARD
    own = ALLOWED, UPWARD
    try:
        ALLOWED = {"Ground": "", "Middle": "Ground", "Top": "Ground Middle"}
        UPWARD = {"Ground -> Middle": "a brick knows its wall"}
        test_rules()
    finally:
        ALLOWED, UPWARD = own


def test_rules():
    ground, middle, top = f"{ENGINE}/Ground/Brick.swift", f"{ENGINE}/Middle/Wall.swift", f"{ENGINE}/Top/Roof.swift"
    brick = (
        "struct Brick { let wall: Wall? }  // Roof in a comment is no use of it.\n"
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
        [
            ({f"{ENGINE}/Cellar/A.swift": ""}, f"{ENGINE}/Cellar:1"),
            ({middle: None}, f"{THIS}:{line_of_floor('Middle')}"),
        ],
    )
    expect(
        allowed,
        sound,
        [
            ({ground: brick + "let roof: Roof? = nil\n"}, f"{ground}:9"),
            ({ground: brick + "func f() { coverHouse(Int.self) }\n"}, f"{ground}:9"),
            ({ground: brick + 'func f() { _ = ""; let r = Roof.self }\n'}, f"{ground}:9"),
        ],
    )
    expect(used, sound, [({middle: "struct Wall {}\n"}, f"{THIS}:{line_of_floor('Middle')}")])
    expect(reasons, sound, [({ground: brick.replace(" let wall: Wall? ", "")}, f"{THIS}:{line_of_floor('Ground -> Middle')}")])
    expect(design, sound, [({DESIGN: page.replace(", `Middle`", "")}, f"{DESIGN}:1")])
    with Tree(sound) as root:
        assert not order(root)[1]
        before = ALLOWED["Ground"]
        ALLOWED["Ground"] = "Top"
        assert len(order(root)[1]) == 1, f"order reports {order(root)[1]}"
        ALLOWED["Ground"] = before
