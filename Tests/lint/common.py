"""What several modules of the lint need."""

import pathlib
import tempfile


def read(root, path):
    return (pathlib.Path(root) / path).read_text(encoding="utf-8")


def files(root, folder, suffix=".swift"):
    """The files below a folder of the project, as (path below the root, text), without those of builds."""
    root = pathlib.Path(root)
    paths = (path for path in sorted((root / folder).rglob(f"*{suffix}")) if path.is_file())
    relative = (path.relative_to(root) for path in paths)
    return [(str(path), read(root, path)) for path in relative if not any(part.startswith(".build") for part in path.parts)]


def code_lines(text):
    """The numbered lines of a Swift text without the comments at their ends."""
    return [(number, line.split("//")[0]) for number, line in enumerate(text.split("\n"), 1)]


class Tree:
    """A temporary copy of a tiny project, to plant faults in.

    `with Tree({path: text}) as root` writes the files.
    """

    def __init__(self, texts):
        self.texts = texts

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        for path, text in self.texts.items():
            file = pathlib.Path(self.folder.name) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return self.folder.name

    def __exit__(self, *_):
        self.folder.cleanup()


def expect(rule, sound, faults):
    """Checks a rule: it finds nothing in the sound tree, and exactly one place in each tree with one fault.

    `faults` are pairs: the changed files, and where the rule reports the fault, as "path:line". A file that is None is left out.
    """
    with Tree(sound) as root:
        looked_at, found = rule(root)
        assert looked_at > 0, f"{rule.__name__} looked at nothing"
        assert not found, f"{rule.__name__} reports {found} in the sound tree"
    for changed, place in faults:
        texts = {path: text for path, text in {**sound, **changed}.items() if text is not None}
        with Tree(texts) as root:
            places = [f"{path}:{line}" for path, line, _ in rule(root)[1]]
            assert places == [place], f"{rule.__name__} reports {places} for the fault at {place}"
