"""The core: documented Swift and C alone, folders in an order, and a size that one can take over."""

import re

from common import code_lines, expect, files

CORE = "Sources/Core"
# The container that stands on the core alone, and will be all of Armory.
SEALED = "Sources/Sealed"
C_CORE = "CModules/CCore"
# While the container that stands on it is carried over. When the other one has gone, 7,000 and 500 count again: see Design.md.
MOST_CODE_LINES = 8200
MOST_C_LINES = 580
# What no compiler promises, as a pattern, with the file that alone may have it; see the list in Design.md.
UNPROMISED = [
    (r"@_silgen_name|@_cdecl|@_extern\b", None),
    (r"\bswiftcall|\bswift_[a-z]\w*|\bpreserve_most\b", None),
    (r"_openExistential|_withUnprotected|_withUnsafeGuaranteedRef|_mangledTypeName|_typeName\b|_getTypeByName", None),
    (r"@exclusivity\(unchecked\)|@_semantics|@_alignment|@_rawLayout|@_optimize|_fastPath|_slowPath", None),
    (r"\bBuiltin\.|\bunsafeAddress\b|\bMemoryLayout<[^>]*>\.offset", None),
    (r"\bunsafeBitCast", f"{CORE}/Key/Words.swift"),
    (r"@_lifetime|@_unsafeNonescapableResult", f"{CORE}/Layout/Resolver.swift"),
]
# What is underscored and allowed anywhere in the core.
ALLOWED = {"@_disfavoredOverload"}
# And in the container on it: see the same list.
ALLOWED_IN_SEALED = ALLOWED | {"@_exported", "@_documentation", "@_alwaysEmitIntoClient"}
FORBIDDEN = [
    (r"\bas! ", "use a conditional cast and handle nil"),
    (r"\btry! ", "throw, or handle the error"),
    (r"\bMutex[<(]", "use Guarded, or a mutex of CCore"),
    (r"\batomicMemoryFence", "use an ordering of an access: ThreadSanitizer does not know fences"),
    (r"\b(print|dump)\(", "the library prints nothing"),
    (r"^\s*(\w+ )?import (?!CCore\b)", "the core needs CCore alone"),
]
# A folder names only those before it; Errors and Key are below all.
FOLDERS = ["Key", "Errors", "Layout", "Thread", "Cell", "Construction", "Container", "Scope"]


def is_code(line):
    return line.strip() != "" and not line.lstrip().startswith("//")


def documented(root):
    """The core uses only what the language and the C standard document."""
    sources = files(root, CORE) + files(root, SEALED) + files(root, C_CORE, ".h") + files(root, C_CORE, ".c")
    found = []
    for path, text in sources:
        for number, line in code_lines(text):
            for pattern, only in UNPROMISED:
                match = re.search(pattern, line)
                if match and path != only and not (path.startswith(SEALED) and re.fullmatch("@_lifetime", match[0])):
                    found.append((path, number, f"{match[0]}: no compiler promises it; see Design.md"))
            for word in re.findall(r"@_\w+", line):
                is_known = any(re.fullmatch(f"({pattern})", word) for pattern, _ in UNPROMISED)
                allowed = ALLOWED_IN_SEALED if path.startswith(SEALED) else ALLOWED
                if word not in allowed and not is_known:
                    found.append((path, number, f"{word}: underscored, and not on the list of Design.md"))
    return len(sources), found


def habits(root):
    """The core names nothing that it must not use, and says why each unchecked conformance is sound."""
    sources = files(root, CORE)
    found = []
    for path, text in sources:
        lines = text.split("\n")
        for number, line in code_lines(text):
            for pattern, advice in FORBIDDEN:
                if re.search(pattern, line):
                    found.append((path, number, f"{line.strip()!r}: {advice}"))
            if "@unchecked Sendable" in line and "//" not in lines[number - 1] and "//" not in lines[number - 2]:
                found.append((path, number, "@unchecked Sendable without a reason: say what guards the type"))
    return len(sources), found


def order(root):
    """A folder of the core declares nothing that a folder below it names."""
    declared = {}
    texts = {}
    for path, text in files(root, CORE):
        folder = path.split("/")[2]
        # Comments may name anything, and so may what stands in quotation marks.
        code = "\n".join(re.sub(r'"[^"]*"', '""', line) for _, line in code_lines(text))
        texts[path] = (folder, code)
        for match in re.finditer(r"^(?:@\w+\s+)*(?:public |package |private |fileprivate )?(?:final )?(?:class|struct|enum|protocol|actor) (\w+)", code, re.M):
            if not match[0].lstrip().startswith(("private ", "fileprivate ")):
                declared[match[1]] = folder
    found = []
    for path, (folder, code) in texts.items():
        if folder not in FOLDERS:
            found.append((path, 1, f"{folder} is no folder of the core: add it to FOLDERS of Tests/lint/core.py"))
            continue
        for number, line in enumerate(code.split("\n"), 1):
            for name in re.findall(r"\b[A-Z]\w*", line):
                above = declared.get(name)
                if above in FOLDERS and FOLDERS.index(above) > FOLDERS.index(folder):
                    found.append((path, number, f"{folder} names {name}, which {above} declares, a folder above it"))
    return len(texts), found


def size(root):
    """The core stays as small as it is meant to be; comments do not count."""
    swift = sum(is_code(line) for _, text in files(root, CORE) for line in text.split("\n"))
    c = sum(is_code(line) for suffix in (".h", ".c") for _, text in files(root, C_CORE, suffix) for line in text.split("\n"))
    found = []
    if swift > MOST_CODE_LINES:
        found.append((CORE, 1, f"{swift} lines of code, of {MOST_CODE_LINES}"))
    if c > MOST_C_LINES:
        found.append((C_CORE, 1, f"{c} lines of code, of {MOST_C_LINES}"))
    return swift + c, found


RULES = [documented, habits, order, size]


def self_test():
    key, cell, header = f"{CORE}/Key/A.swift", f"{CORE}/Cell/B.swift", f"{C_CORE}/include/a.h"
    sound = {
        key: "struct A {}\n",
        cell: "internal import CCore\n/// unsafeBitCast is a word of a comment.\nstruct B { let a: A }\n",
        header: "int a(void);\n",
        f"{SEALED}/Armory.swift": "@_exported public import ArmoryCore\n",
        f"{CORE}/Key/Words.swift": "let a = unsafeBitCast(b, to: A.self)\n",
    }
    expect(
        documented,
        sound,
        [({cell: f"let a = {word}\n"}, f"{cell}:1") for word in ("unsafeBitCast(b)", "_openExistential(b)", "@_silgen_name", "@_spi(A)")]
        + [({header: "void *swift_retain(void *);\n"}, f"{header}:1")]
        + [({f"{SEALED}/A.swift": f"let a = {word}\n"}, f"{SEALED}/A.swift:1") for word in ("unsafeBitCast(b)", "@_spi(A)")],
    )
    expect(
        habits,
        sound,
        [({cell: f"{line}\n"}, f"{cell}:1") for line in ("import Foundation", "let a = b as! A", "print(a)", "struct C: @unchecked Sendable {}")],
    )
    expect(order, sound, [({key: "struct A { let b: B }\n"}, f"{key}:1"), ({f"{CORE}/Other/C.swift": "struct C {}\n"}, f"{CORE}/Other/C.swift:1")])
    expect(size, sound, [({cell: "let a = 1\n" * 8201}, f"{CORE}:1"), ({header: "int a;\n" * 581}, f"{C_CORE}:1")])
