"""The rules that hold for every page of the book, and for the guides outside of it."""

import pathlib
import re

from common import expect, files, read

CATALOG = "Sources/Armory/Armory.docc"
SHELVES = ["Learn", "Use", "Move", "Know"]
START = f"{CATALOG}/Armory.md"
INDEX = f"{CATALOG}/Move/WordIndex.md"
# The texts outside of the catalog: for readers of the repository and of the examples.
GUIDES = ["README.md", ".github/*.md", "Examples/*/README.md"]
MOST_WORDS_OF_A_SENTENCE = 30
MOST_WORDS = {"README.md": 1500, ".github/CONTRIBUTING.md": 900}
# The glossary has a better word for each.
REPLACED_WORDS = re.compile(r"\b([Nn]obody|[Ss]omebody|[Ee]verybody|[Ww]hoever|mend(?:s|ed|ing)?|lets? go of|as ever)\b")


def shelf_pages(root):
    """The pages of the shelves: (path, shelf, name, text)."""
    pages = []
    for path, text in files(root, CATALOG, ".md"):
        shelf, name = pathlib.PurePath(path).parts[-2:]
        if shelf in SHELVES:
            pages.append((path, shelf, name.removesuffix(".md"), text))
    return pages


def texts(root):
    """All pages and guides: (path, text)."""
    root = pathlib.Path(root)
    guides = [str(path.relative_to(root)) for pattern in GUIDES for path in sorted(root.glob(pattern))]
    return files(root, CATALOG, ".md") + [(path, read(root, path)) for path in guides]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def start_page(root):
    """The start page lists each page once."""
    start = read(root, START)
    listed = [match[1] for match in re.finditer(r"\n- <doc:([A-Za-z]+)>", start)]
    pages = shelf_pages(root)
    found = []
    for path, _, name, _ in pages:
        if listed.count(name) != 1:
            found.append((path, 1, f"Armory.md lists the page {listed.count(name)} times: list it once under Topics"))
    for name in sorted(set(listed) - {page[2] for page in pages}):
        found.append((START, line_of(start, start.index(f"\n- <doc:{name}>") + 1), f"no shelf has {name}: correct the link"))
    return len(pages), found


def opening(root):
    """Each page opens with a title, its purpose in one sentence, and the overview."""
    pages = shelf_pages(root)
    found = []
    for path, _, _, text in pages:
        parts = text.split("\n\n")[:3] + ["", "", ""]
        if not parts[0].startswith("# "):
            found.append((path, 1, "the page does not begin with its title: write `# Title`"))
        elif len(sentences(parts[1])) != 1 or not parts[1].endswith("."):
            found.append((path, 3, "the title is not followed by one sentence: state the purpose of the page in one sentence"))
        elif parts[2] != "## Overview":
            found.append((path, 5, "the purpose is not followed by the overview: write `## Overview`"))
    return len(pages), found


def ending(root):
    """Each page of a task has its rules, its pitfalls and its cost, in this order."""
    pages = [page for page in shelf_pages(root) if page[1] == "Use"]
    found = []
    for path, _, _, text in pages:
        headings = [line[3:] for line in text.split("\n") if line.startswith("## ")]
        last = [heading for heading in headings if heading in ("Rules", "Pitfalls", "Cost")]
        if last != ["Rules", "Pitfalls", "Cost"]:
            found.append((path, text.count("\n"), "the page does not have the sections Rules, Pitfalls and Cost, in this order: add them"))
    return len(pages), found


def sentence_length(root):
    """No sentence has more than thirty words."""
    count = 0
    found = []
    for path, text in texts(root):
        for line, paragraph in paragraphs(text):
            for sentence in sentences(paragraph):
                count += 1
                words = len(sentence.split(" "))
                if words > MOST_WORDS_OF_A_SENTENCE:
                    found.append((path, line, f"a sentence of {words} words: make two of it: {sentence[:60]}…"))
    return count, found


def replaced_words(root):
    """No text has a word that the glossary replaces."""
    all_texts = texts(root)
    found = []
    for path, text in all_texts:
        for match in REPLACED_WORDS.finditer(text):
            found.append((path, line_of(text, match.start()), f"the glossary has a better word for {match[0]!r}: use it"))
    return len(all_texts), found


def page_length(root):
    """README.md and CONTRIBUTING.md are read in minutes."""
    count, found = 0, []
    for path, most in MOST_WORDS.items():
        words = len(read(root, path).split())
        count += words
        if words > most:
            found.append((path, 1, f"{words} words, of {most}: move details to a page of the book"))
    return count, found


def guarantees(root):
    """Each guarantee of README.md links to a test."""
    text = read(root, "README.md")
    heading = "## Guarantees\n"
    start = text.find(heading)
    if start < 0:
        return 0, []
    section = text[start + len(heading) :].split("\n## ")[0]
    items = list(re.finditer(r"\n- (?:.|\n(?!- ))*", section))
    found = []
    for item in items:
        if "](Tests/" not in item[0]:
            line = line_of(text, start + len(heading) + item.start() + 1)
            found.append(("README.md", line, "the guarantee names no test: link to the test"))
    return len(items), found


