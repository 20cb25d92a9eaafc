"""The lists of checks, of counted rows and of graphs name things that exist. `make check-lists` looks at the lists of tests."""

import re

from common import expect, files, read

CHECKS = "Tests/checks.txt"
ROWS = "Tests/Sets/budgets.txt"
GRAPHS = "Tests/Sets/graphs.txt"
FIGURES = "Sources/Armory/Armory.docc/Know/Performance.md"


def entries(root, path):
    """The entries of a list: (line, cells)."""
    lines = enumerate(read(root, path).split("\n"), 1)
    return [(number, [cell.strip() for cell in line.split("|")]) for number, line in lines if line and not line.startswith("#")]


def checks_run(root):
    """Each check has a name of its own among those of its time, a lane, and a target of the Makefile."""
    targets = set(re.findall(r"^([a-z0-9-]+):", read(root, "Makefile"), re.MULTILINE))
    findings, seen = [], set()
    found = entries(root, CHECKS)
    for line, cells in found:
        if len(cells) != 5 or len(cells[0]) > 12 or cells[1] not in ("change", "release") or cells[2] not in ("0", "1", "2"):
            findings.append((CHECKS, line, "a check has a name, a time, a lane, a command and a text"))
            continue
        if (cells[1], cells[0]) in seen:
            findings.append((CHECKS, line, f"two checks are named {cells[0]}"))
        seen.add((cells[1], cells[0]))
        for target in cells[3].split():
            if target != "make" and "=" not in target and target not in targets:
                findings.append((CHECKS, line, f"the Makefile has no target {target}"))
    return len(found), findings


def rows_exist(root):
    """Each row that every change counts is a row with a stored count."""
    findings = []
    found = entries(root, ROWS)
    for line, cells in found:
        program, _, workload = cells[0].partition("/")
        table = read(root, f"Benchmarks/Client/{program}.budgets")
        if not re.search(rf"^{re.escape(workload)} +\S+ +\S+ +\S+ +[1-9][0-9]*\b", table, re.MULTILINE) or len(cells) < 2:
            findings.append((ROWS, line, f"{program}.budgets has no count of {workload}, or the row has no reason"))
    return len(found), findings


def graphs_exist(root):
    """Each graph that every change builds is in the corpus."""
    corpus = "".join(text for _, text in files(root, "Tests/GraphCorpus/Sources"))
    names = set(re.findall(r'CheckedGraph\((?:broken|sound): "([^"]*)"', corpus))
    found = entries(root, GRAPHS)
    return len(found), [
        (GRAPHS, line, f"the corpus has no graph {cells[0]}, or it has no reason")
        for line, cells in found
        if cells[0] not in names or len(cells) < 2
    ]


def page_has_counts(root):
    """Each row of the page's tables of counts is a row of the budgets, and differs as little from its stored count as a sound build may."""
    stored = {}
    for _, text in files(root, "Benchmarks", ".budgets"):
        for name, count in re.findall(r"^([a-z][a-z0-9-]*) +\S+ +\S+ +\S+ +([0-9]+)\b", text, re.MULTILINE):
            stored.setdefault(name, []).append(int(count))
    findings, rows, is_table = [], 0, False
    for number, line in enumerate(read(root, FIGURES).split("\n"), 1):
        cells = line.split()
        if cells[:2] == ["workload", "instructions"] and line.startswith("    "):
            is_table = True
        elif not line.strip():
            is_table = False
        elif is_table:
            rows += 1
            counts = stored.get(cells[0], [])
            found = float(cells[1]) if re.fullmatch(r"[0-9]+[.][0-9]", cells[1]) else -1
            if not any(abs(found - count) <= max(0.05 * count, 8) for count in counts):
                findings.append((FIGURES, number, f"the budgets have {counts} for {cells[0]}: take the row from `make budgets`"))
    return rows, findings


RULES = [checks_run, rows_exist, graphs_exist, page_has_counts]


def self_test():
    sound = "a | change | 1 | make x SET=1 | what\na | release | 0 | make x | what\n"
    makefile = {"Makefile": "x: y\n\techo\n"}
    expect(
        checks_run,
        {CHECKS: sound, **makefile},
        [
            ({CHECKS: sound + "b | change | 1 | make z | what\n"}, f"{CHECKS}:3"),
            ({CHECKS: sound + "a | change | 2 | make x | what\n"}, f"{CHECKS}:3"),
            ({CHECKS: sound + "b | daily | 2 | make x | what\n"}, f"{CHECKS}:3"),
        ],
    )
    table = {"Benchmarks/Client/p.budgets": "hit  -  1.2  -  40\nmiss  -  1.2  -  0\n"}
    expect(rows_exist, {ROWS: "p/hit | why\n", **table}, [({ROWS: "p/hit | why\np/miss | why\n"}, f"{ROWS}:2")])
    graph = {"Tests/GraphCorpus/Sources/A.swift": 'CheckedGraph(broken: "one")\n'}
    expect(graphs_exist, {GRAPHS: "one | why\n", **graph}, [({GRAPHS: "one | why\ntwo | why\n"}, f"{GRAPHS}:2")])
    header = "    workload  instructions  goal\n"
    expect(
        page_has_counts,
        {FIGURES: header + "    hit  44.0  1.2 x\n\n    other  7\n", **table},
        [
            ({FIGURES: header + "    hit  49.0  1.2 x\n"}, f"{FIGURES}:2"),
            ({FIGURES: header + "    hit  40.0  1.2 x\n    hit-  4  0.\n"}, f"{FIGURES}:3"),
        ],
    )
