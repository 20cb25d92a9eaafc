#!/usr/bin/env python3
"""Resolves packages that depend on Armory as its clients do: each trait in the application, in a library, in both, in two libraries.

Every trait of Package.swift needs a row in the table of the page LibraryAuthors, which names the packages that a library lists. The
libraries here are written from that table. A library that leaves out one of these packages has to fail with the text of the pages: when
SwiftPM resolves it one day, the table is no longer needed.

Armory is the state of this checkout, once in a folder and once in a repository with the tag 1.0.0. All that is written is in
.build-packaging. The first run fetches the packages behind the traits.

usage: packaging.py          runs all checks; exits 1 if one fails
       packaging.py PATTERN  of the clients, only those whose names contain a text, such as `Logging` or `library`; exits 1 if none does
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build-packaging"
CASES = WORK / "cases"
CATALOG = ROOT / "Sources/Armory/Armory.docc"
TABLE = CATALOG / "Use/LibraryAuthors.md"
PAGES = [TABLE, CATALOG / "Use/Servers.md"]
SWIFT = os.environ.get("SWIFT", "swift")
ERROR = "error: exhausted attempts to resolve the dependencies graph, with the following dependencies unresolved:"

# Armory is in a folder or in a repository, and so is each library.
BY_PATH, BY_URL = "path", "url"


def environment():
    """Package.swift reads variables that leave out packages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARMORY_")}
    author = {"NAME": "packaging", "EMAIL": "packaging@localhost"}
    return kept | {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in author.items()}


def manifests_only():
    """Settings of git by which a new clone has no file but the manifests: SwiftPM needs no other to resolve, and there are thousands."""
    sparse = WORK / "template/info/sparse-checkout"
    sparse.parent.mkdir(parents=True, exist_ok=True)
    sparse.write_text("/Package*.swift\n")
    settings = {"core.sparseCheckout": "true", "init.templateDir": sparse.parent.parent}
    # The caller may have settings of the same form, such as other addresses for the packages.
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    count = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (key, value) in enumerate(settings.items(), first):
        count |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": str(value)}
    return count


