"""The folders of Sources/Armory as floors of a house, and which floors below it each floor may name (rule F).

A file names another folder when its code mentions a type that the other folder declares, or calls a method that only the other
folder declares. The page Design says what each floor owns.
"""

import re

from common import Tree, expect, files, read

ENGINE = "Sources/Armory"
DESIGN = "Sources/Armory/Armory.docc/Know/Design.md"
THIS = "Tests/lint/floors.py"
# The ground floor first. A line has only what the floor names today, so it grows only with a reason.
ALLOWED = {
    "Platform": "",
    "Key": "Platform",
    "Errors": "Key",
    "Records": "Platform Key Errors",
    "Slots": "Platform Key Records",
    "Thread": "Platform Slots",
    "Making": "Platform Errors Records Slots Thread",
    "Events": "Platform Key Errors Records Slots Thread Making",
    "Core": "Platform Key Errors Records Slots Thread Making Events",
    "Lifetimes": "Platform Errors Records Thread Core",
    "Finding": "Key Errors Records Slots Thread Making Core",
    "Writing": "Key Errors Records Slots Events Core Finding",
    "Resolvable": "Platform Key Errors Records Thread Core Lifetimes Finding Writing",
    "Lookup": "Platform Key Errors Records Slots Thread Making Events Core Lifetimes Finding Writing Resolvable",
    "Registration": "Key Errors Records Core Lifetimes Writing",
    "Decoration": "Key Errors Records Thread Events Core Finding Writing Registration",
    "Scope": "Key Errors Records Slots Thread Core Finding",
    "Modules": "Key Errors Records Thread Core",
    "Validation": "Platform Key Errors Records Making Core Finding Resolvable Lookup Modules",
    "Loading": "Key Errors Records Thread Making Core Finding Writing Lookup Decoration Modules Validation",
    "Overriding": "Platform Key Errors Records Thread Core Finding Writing Resolvable Lookup Validation Loading",
    "Lifecycle": "Key Errors Records Slots Thread Events Core Finding Lookup Scope Validation",
    "Diagnostics": "Key Errors Records Slots Thread Events Core Lifetimes Writing Lookup Scope Validation Loading",
    "Injection": "Platform Key Errors Records Slots Thread Making Core Finding Lookup Registration",
    "Asking": "Platform Key Errors Records Slots Thread Making Core Lookup",
    "Lending": "Key Records Core Registration",
}
# The first floor of features. They are side by side: one that names another has a reason.
FIRST_FEATURE = "Registration"
FEATURE_ARROWS = {
    "Validation -> Modules": "a known module that is not in the container is a near miss, so it is flattened",
    "Decoration -> Registration": "the parameters of a decorator have sources, as those of a registration have",
    "Loading -> Modules": "what is loaded is a module",
    "Loading -> Decoration": "a module may bring layers",
    "Loading -> Validation": "a module is checked before it is loaded",
    "Overriding -> Validation": "which instances depend on an override is read from the dependency graph",
    "Overriding -> Loading": "overrides are collected and made eagerly as a module's registrations are",
    "Lifecycle -> Scope": "a start that fails closes the container",
    "Lifecycle -> Validation": "the order of the start is read from the dependency graph",
    "Diagnostics -> Scope": "a check asks a scope which seeds it accepts",
    "Diagnostics -> Validation": "the picture of a container is drawn from its dependency graph and faults",
    "Diagnostics -> Loading": "Module.validate collects the module into a container of its own",
    "Injection -> Registration": "call(_:) takes parameters as registrations do",
    "Lending -> Registration": "what lends its instance is a registration that keeps it",
}