def word_index(root):
    """Each row of the index leads to a page, and names what the sources declare."""
    declared = set()
    for _, text in files(root, "Sources"):
        declared.update(re.findall(r"[^\W\d_]+", text))
    manifest = read(root, "Package.swift")
    rows = [(number, line) for number, line in enumerate(read(root, INDEX).split("\n"), 1) if line.startswith("| ")][1:]
    found = []
    for number, line in rows:
        cells = [cell.strip("| ") for cell in line.split(" | ")]
        if len(cells) != 3 or not cells[2].startswith("<doc:"):
            found.append((INDEX, number, "the row does not have words, names and a page: end it with a link `<doc:Page>`"))
            continue
        for code in re.findall(r"`+([^`]+)`+", cells[1]):
            # Without the hash that distinguishes overloads. Names of one or two letters are those of examples.
            for word in re.findall(r"[A-Za-z]{3,}", code.split("-")[0]):
                if word not in declared and f'"{word}"' not in manifest:
                    found.append((INDEX, number, f"{word} is not declared: correct the name"))
    return len(rows), found


def paragraphs(page):
    """The paragraphs of a page and the items of its lists, each with its first line, without headings, tables and code."""
    result = [(1, [])]
    is_code = False
    for number, line in enumerate(page.split("\n"), 1):
        text = line.strip()
        if text.startswith("```"):
            is_code = not is_code
        is_text = (
            not is_code
            and text != ""
            and (not line.startswith("    ") or result[-1][1] != [])
            and not text.startswith(("#", "|"))
        )
        if not is_text:
            result.append((number + 1, []))
        elif re.match(r"- |\d+\. ", text):
            result.append((number, [text.split(" ", 1)[1]]))
        elif not text.startswith("```"):
            result[-1][1].append(text)
    return [(number, " ".join(lines)) for number, lines in result if lines]


def sentences(paragraph):
    """The sentences of a paragraph; code and links count as one word."""
    text = re.sub(r"``?[^`]*``?", "X", paragraph)
    text = re.sub(r"<doc:[^>]*>", "X", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return [sentence for sentence in re.sub(r"([.!?])\s+", r"\1\n", text).split("\n") if sentence]


RULES = [start_page, opening, ending, sentence_length, replaced_words, page_length, guarantees, word_index]


def self_test():
    page = "# Scopes\n\nOpen a scope.\n\n## Overview\n\nText.\n\n## Rules\n\n## Pitfalls\n\n## Cost\n"
    path = f"{CATALOG}/Use/Scopes.md"
    readme = "# Armory\n\n## Guarantees\n\n- One.\n  [test](Tests/A.swift)\n- Two. [test](Tests/B.swift)\n\n## More\n\n- Three.\n"
    row = "| dispose | `onShutdown` | <doc:Scopes> |"
    index = f"# Words\n\nFind words.\n\n## Overview\n\n| Word | Name | Page |\n|---|---|---|\n{row}\n"
    guides = [".github/CONTRIBUTING.md", "Examples/Chat/README.md"]
    sound = {guide: "# Guide\n\nText.\n" for guide in guides} | {
        "README.md": readme,
        START: "# Armory\n\n- <doc:Scopes>\n- <doc:WordIndex>\n",
        path: page,
        INDEX: index,
        "Sources/Armory/A.swift": "func onShutdown() {}\n",
        "Package.swift": "",
    }
    expect(
        start_page,
        sound,
        [
            ({START: "# Armory\n\n- <doc:WordIndex>\n"}, f"{path}:1"),
            ({START: sound[START] + "- <doc:Scopes>\n"}, f"{path}:1"),
            ({START: sound[START] + "- <doc:Gone>\n"}, f"{START}:5"),
        ],
    )
    expect(
        opening,
        sound,
        [
            ({path: page[2:]}, f"{path}:1"),
            ({path: page.replace("a scope.", "a scope. Close it.")}, f"{path}:3"),
            ({path: page.replace("a scope.", "a scope")}, f"{path}:3"),
            ({path: page.replace("## Overview", "Text")}, f"{path}:5"),
        ],
    )
    expect(ending, sound, [({path: page.replace("## Cost", "")}, f"{path}:13"), ({path: page.replace("Rules", "Cost")}, f"{path}:13")])
    many = " ".join(["word"] * 16)
    long = f"# Title\n\n- A list of {many}\n  {many}.\n\n| a table {many} {many} |\n\n```\n{many} {many}\n```\n"
    assert [len(s.split(" ")) for _, p in paragraphs(long) for s in sentences(p)] == [35]
    expect(sentence_length, sound, [({guide: long}, f"{guide}:3") for guide in guides])
    expect(replaced_words, sound, [({path: page.replace("Text.", "Nobody waits.")}, f"{path}:7")])
    expect(page_length, sound, [({path: "word " * (most + 1)}, f"{path}:1") for path, most in MOST_WORDS.items()])
    expect(guarantees, sound, [({"README.md": readme.replace("[test](Tests/A.swift)", "No test.")}, "README.md:5")])
    expect(
        word_index,
        sound,
        [
            ({INDEX: index.replace(" | <doc:Scopes>", "")}, f"{INDEX}:9"),
            ({INDEX: index.replace("onShutdown", "onClose")}, f"{INDEX}:9"),
        ],
    )
