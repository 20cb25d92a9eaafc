"""The table of error texts, Tests/Texts/errors.txt, and the tests fit each other.

Each section is compared by one call of `assertErrorText`, has a text that no other section has, and stands in order.
"""

import os
import re
import tempfile
from pathlib import Path

TABLE = "Tests/Texts/errors.txt"
# The folders with tests that may name a section.
FOLDERS = ["Tests", "Examples"]
CALL = re.compile(r"\bassertErrorText\(")
# A name is the last literal of the call that is followed by the end of an argument.
NAME = re.compile(r'"((?:[^"\\\n])*)"\s*(?=[,)])')


def sections(text):
    """The sections of the table, as (line, name, text)."""
    found, number = [], 1
    for block in text.split("\n\n"):
        lines = block.strip("\n").split("\n")
        skipped = len(block) - len(block.lstrip("\n"))
        if lines[0]:
            found.append((number + skipped, lines[0], "\n".join(lines[1:])))
        number += block.count("\n") + 2
    return found


def call_end(text, start):
    """The index after the parenthesis that closes the call whose parenthesis opens at `start`."""
    depth, index = 0, start
    while index < len(text):
        if text[index] == '"':
            index = literal_end(text, index)
            continue
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            return index
    return index


def literal_end(text, start):
    """The index after the string literal that begins at `start`."""
    if text.startswith('"""', start):
        return text.index('"""', start + 3) + 3
    index = start + 1
    while index < len(text) and text[index] not in '"\n':
        if text.startswith("\\(", index):
            index = call_end(text, index + 1)
        else:
            index += 2 if text[index] == "\\" else 1
    return index + 1


def calls(text):
    """The calls in a Swift file, as (line, name); declarations are left out."""
    for match in CALL.finditer(text):
        if text[: match.start()].endswith("func "):
            continue
        call = text[match.start() : call_end(text, match.end() - 1)]
        names = NAME.findall(call)
        yield text.count("\n", 0, match.start()) + 1, names[-1] if names else None


def swift_files(root):
    """The Swift files of the folders with tests, without those of builds."""
    for folder in FOLDERS:
        for parent, folders, files in os.walk(root / folder):
            folders[:] = sorted(name for name in folders if not name.startswith(".build"))
            yield from (Path(parent) / name for name in sorted(files) if name.endswith(".swift"))


def check(root):
    """Returns how many sections and calls were read, and the findings as (path, line, message)."""
    root, findings = Path(root), []
    table = sections((root / TABLE).read_text(encoding="utf-8"))
    names, texts, uses, count = {}, {}, {}, 0
    for line, heading, text in table:
        if not heading.startswith("== "):
            findings.append((TABLE, line, "a section begins with `== name`"))
            continue
        name = heading[3:]
        if name in names:
            findings.append((TABLE, line, f"two sections are named `{name}`"))
        if text in texts:
            findings.append((TABLE, line, f"`{name}` has the text of `{texts[text]}`: compare it once, and assert facts"))
        names.setdefault(name, line)
        texts.setdefault(text, name)
    if list(names) != sorted(names):
        findings.append((TABLE, 1, "the sections are not in order: make texts"))
    for file in swift_files(root):
        path, text = str(file.relative_to(root)), file.read_text(encoding="utf-8")
        for line, name in calls(text):
            count += 1
            if name is None:
                # A function of this name passes its parameter on.
                if "func assertErrorText(" not in text:
                    findings.append((path, line, "the name of the section is no literal"))
                continue
            if name not in names:
                findings.append((path, line, f"{TABLE} has no section `{name}`: make texts"))
            if name in uses:
                findings.append((path, line, f"`{name}` is compared in {uses[name]} too: assert facts"))
            uses.setdefault(name, f"{path}:{line}")
    for name, line in names.items():
        if name not in uses:
            findings.append((TABLE, line, f"no test compares `{name}`: remove the section"))
    return len(table) + count, findings


def self_test():
    """Raises where a planted fault is not reported."""
    sound_table = "== a\nText. [a]\n\n== b: c\nOther. [b]\n"
    sound_test = 'assertErrorText(error, "a")\nassertErrorText(\n    failure(.b) { f("x", "\\(g("y"))") }, "b: c")\n'
    cases = [
        (sound_table, sound_test, None),
        (sound_table + "\n== c\nText. [a]\n", sound_test + 'assertErrorText(e, "c")\n', "has the text of"),
        (sound_table + "\n== a\nThird. [a]\n", sound_test, "two sections"),
        (sound_table + "\nd\nFourth.\n", sound_test, "begins with"),
        (sound_table + "\n== d\nFourth.\n", sound_test, "no test compares"),
        ("== b: c\nOther. [b]\n\n== a\nText. [a]\n", sound_test, "not in order"),
        (sound_table, sound_test + 'assertErrorText(e, "a")\n', "is compared in"),
        (sound_table, sound_test + 'assertErrorText(e, "e")\n', "has no section"),
        (sound_table, sound_test + "assertErrorText(e, name)\n", "is no literal"),
    ]
    for table, test, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "Tests/Texts").mkdir(parents=True)
            (root / TABLE).write_text(table, encoding="utf-8")
            (root / "Tests/SomeTests.swift").write_text(test, encoding="utf-8")
            found = [message for _, _, message in check(root)[1]]
            if expected is None and found:
                raise AssertionError(f"reported without a fault: {found}")
            if expected is not None and not (len(found) == 1 and expected in found[0]):
                raise AssertionError(f"not reported once: {expected!r} in {found}")