# Names that the language or the standard library has too, so that a call says nothing about a folder.
COMMON = set(
    "private append exchange insert remove removeAll removeLast contains filter reduce sorted reversed object storeBytes allocate"
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


def parsed(root):
    """The files of the engine: (path, folder, names)."""
    return [(path, path.split("/")[2], Names(text)) for path, text in files(root, ENGINE)]


def arrows(root):
    """Every use of another folder: (path, line, from, to, name)."""
    sources = parsed(root)
    types = {}
    methods = {}
    for _, folder, names in sources:
        for name in names.types:
            types.setdefault(name, set()).add(folder)
        for name in names.methods:
            if len(name) > 5 and name not in COMMON:
                methods.setdefault(name, set()).add(folder)
    found = []
    for path, folder, names in sources:
        for homes, uses, suffix in ((types, names.mentions, ""), (methods, names.calls, "()")):
            for name, line in uses.items():
                home = homes.get(name, set())
                if len(home) == 1 and folder not in home:
                    found.append((path, line, folder, *home, name + suffix))
    return sorted(found)


def names_of(floor):
    return ALLOWED.get(floor, "").split()


def line_of_floor(floor):
    """The line of this file that has the floor; 1 if it is that of a feature arrow's text alone."""
    with open(__file__, encoding="utf-8") as this:
        return next((number for number, line in enumerate(this, 1) if line.startswith(f'    "{floor}"')), 1)


def folders(root):
    """Every folder of the engine is a floor with its line, and the other way around."""
    there = {path.split("/")[2] for path, _ in files(root, ENGINE)}
    found = [(f"{ENGINE}/{folder}", 1, f"the folder is no floor: give it a line in {THIS}") for folder in sorted(there - set(ALLOWED))]
    found += [(THIS, line_of_floor(floor), f"there is no folder {floor}: remove the line") for floor in ALLOWED if floor not in there]
    return len(there), found


def order(root):
    """A floor may name only floors below it."""
    floors = list(ALLOWED)
    found = [
        (THIS, line_of_floor(floor), f"{floor} may not name {name}, which is not below it: remove the name")
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
        if target not in names_of(source)
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
    """Features that name each other say why."""
    floors = list(ALLOWED)
    features = floors[floors.index(FIRST_FEATURE) :]
    named = {f"{floor} -> {name}" for floor in features for name in names_of(floor) if name in features}
    found = [(THIS, 1, f"no reason for {arrow}: write it into FEATURE_ARROWS") for arrow in sorted(named - set(FEATURE_ARROWS))]
    for arrow, reason in FEATURE_ARROWS.items():
        if arrow not in named or not reason:
            found.append((THIS, line_of_floor(arrow), f"the reason for {arrow} is empty, or the arrow is gone: correct the line"))
    return len(named), found


def design(root):
    """The page Design describes every floor, from the top."""
    page = read(root, DESIGN)
    position = 0
    found = []
    for floor in reversed(ALLOWED):
        at = page.find(f"| `{floor}` |", position)
        if at < 0:
            found.append((DESIGN, page.count("\n", 0, position) + 1, f"no row of {floor} in its place: describe what it owns"))
        else:
            position = at + 1
    return len(ALLOWED), found


RULES = [folders, order, allowed, used, reasons, design]


def self_test():
    global ALLOWED, FEATURE_ARROWS
    own = ALLOWED, FEATURE_ARROWS
    try:
        ALLOWED = {"Ground": "", FIRST_FEATURE: "Ground", "Top": f"Ground {FIRST_FEATURE}"}
        FEATURE_ARROWS = {f"Top -> {FIRST_FEATURE}": "the roof is registered"}
        test_rules()
    finally:
        ALLOWED, FEATURE_ARROWS = own


def test_rules():
    ground, middle, top = f"{ENGINE}/Ground/Brick.swift", f"{ENGINE}/{FIRST_FEATURE}/Wall.swift", f"{ENGINE}/Top/Roof.swift"
    brick = (
        "struct Brick {}  // Roof in a comment is no use of it.\n"
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
    page = "".join(f"| `{floor}` | text |\n" for floor in reversed(ALLOWED))
    sound = {ground: brick, middle: "struct Wall { let brick: Brick }\n", top: roof, DESIGN: page}
    expect(
        folders,
        sound,
        [
            ({f"{ENGINE}/Cellar/A.swift": ""}, f"{ENGINE}/Cellar:1"),
            ({middle: None}, f"{THIS}:{line_of_floor(FIRST_FEATURE)}"),
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
    expect(used, sound, [({middle: "struct Wall {}\n"}, f"{THIS}:{line_of_floor(FIRST_FEATURE)}")])
    expect(design, sound, [({DESIGN: page.replace("| `Ground` |", "")}, f"{DESIGN}:2")])
    with Tree(sound) as root:
        for rule, change in ((order, ("Ground", "Top")), (reasons, ("Top", "Ground"))):
            assert not rule(root)[1]
            before = ALLOWED[change[0]]
            ALLOWED[change[0]] = change[1]
            assert len(rule(root)[1]) == 1, f"{rule.__name__} reports {rule(root)[1]}"
            ALLOWED[change[0]] = before
