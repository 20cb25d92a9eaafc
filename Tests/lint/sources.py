"""The lengths of files, the rules of the test suites, and what ArmoryTesting imports."""

import re

from common import code_lines, expect, files

MOST_LINES = 400
# The examples of the pages are one file for each page.
MOST_LINES_OF_EXAMPLES = 1000
SUITES = ["Tests/Armory", "Tests/Stress", "Tests/Core", "Tests/Registry"]


def imported(line):
    """The module that a line imports, or None."""
    words = line.split()
    return words[words.index("import") + 1] if "import" in words[:-1] else None


def imports_of_testing(root):
    """ArmoryTesting needs no other package, and of the toolchain only Testing."""
    count = 0
    found = []
    for path, text in files(root, "Sources/Tools/Testing"):
        for number, line in code_lines(text):
            module = imported(line)
            count += module is not None
            if module not in (None, "Armory", "ArmoryCheck", "Testing"):
                found.append((path, number, f"import of {module}: ArmoryTesting imports only Armory, ArmoryCheck and Testing"))
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
                count += ": LeakCheckedTestCase" in line
                if ": XCTestCase" in line:
                    found.append((path, number, "a suite without a check for leaks: derive it from LeakCheckedTestCase"))
            for function in ("setUp()", "tearDown()"):
                at = [number for number, line in lines if f"func {function}" in line]
                if at and not any(f"super.{function}" in line for _, line in lines):
                    found.append((path, at[0], f"{function} leaves out the check for leaks: call super.{function}"))
    return count, found


def measured_workloads(root):
    """Every workload of the benchmark has a performance test: XCTest wants a method for each."""
    tests = "\n".join(text for _, text in files(root, "Tests/Performance"))
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
    imports_of_testing,
    file_length,
    leak_checks,
    measured_workloads,
]


def self_test():
    file = "Sources/Core/Key/A.swift"
    testing = "Sources/Tools/Testing/A.swift"
    suite = "Tests/Armory/ATests.swift"
    workload = "Benchmarks/Workloads/A.swift"
    sound = {
        file: "struct A {}\n",
        testing: "import Armory\npublic import Testing\n",
        suite: "final class ATests: LeakCheckedTestCase {\n    override func setUp() {\n        super.setUp()\n    }\n}\n",
        workload: 'static let a = Workload("a") { _ in }\n',
        "Tests/Performance/A.swift": 'func testA() throws { try measureWorkload("a") }\n',
    }
    expect(imports_of_testing, sound, [({testing: sound[testing] + "import Foundation\n"}, f"{testing}:3")])
    example = "Tests/Armory/Documentation/A.swift"
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