def run(*command, folder=ROOT, **variables):
    """The output of a command that has to succeed."""
    done = subprocess.run(command, cwd=folder, env=environment() | variables, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"packaging.py: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# Armory, as clients get it


def make_armory():
    """Armory as a repository with a tag, and as a folder. Returns their places.

    SwiftPM remembers which commit a tag of an address has, so each state of the checkout has an address of its own.
    """
    index = {"GIT_INDEX_FILE": str(WORK / "index")}
    # An interrupted run leaves its lock.
    (WORK / "index.lock").unlink(missing_ok=True)
    run("git", "read-tree", "HEAD", **index)
    run("git", "add", "--all", **index)
    tree = run("git", "write-tree", **index).strip()
    commit = run("git", "commit-tree", tree, "-m", "The state of the checkout").strip()
    place = WORK / "armory" / tree[:12]
    shutil.rmtree(WORK / "armory", ignore_errors=True)
    repository, folder = place / "armory.git", place / "armory"
    run("git", "init", "--quiet", "--bare", repository)
    run("git", "push", "--quiet", repository, f"{commit}:refs/tags/1.0.0", f"{commit}:refs/heads/main")
    run("git", "clone", "--quiet", "--branch", "1.0.0", "-c", "advice.detachedHead=false", repository, folder)
    return repository, folder


class Manifest:
    """What Package.swift says of traits and packages."""

    def __init__(self, folder):
        dump = json.loads(run(SWIFT, "package", "--package-path", folder, "dump-package"))
        self.traits = {trait["name"]: trait["enabledTraits"] for trait in dump["traits"] if trait["name"] != "default"}
        # identity: (address, the argument for its versions)
        self.packages = {}
        for source in (dependency["sourceControl"][0] for dependency in dump["dependencies"]):
            bounds = source["requirement"]["range"][0]
            versions = f'"{bounds["lowerBound"]}"..<"{bounds["upperBound"]}"'
            self.packages[source["identity"]] = (source["location"]["remote"][0]["urlString"], versions)
        settings = [(target["name"], setting) for target in dump["targets"] for setting in target.get("settings", [])]
        self.warning_settings = [name for name, setting in settings if "Warning" in json.dumps(setting["kind"])]
        # trait: {(package, product)}
        self.products = {trait: set() for trait in self.traits}
        for name, package, _, condition in (
            dependency["product"] for target in dump["targets"] for dependency in target["dependencies"] if "product" in dependency
        ):
            for trait in (condition or {}).get("traits") or sys.exit(f"packaging.py: every client fetches {package} for {name}"):
                self.products[trait].add((package, name))

    def behind(self, trait):
        """The packages that a trait has fetched."""
        return {package for package, _ in self.used(trait)}

    def used(self, trait):
        return self.products[trait].union(*(self.used(enabled) for enabled in self.traits[trait]))


def read_table():
    """The table of the page: for each trait, the (package, product) pairs that a library lists and uses."""
    rows = re.findall(r"^\| `(\w+)` \| (\S+: `.+) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return {trait: re.findall(r"([\w-]+): `(\w+)`", cell) for trait, cell in rows}


# Clients


@dataclasses.dataclass
class Package:
    """A package of a client. Its manifest is written from these values."""

    name: str
    traits: list
    # (package, product) pairs. Without a product, the package is listed and not used.
    listed: list = dataclasses.field(default_factory=list)
    libraries: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Case:
    """One `swift package resolve`, and what has to come of it."""

    name: str
    form: str
    application: Package
    # The packages that have to be fetched; exactly these if `only`.
    fetched: set = dataclasses.field(default_factory=set)
    only: bool = False
    # The package that cannot be found, if the case has to fail.
    unresolved: str = None


class Clients:
    """Writes packages and resolves them."""

    def __init__(self, manifest, repository, folder):
        self.manifest, self.repository, self.folder = manifest, repository, folder
        self.settings = manifests_only()

    def dependency(self, form, folder, arguments=""):
        if form == BY_PATH:
            return f'.package(path: "{folder}"{arguments})'
        return f'.package(url: "file://{folder}", from: "1.0.0"{arguments})'

    def write(self, package, form, case):
        """Writes a package into a folder of the case. Returns the folder."""
        armory = self.repository if form == BY_URL else self.folder
        traits = f", traits: {json.dumps(package.traits)}" if package.traits else ""
        dependencies = [self.dependency(form, armory, traits)]
        products = [("Armory", "armory")]
        for listed, product in package.listed:
            address, versions = self.manifest.packages[listed]
            dependencies.append(f'.package(url: "{address}", {versions})')
            products += [(product, listed)] if product else []
        for library in package.libraries:
            # The library comes first: SwiftPM's fault does not depend on the order.
            dependencies.insert(0, self.dependency(form, self.write(library, form, case)))
            products.append((library.name, library.name))
        folder = case / package.name
        sources = folder / "Sources" / package.name
        sources.mkdir(parents=True)
        (sources / "Empty.swift").write_text("")
        named = ", ".join(f'.product(name: "{product}", package: "{owner}")' for product, owner in products)
        (folder / "Package.swift").write_text(
            f"""// swift-tools-version: 6.3
import PackageDescription
let package = Package(
    name: "{package.name}", platforms: [.macOS(.v15)],
    products: [.library(name: "{package.name}", targets: ["{package.name}"])],
    dependencies: [{", ".join(dependencies)}],
    targets: [.target(name: "{package.name}", dependencies: [{named}])]
)
""")
        if form == BY_URL:
            run("git", "init", "--quiet", folder)
            run("git", "add", "--all", folder=folder)
            run("git", "commit", "--quiet", "-m", "A client", folder=folder)
            run("git", "tag", "1.0.0", folder=folder)
        return folder

    def check(self, case):
        """What is wrong with a case, or None."""
        place = CASES / re.sub(r"\W+", "-", case.name)
        folder = self.write(case.application, case.form, place)
        # A cache of its own: SwiftPM's common one would keep a copy of each state of the checkout.
        done = subprocess.run(
            [SWIFT, "package", "resolve", "--cache-path", WORK / "cache", "--security-path", place / "security"],
            cwd=folder, env=environment() | self.settings, capture_output=True, text=True)
        output = done.stdout + done.stderr
        if case.unresolved:
            address = self.manifest.packages[case.unresolved][0]
            if done.returncode == 0:
                return f"it resolves without {case.unresolved}. If SwiftPM is fixed, the page LibraryAuthors is no longer needed."
            # SwiftPM lists all that it cannot find.
            text = output.partition(ERROR)[2]
            wanted = f"\n* '{case.unresolved}' from {address}\n"
            return None if wanted in text else f"it does not fail with the text of the pages, but:\n{output}"
        if done.returncode != 0:
            return f"it does not resolve:\n{output}"
        checkouts = folder / ".build/checkouts"
        fetched = {path.name.removesuffix(".git") for path in checkouts.iterdir()} if checkouts.exists() else set()
        others = {"armory"} | {library.name for library in case.application.libraries}
        missing, surplus = case.fetched - fetched, fetched - case.fetched - others
        if missing or case.only and surplus:
            return f"it fetches {sorted(fetched)}; missing: {sorted(missing)}, too many: {sorted(surplus) if case.only else []}"
        return None


# Checks


def check_settings(manifest):
    """Swift Build refuses a dependency with settings of warnings."""
    names = sorted(set(manifest.warning_settings))
    return f"{names} have settings of warnings without ARMORY_WARNINGS" if names else None


def check_table(manifest, table):
    """The table has a row for each trait, with packages and products that are behind it. The pages show SwiftPM's text."""
    faults = [f"no row for the trait {trait}: add one" for trait in manifest.traits if trait not in table]
    faults += [f"a row for {trait}, which is no trait: remove it" for trait in table if trait not in manifest.traits]
    for trait in set(table) & set(manifest.traits):
        faults += [f"{trait}: {pair} is not behind it" for pair in table[trait] if pair not in manifest.used(trait)]
    for page in PAGES:
        if f"{ERROR}\n* 'swift-log' from {manifest.packages['swift-log'][0]}\n" not in page.read_text(encoding="utf-8"):
            faults.append(f"{page.name} does not show the text of the error")
    # The pages of the integrations name the packages too.
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TABLE.parent.glob("*.md")) if path != TABLE)
    for trait, pairs in table.items():
        match = re.search(f"with the trait `{trait}`[^:]*? lists ([^:]+): <doc:LibraryAuthors>", pages)
        named = re.split(r" too|,", match[1])[0] if match else ""
        faults += [f"no page says that a library with the trait {trait} lists {package}" for package, _ in pairs if package not in named]
    return "\n".join(faults) or None


