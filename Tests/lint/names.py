"""The words of the code's names: one word for a thing, the field's. The page Glossary has the words of the pages.

A name is looked at word by word: `lookUpHome` has "look", "up" and "home".
"""

import re

from common import expect, files

# The word that the code must not use, and what it uses instead.
INSTEAD = {
    "obtain": "resolve, read or construct",
    "apart": "in a new graph",
    "home": "context, for what a handle resolves in",
    "told": "notified, or explained",
    "turn": "lock: a ReentrantLock",
    "noted": "the notes of a registration, recorded, or marked",
    "confined": "unshared, or not Sendable",
    "site": "location in the source, or binding",
    "lookup": "find",
    "door": "the reference to the current container",
    "sameness": "sharing",
    "quiet": "quiescent",
    "ahead": "prefetch",
}
CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def sources(root):
    return [
        source
        for folder, ending in (("Sources", ".swift"), ("CModules", ".c"), ("CModules", ".h"))
        for source in files(root, folder, ending)
    ]


def check(root):
    """No name of the sources has a word that another one replaces."""
    count, found = 0, []
    for path, text in sources(root):
        code = CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
        for number, line in enumerate(code.split("\n"), 1):
            for name in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", line):
                count += 1
                for word in re.findall(r"[A-Z]?[a-z]+", name):
                    if word.lower() in INSTEAD:
                        found.append((path, number, f"{name}: write {INSTEAD[word.lower()]}"))
    return count, found


def self_test():
    swift, header = "Sources/Core/A.swift", "CModules/CCore/include/a.h"
    sound = {swift: 'let context = "home"  // at home\n', header: "struct ccore_context { int mark; };\n"}
    expect(
        check,
        sound,
        [
            ({swift: "let context = 1\nfunc obtainKept() {}\n"}, f"{swift}:2"),
            ({swift: "let newHome = 1\n"}, f"{swift}:1"),
            ({header: "struct ccore_home { int mark; };\n"}, f"{header}:1"),
        ],
    )
