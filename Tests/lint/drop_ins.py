"""The modules with the APIs of other libraries, and the registry that they stand on."""

import re

from common import expect, files

REGISTRY = "Sources/Registry"
DROP_INS = ["ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver", "ArmorySwinject"]
MOST_CODE_LINES_OF_REGISTRY = 1300
MOST_CODE_LINES = 6000
# What the modules stand on; Armory itself is for the files that lead to native code alone.
ALLOWED = {"ArmoryCore", "ArmoryRegistry", "CCore", "Foundation", "Synchronization"}
# The system's own modules, and the file that alone asks the system.
SYSTEM = {"Darwin", "Glibc", "Musl"}
SYSTEM_FILE = f"{REGISTRY}/System.swift"
NATIVE = re.compile(r"/Native/|/\w*Native\w*\.swift$")
# Nothing below names one of them.
NAMES = re.compile(rf"\b({'|'.join(DROP_INS)}|EasyDi|Swinject|SwinjectAutoregistration|FactoryKit)\b")
BELOW = ["Sources/Armory", "Sources/Core"]


def folder(module):
    return f"Sources/DropIns/{module.removeprefix('Armory')}"


def numbered_lines(root):
    """The numbered lines of the modules and of the registry: (path, number, line)."""
    return [
        (path, number, line)
        for place in [REGISTRY] + [folder(module) for module in DROP_INS]
        for path, text in files(root, place)
        for number, line in enumerate(text.split("\n"), 1)
    ]


def imports(root):
    """The modules stand on the registry and the core, and re-export nothing."""
    count = 0
    found = []
    for path, number, line in numbered_lines(root):
        words = line.split()
        if "import" not in words[:-1] or "//" in line:
            continue
        count += 1
        module = words[-1].split(".")[0]
        is_allowed = module in ALLOWED or module == "Armory" and NATIVE.search(path) or module in SYSTEM and path == SYSTEM_FILE
        if not is_allowed or "@_exported" in line:
            found.append((path, number, f"{line.strip()!r}: import only {', '.join(sorted(ALLOWED))}, and Armory in Native files"))
    return count, found


def length(root):
    """The registry is small, and the modules are thin; comments are not counted."""
    counts = {"registry": 0, "all": 0}
    seen = set()
    for path, _, line in numbered_lines(root):
        text = line.lstrip()
        seen.add(path.rsplit("/", 1)[0])
        is_code = text != "" and not text.startswith("//")
        counts["all"] += is_code
        counts["registry"] += is_code and path.startswith(REGISTRY)
    found = []
    if counts["registry"] > MOST_CODE_LINES_OF_REGISTRY:
        found.append((REGISTRY, 1, f"{counts['registry']} lines of code, of {MOST_CODE_LINES_OF_REGISTRY}"))
    if counts["all"] > MOST_CODE_LINES:
        found.append((REGISTRY, 1, f"{counts['all']} lines of code with the five modules, of {MOST_CODE_LINES}"))
    for module in DROP_INS:
        if not any(place.startswith(folder(module)) for place in seen):
            found.append((folder(module), 1, "no code: correct the list of modules in Tests/lint/drop_ins.py"))
    return counts["all"], found


def independence(root):
    """What the modules stand on knows none of them."""
    sources = [source for folder in BELOW for source in files(root, folder)]
    found = []
    for path, text in sources:
        for number, line in enumerate(text.split("\n"), 1):
            match = NAMES.search(line)
            if match:
                found.append((path, number, f"{match[0]}: nothing here may know a module with another library's API"))
    return len(sources), found


def module_names(root):
    """No type has the name of a module, which would hide the module from its users."""
    declaration = re.compile(rf"(class|struct|enum|protocol|typealias) ({'|'.join(DROP_INS + ['Armory'])})\b")
    lines = numbered_lines(root)
    found = []
    for path, number, line in lines:
        match = declaration.search(line)
        if match:
            found.append((path, number, f"{match[2]} is the name of a module too: name the type otherwise"))
    return len(lines), found


RULES = [imports, length, independence, module_names]


def self_test():
    module, registry, engine = "Sources/DropIns/Resolver/A.swift", f"{REGISTRY}/A.swift", "Sources/Core/Key/A.swift"
    sound = {
        registry: "internal import CCore\nstruct B {}\n",
        f"{REGISTRY}/Native/A.swift": "package import Armory\n",
        SYSTEM_FILE: "internal import Glibc\n",
        "Sources/DropIns/Resolver/Native.swift": "public import Armory\n",
        engine: "struct C {}\n",
    } | {f"{folder(name)}/A.swift": "internal import ArmoryCore\nstruct A {}\n" for name in DROP_INS}
    expect(
        imports,
        sound,
        [
            ({module: sound[module] + "internal import Armory\n"}, f"{module}:3"),
            ({module: sound[module] + "internal import Glibc\n"}, f"{module}:3"),
            ({module: sound[module] + "@_exported import Foundation\n"}, f"{module}:3"),
        ],
    )
    expect(
        length,
        sound,
        [
            ({registry: "let a = 1\n" * 1301}, f"{REGISTRY}:1"),
            ({module: "let a = 1\n" * 6000}, f"{REGISTRY}:1"),
            ({module: None, "Sources/DropIns/Resolver/Native.swift": None}, "Sources/DropIns/Resolver:1"),
        ],
    )
    expect(independence, sound, [({engine: "// As EasyDi does it.\n"}, f"{engine}:1")])
    expect(module_names, sound, [({module: "enum ArmoryResolver {}\n"}, f"{module}:1")])
