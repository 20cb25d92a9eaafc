#!/usr/bin/env python3
"""Rules that no compiler and no formatter checks, on the texts of the sources and the pages.

Every module of this folder with a function `check(root)`, or a list RULES of such functions, is a part of the lint. A rule
returns how many things it looked at and its findings: (count, [(path, line, message)]). A rule that looks at nothing fails,
because its pattern then no longer fits the sources. Each module has a function `self_test()`, which plants a fault for each
rule, and raises an error if the rule does not report it.

usage: lint.py              checks the project, prints each finding as `file:line: what, and how to fix it`, and exits 1
       lint.py --self-test  checks the rules
"""

import importlib
import pathlib
import sys

# Nothing is left in the folder of the sources.
sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parent


def modules():
    names = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ("lint", "common"))
    return [importlib.import_module(name) for name in names]


def rules(module):
    return getattr(module, "RULES", None) or [module.check]


def name(module, rule):
    return module.__name__ if rule.__name__ == "check" else f"{module.__name__}.{rule.__name__}"


def check(all_modules, root):
    """The findings of all rules, and the number of rules."""
    findings = []
    count = 0
    for module in all_modules:
        for rule in rules(module):
            looked_at, found = rule(root)
            findings += [f"{path}:{line}: {message}" for path, line, message in found]
            if looked_at == 0:
                path = f"Tests/lint/{module.__name__}.py"
                findings.append(f"{path}:1: {name(module, rule)} looked at nothing: adapt it to the sources")
            count += 1
    return findings, count


def self_test(all_modules):
    for module in all_modules:
        module.self_test()

    # A rule that looks at nothing is a finding.
    class Blind:
        __name__ = "blind"

        @staticmethod
        def check(root):
            return 0, []

    findings, _ = check([Blind()], FOLDER)
    assert len(findings) == 1 and "looked at nothing" in findings[0], findings


def main():
    sys.path.insert(0, str(FOLDER))
    all_modules = modules()
    if sys.argv[1:] == ["--self-test"]:
        self_test(all_modules)
        print(f"lint: the rules of {len(all_modules)} modules report planted faults")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    findings, count = check(all_modules, FOLDER.parent.parent)
    for finding in findings:
        print(finding)
    print(f"lint: {count} rules, {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