def cases(manifest, table):
    """Each trait in the application, in a library, in both, and in one of two libraries."""
    yield Case("nothing by path", BY_PATH, Package("app", []), only=True)
    yield Case("nothing by url", BY_URL, Package("app", []), only=True)
    yield Case("Logging alone", BY_URL, Package("app", ["Logging"]), {"swift-log"}, only=True)
    yield Case("Command alone", BY_URL, Package("app", ["Command"]), {"swift-argument-parser"}, only=True)
    unused = Package("lib", ["Logging"], [("swift-log", None)])
    yield Case("Logging in a library that does not use swift-log", BY_URL, Package("app", [], libraries=[unused]), unresolved="swift-log")
    names = [trait for trait in manifest.traits if trait in table]
    for number, trait in enumerate(names):
        other = names[(number + 1) % len(names)]
        behind, forms = manifest.behind(trait), (BY_PATH, BY_URL)

        def library(name="lib", trait=trait, without=None):
            return Package(name, [trait], [pair for pair in table[trait] if pair[0] != without])

        def application(*libraries, traits=()):
            return Package("app", list(traits), libraries=list(libraries))

        for form in forms:
            yield Case(f"{trait} in a library, by {form}", form, application(library()), behind)
            yield Case(f"{trait} in the application, by {form}", form, application(traits=[trait]), behind)
            yield Case(f"{trait} in both, by {form}", form, application(library(), traits=[trait]), behind)
            yield Case(
                f"{trait} in a library, {other} in another, by {form}", form,
                application(library("one"), library("two", other)), behind | manifest.behind(other))
        # Whether manifests are read from a folder or a repository does not change the rest: one of both is enough.
        form, opposite = forms[number % 2], forms[1 - number % 2]
        yield Case(
            f"{trait} in a library, {other} in the application, by {opposite}", opposite,
            application(library(), traits=[other]), behind | manifest.behind(other))
        for package, product in table[trait]:
            incomplete = library(without=package)
            name = f"{trait} in a library without {package}"
            yield Case(f"{name}, by {form}", form, application(incomplete), unresolved=package)
            # The two workarounds of the page.
            yield Case(f"{name}, and in the application, by {opposite}", opposite, application(incomplete, traits=[trait]), behind)
            user = Package("app", [], [(package, product)], [incomplete])
            yield Case(f"{name}, which the application uses, by {form}", form, user, behind)


def main():
    pattern = sys.argv[1] if sys.argv[1:] else ""
    shutil.rmtree(CASES, ignore_errors=True)
    CASES.mkdir(parents=True)
    repository, folder = make_armory()
    manifest, table = Manifest(folder), read_table()
    clients = Clients(manifest, repository, folder)
    chosen = [case for case in cases(manifest, table) if pattern in case.name]
    if not chosen:
        sys.exit(f"packaging.py: no client's name contains {pattern!r}")

    results = [("the table of LibraryAuthors", check_table(manifest, table)), ("settings", check_settings(manifest))]
    # The first fills the cache, so that the others do not wait for each other's fetching.
    everything = Case("all traits in the application", BY_URL, Package("app", list(manifest.traits)), set(manifest.packages))
    results.append((everything.name, clients.check(everything)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results += zip([case.name for case in chosen], pool.map(clients.check, chosen))

    failed = [(name, fault) for name, fault in results if fault]
    for name, fault in failed:
        print(f"packaging.py: error: {name}: {fault}")
    print(f"{len(results)} checks, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
