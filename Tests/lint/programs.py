"""A program reports its errors: an error that leaves `main` is a trap with a backtrace, and no text for a user.

Each call of `runServices` that a reader copies is in a `do` whose `catch` prints the error on standard error and ends with an exit code,
or in a function that throws, whose caller does that. Nothing catches an error of a `main` that throws. In the examples, a `main` has no other call that throws outside of such a `do`.
A closure in a `main` is left out: its caller throws too.
"""

import re

from book import CATALOG, line_of, texts
from common import expect, files

CALL = ".runServices("
FIX = "catch the error in main, write it to FileHandle.standardError, and call exit(1)"
# The steps of the tutorial are scripts; a page says what a program does instead.
SCRIPTS = "Examples/Tutorial/"


def closing(code, start):
    """The position after the brace that closes a block; `start` is the first position in the block."""
    depth = 1
    for position in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position + 1
    return len(code)


# The blocks whose errors are those of the code around them; any other block is a closure, or a property.
PLAIN = re.compile(r"(\b(do|else|if|for|while|guard|switch|struct|enum|catch)\b[^\n]*|\bfunc main\(\)[^\n]*)$")


def is_guarded(code, position, in_closures=False):
    """Whether an error that is thrown at this position is reported, or is thrown by a function."""
    depth = 0
    for brace in range(position - 1, -1, -1):
        if code[brace] not in "{}":
            continue
        depth += 1 if code[brace] == "}" else -1
        if depth >= 0:
            continue
        depth = 0
        header = re.split(r"[{}]", code[:brace])[-1].rstrip()
        if re.search(r"\bfunc\b[^\0]*\bthrows\b|\binit\b[^\0]*\bthrows\b", header):
            return not re.search(r"\bfunc\s+main\b", header)
        if in_closures and not PLAIN.search(header):
            return True
        handler = re.match(r"\s*catch\s*\{", code[closing(code, brace + 1) :])
        if re.search(r"\bdo$", header) and handler:
            start = closing(code, brace + 1) + handler.end()
            body = code[start : closing(code, start)]
            if "FileHandle.standardError.write(" in body and re.search(r"\bexit\([1-9]", body):
                return True
    return False


def blanked(code):
    """The code without the text of comments, which may have braces; each position stays what it was."""
    return re.sub(r"//[^\n]*", lambda match: " " * len(match[0]), code)


def unguarded(code, pattern, in_closures=False):
    """The lines on which the pattern begins outside of such a form."""
    code = blanked(code)
    return [line_of(code, match.start()) for match in re.finditer(pattern, code) if not is_guarded(code, match.start(), in_closures)]


def pages(root):
    """The examples of the pages and guides."""
    count, found = 0, []
    for path, text in texts(root):
        for block in re.finditer(r"```swift\n(.*?)```", text, re.S):
            count += block[1].count(CALL)
            first = line_of(text, block.start(1))
            found += [(path, first + line - 1, f"runServices throws out of the program: {FIX}") for line in unguarded(block[1], re.escape(CALL))]
    return count, found


def comments(root):
    """The examples in the comments of the sources."""
    count, found = 0, []
    for path, text in files(root, "Sources"):
        for block in re.finditer(r"/// ```swift\n(.*?)/// ```", text, re.S):
            code = block[1].replace("///", "   ")
            count += code.count(CALL)
            first = line_of(text, block.start(1))
            found += [(path, first + line - 1, f"runServices throws out of the program: {FIX}") for line in unguarded(code, re.escape(CALL))]
    return count, found


def examples(root):
    """The programs of the examples."""
    count, found = 0, []
    for path, text in files(root, "Examples"):
        if "/Sources/" not in path or path.startswith(SCRIPTS):
            continue
        is_main = path.endswith("/main.swift") or re.search(r"^@main\b", text, re.M)
        pattern = r"\btry\b(?![?!])" if is_main else re.escape(CALL)
        count += len(re.findall(pattern, text))
        found += [(path, line, f"an error leaves the program: {FIX}") for line in unguarded(text, pattern, is_main)]
    return count, found


RULES = [pages, comments, examples]


def self_test():
    call = "    try await container.runServices(logger: logger)\n"
    form = f'do {{\n    let container = try Container {{ storage }}\n{call}}} catch {{\n    FileHandle.standardError.write(Data("\\(error)\\n".utf8))\n    exit(1)\n}}\n'
    faults = [
        (call, 1),
        (form.replace("    exit(1)\n", ""), 3),
        (form.replace("exit(1)", "exit(0)"), 3),
        (form.replace("FileHandle.standardError.write", "print"), 3),
        (form.replace("do {", "if true {"), 3),
        ("func run() async {\n" + call + "}\n", 2),
        ("@main struct A {\n    static func main() async throws {\n" + call + "    }\n}\n", 3),
        (form + call, 8),
    ]
    page = f"{CATALOG}/Use/Services.md"
    sound_page = "# Services\n\n```swift\n" + form + "```\n"
    expect(
        pages,
        {page: sound_page, "README.md": ""},
        [({page: f"# Services\n\n```swift\n{code}```\n"}, f"{page}:{line + 3}") for code, line in faults],
    )
    source = "Sources/Server/A.swift"
    comment = lambda code: "/// ```swift\n" + "".join(f"/// {line}\n" for line in code.splitlines()) + "/// ```\n"
    expect(comments, {source: comment(form)}, [({source: comment(code)}, f"{source}:{line + 1}") for code, line in faults])
    main, wiring = "Examples/Chat/Sources/chat/main.swift", "Examples/Chat/Sources/ChatCore/Wiring.swift"
    sound = {main: form, wiring: "func run(\n    _ a: Int\n) async throws {\n" + call + "}\n"}
    expect(
        examples,
        sound,
        [({wiring: code}, f"{wiring}:{line}") for code, line in faults]
        + [({main: form + "// A comment {\ntry Day().run()\n"}, f"{main}:9")]
        + [({main: form + "if isDay {\n    try Day().run()\n}\n"}, f"{main}:9")]
        + [({main: "@main struct A {\n    static func main() {\n        try run { try day() }\n    }\n}\n"}, f"{main}:3")],
    )
    assert is_guarded("func run() throws { a", 20) and not is_guarded("func run() { a", 13)
