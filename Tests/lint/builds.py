"""Scripts and pages ask SwiftPM where a build is, because Swift's build systems have different folders."""

import os
import re
from pathlib import Path

from common import expect

SUFFIXES = ("", ".sh", ".py", ".swift", ".md", ".txt", ".h", ".c", ".patch")
# The folders of the native build system: .build/debug, .build-NAME/release, x86_64-unknown-linux-gnu, NAME.build/module.modulemap.
ASSUMED = re.compile(
    r"\.build[\w-]*/(?:[\w$-]+/)?(?:debug|release)\b|\w\.build/module\.modulemap|\b(?:x86_64|aarch64|arm64)-\w+-\w+(?:-\w+)?/")


def check(root):
    """No path names the folder of a build system."""
    count, found = 0, []
    for path, text in texts(root):
        for number, line in enumerate(text.split("\n"), 1):
            count += "--show-bin-path" in line
            if ASSUMED.search(line):
                message = "the build systems have different folders: take that of `swift build --show-bin-path`"
                found.append((path, number, message))
    return count, found


def texts(root):
    """The texts of the project, without those of builds and this file."""
    for parent, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith((".build", ".git")) or name == ".github")
        for name in sorted(names):
            path = Path(parent) / name
            if path.suffix in SUFFIXES and path.name not in (".git", "builds.py"):
                yield str(path.relative_to(root)), path.read_text(encoding="utf-8")


def self_test():
    script, page, program = "Tests/a.sh", "Sources/Armory/Armory.docc/Use/A.md", "Examples/Dockerfile"
    sound = {
        script: 'built=$(swift build --show-bin-path)\nls .build-release "$built/app" .build/checkouts\n',
        page: "Run `swift build -c release`. A release/debug switch.\n",
        program: "RUN swift build\n",
    }
    faults = [
        ({script: sound[script] + "ls .build/release/app\n"}, f"{script}:3"),
        ({script: sound[script] + "ls .build-costs/x86_64-unknown-linux-gnu/debug\n"}, f"{script}:3"),
        ({script: sound[script] + 'map="$built/CCore.build/module.modulemap"\n'}, f"{script}:3"),
        ({page: sound[page] + "Start `.build/debug/app`.\n"}, f"{page}:2"),
        ({program: sound[program] + "RUN cp .build/release/app /bin/\n"}, f"{program}:2"),
    ]
    expect(check, sound, faults)
