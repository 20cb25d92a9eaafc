"""What the sources may import and name, and the rules of the test suites."""

import re

from common import code_lines, expect, files

ENGINE = "Sources/Armory"
MOST_LINES = 400
# The examples of the pages are one file for each page.
MOST_LINES_OF_EXAMPLES = 1000
# The files that alone may import a module.
IMPORTERS = {
    "CXXHash": f"{ENGINE}/Key/KeyHash.swift",
    "CPlatform": f"{ENGINE}/Platform/Platform.swift",
    "Foundation": None,
    "FoundationEssentials": None,
    "Dispatch": None,
    "Glibc": None,
    "Musl": None,
    "Darwin": None,
    "Testing": None,
    "XCTest": None,
}
# A text that the engine may not have, the file that alone may have it, and what to do.
FORBIDDEN = [
    ("Mutex<", None, "use Lock, the library's own"),
    ("Mutex(", None, "use Lock, the library's own"),
    ("atomicMemoryFence", None, "use an ordering of an access: ThreadSanitizer does not know fences"),
    ("as! ", None, "use a conditional cast and handle nil"),
    ("try! ", None, "throw, or handle the error"),
    ("fatalError(", f"{ENGINE}/Platform/ProcessEnd.swift", "call a function of Platform/ProcessEnd.swift"),
    ("print(", None, "report an event: the library prints nothing"),
    ("dump(", None, "report an event: the library prints nothing"),
]
SUITES = ["Tests/ArmoryTests", "Tests/ArmoryStressTests", "Tests/ArmoryModelTests"]


def imported(line):
    """The module that a line imports, or None."""
    words = line.split()
    return words[words.index("import") + 1] if "import" in words[:-1] else None


def imports(root):
    """The engine imports nothing of the system's libraries, and one file imports each C module of its own."""
    count = 0
    found = []
    for path, text in files(root, ENGINE):
        for number, line in code_lines(text):
            module = imported(line)
            if module is None:
                continue
            count += 1
            if module in IMPORTERS and IMPORTERS[module] != path:
                only = IMPORTERS[module] or "no file of the engine"
                found.append((path, number, f"import of {module}: {only} may import it"))
    return count, found


def imports_of_testing(root):
    """ArmoryTesting needs only the toolchain's Testing."""
    count = 0
    found = []
    for path, text in files(root, "Sources/ArmoryTesting"):
        for number, line in code_lines(text):
            module = imported(line)
            count += module is not None
            if module not in (None, "Armory", "Testing"):
                found.append((path, number, f"import of {module}: ArmoryTesting imports only Armory and Testing"))
    return count, found


def forbidden(root):
    """The engine names nothing that it must not use."""
    sources = files(root, ENGINE)
    found = []
    for path, text in sources:
        for number, line in code_lines(text):
            for word, only, advice in FORBIDDEN:
                if word in line and path != only:
                    found.append((path, number, f"{word.strip()} is not allowed here: {advice}"))
    return len(sources), found


def unchecked(root):
    """Every unchecked conformance says why it is sound."""
    count = 0
    found = []
    for path, text in files(root, ENGINE):
        lines = text.split("\n")
        for number, line in code_lines(text):
            if "@unchecked Sendable" not in line:
                continue
            count += 1
            whole = lines[number - 1]
            is_explained = "//" in whole or number > 1 and "//" in lines[number - 2]
            # A subclass inherits the reason with the conformance.
            is_subclass = "class" in whole and ": Any" in whole or ": Typed" in whole
            if not is_explained and not is_subclass:
                found.append((path, number, "@unchecked Sendable without a reason: add a comment that says what guards the type"))
    return count, found


def file_length(root):
    """Files are short enough to be read as a whole."""
    all_files = files(root, "Sources") + files(root, "Tests") + files(root, "Tests/lint", ".py")
    found = []
    for path, text in all_files:
        count = text.count("\n")
        most = MOST_LINES_OF_EXAMPLES if "/Documentation/" in path else MOST_LINES
        if count > most:
            found.append((path, most + 1, f"{count} lines, of {most}: split the file by its subjects"))
    return len(all_files), found


def leak_checks(root):
    """Every suite of the engine looks for leaks: one that makes nothing leaves nothing behind."""
    count = 0
    found = []
    for folder in SUITES:
        for path, text in files(root, folder):
            lines = code_lines(text)
            for number, line in lines:
                if "class " not in line:
                    continue
                count += ": LeakCheckedTestCase" in line or ": EveryHashTestCase" in line
                if ": XCTestCase" in line:
                    found.append((path, number, "a suite without a check for leaks: derive it from LeakCheckedTestCase"))
            for function in ("setUp()", "tearDown()"):
                at = [number for number, line in lines if f"func {function}" in line]
                if at and not any(f"super.{function}" in line for _, line in lines):
                    found.append((path, at[0], f"{function} leaves out the check for leaks: call super.{function}"))
    return count, found


def measured_workloads(root):
    """Every workload of the benchmark has a performance test: XCTest wants a method for each."""
    tests = "\n".join(text for _, text in files(root, "Tests/ArmoryPerformanceTests"))
    count = 0
    found = []
    for path, text in files(root, "Benchmarks/Workloads"):
        for match in re.finditer(r'static let \w+ = \w+\(\s*"([a-z0-9-]+)"', text):
            count += 1
            if f'measureWorkload("{match[1]}"' not in tests:
                line = text.count("\n", 0, match.start()) + 1
                found.append((path, line, f"no performance test measures {match[1]}: add a method to ArmoryPerformanceTests"))
    return count, found


RULES = [
    imports,
    imports_of_testing,
    forbidden,
    unchecked,
    file_length,
    leak_checks,
    measured_workloads,
]


def self_test():
    hash_file = IMPORTERS["CXXHash"]
    file = f"{ENGINE}/Core/A.swift"
    testing = "Sources/ArmoryTesting/A.swift"
    suite = "Tests/ArmoryTests/ATests.swift"
    workload = "Benchmarks/Workloads/A.swift"
    guarded = "final class A: @unchecked Sendable {}  // `lock` guards it.\n"
    sound = {
        hash_file: "public import CXXHash\n",
        file: f"internal import Synchronization\n{guarded}// print( is a word of a comment.\n",
        testing: "import Armory\npublic import Testing\n",
        suite: "final class ATests: LeakCheckedTestCase {\n    override func setUp() {\n        super.setUp()\n    }\n}\n",
        workload: 'static let a = Workload("a") { _ in }\n',
        "Tests/ArmoryPerformanceTests/A.swift": 'func testA() throws { try measureWorkload("a") }\n',
    }
    expect(imports, sound, [({file: sound[file] + f"import {module}\n"}, f"{file}:4") for module in IMPORTERS])
    expect(imports_of_testing, sound, [({testing: sound[testing] + "import Foundation\n"}, f"{testing}:3")])
    expect(forbidden, sound, [({file: f"let a = {word}\n"}, f"{file}:1") for word, _, _ in FORBIDDEN])
    expect(unchecked, sound, [({file: sound[file] + "\nfinal class B: @unchecked Sendable {}\n"}, f"{file}:5")])
    example = "Tests/ArmoryTests/Documentation/A.swift"
    expect(file_length, sound, [({file: "\n" * 401}, f"{file}:401"), ({example: "\n" * 1001}, f"{example}:1001")])
    expect(
        leak_checks,
        sound,
        [
            ({suite: sound[suite] + "class BTests: XCTestCase {}\n"}, f"{suite}:6"),
            ({suite: sound[suite].replace("super.setUp()", "")}, f"{suite}:2"),
        ],
    )
    expect(measured_workloads, sound, [({workload: sound[workload] + 'static let b = told(\n"b", 1)\n'}, f"{workload}:2")])
