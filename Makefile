# What a user and a maintainer run. Each target installs what it needs.

SWIFT ?= swift
# Each kind of build has a folder of its own: they would rebuild each other's objects otherwise. Packages that build the same
# sources in the same way share one: the release tests and the benchmarks' client; the integrations and the two example services. SwiftPM
# takes its plan from there if it has one, which may be that of the other package.
RELEASE := --scratch-path .build-release --disable-build-manifest-caching
INTEGRATIONS := .build-integrations
# The share of the stress tests' full counts; `make verify` runs the full counts in release.
STRESS ?= 0.03
TEST := env ARMORY_STRESS=$(STRESS) SWIFT=$(SWIFT) Tests/test.sh
# SET=1: only the tests that Tests/Sets lists for the build, as .ci/run does; otherwise all tests.
TEST_SET = $(TEST) $(if $(SET),--set $(1))

# Every test counts what it leaves behind, so LeakSanitizer, which comes with AddressSanitizer on Linux, is off unless asked
# for by DETECT_LEAKS=1: it reports the objects of the model's tests that hold each other, and what XCTest and Foundation leak
# where the file does not name it. The linker that is Linux's default warns of each of the sanitizer's functions.
DETECT_LEAKS ?= 0
ifeq ($(shell uname),Linux)
LEAKS := ASAN_OPTIONS=detect_leaks=$(DETECT_LEAKS) LSAN_OPTIONS=suppressions=Tests/leak-sanitizer.suppressions
LINKER := -Xswiftc -use-ld=lld
endif

# Package.swift says why a client does not have it.
export ARMORY_WARNINGS := errors

.PHONY: help bench test verify check-lists test-release test-one-hash test-thread-sanitizer test-address-sanitizer test-integrations \
	test-examples test-orders-server test-invoices test-macros test-macros-versions test-packaging test-graph-corpus check-costs compare mutants memcheck coverage run run-invoices run-orders run-stories run-tutorial run-chat load pictures \
	budgets models \
	compile-time lint format texts api site test-browser clean dependencies server-dependencies

help:
	@echo "make bench         build in release and run the benchmark (BENCH=help: the other tables)"
	@echo "make test          run the tests, in some minutes (FILTER=ArmoryTests.ListTests: some of them)"
	@echo "make run           run the example service, Examples/OrdersServer; Ctrl-C stops it; its first build takes some minutes"
	@echo "make run-invoices  run the example with users and tokens, Examples/Invoices; Ctrl-C stops it"
	@echo "make run-orders    run the small example, Examples/Orders"
	@echo "make run-stories   tell the stories, Examples/Stories: from hand-written factories to a container"
	@echo "make run-tutorial  run the eight steps of the tutorial, Examples/Tutorial (STEP=3: one of them)"
	@echo "make run-chat      run the example of sockets and jobs, Examples/Chat; Ctrl-C stops it"
	@echo "make load          load the example service, and the same one without a container"
	@echo "make verify        what a release needs besides .ci/run; it takes more than an hour (CHECKS=\"debug memcheck\": some of it)"
	@echo "make coverage      print the lines of the library that the tests run"
	@echo "make check-lists   check that the lists of tests and the mutants fit the sources"
	@echo "make test-release  run the tests in release (SET=1: those that Tests/Sets lists)"
	@echo "make test-one-hash run the unit tests with one hash for all keys"
	@echo "make test-thread-sanitizer  run the tests under ThreadSanitizer (SET=1: those that Tests/Sets lists)"
	@echo "make test-address-sanitizer  run the tests under AddressSanitizer"
	@echo "make test-integrations  run the tests of what works with other packages, which are fetched"
	@echo "make mutants       break the sources in one way after another, and see each noticed (SET=1: one of each kind)"
	@echo "make memcheck      run the C modules' test under valgrind and ThreadSanitizer, and the benchmark's workloads under valgrind (SET=1: the former)"
	@echo "make test-examples run the tests of the small examples, without traits and with all (FILTER=ChatTests: these, with all traits)"
	@echo "make test-orders-server  run the tests of the example service (GRPC=1: with gRPC)"
	@echo "make test-invoices run the tests of the example with users and tokens"
	@echo "make test-macros   run the tests of the macros; the first build of swift-syntax takes some minutes"
	@echo "make test-macros-versions  the same with other versions of swift-syntax"
	@echo "make test-packaging  resolve packages that use Armory with each trait, as clients do (FILTER=Logging: some of them)"
	@echo "make test-graph-corpus  build graphs that a build has to refuse, and graphs that look broken and are sound (SET=1: ten, and a test of all)"
	@echo "make check-costs   measure what a check of the graph adds to builds (CHECK_COSTS=5: rounds)"
	@echo "make compare       measure Armory and other containers side by side, and print a table; fetches the others (valgrind)"
	@echo "make budgets       count instructions, also in a client's package, and compare them with the stored counts (valgrind; SET=1: a dozen rows; WRITE=1: store them)"
	@echo "make models        check the models of the concurrent protocols in every order of their steps (spin)"
	@echo "make compile-time  measure what the container costs to have: compile time, code size, start-up, heap (COSTS=counts: no times)"
	@echo "make pictures      draw the documentation's pictures anew, from the examples"
	@echo "make texts         write the table of error texts and the pages that show one anew, after a change of a sentence"
	@echo "make api           write the page of the public API anew, after a change of a public symbol, and print how many there are"
	@echo "make clean         remove what was built"
	@echo "make lint          check the format, and the rules of Tests/lint on sources and pages"
	@echo "make format        correct the format"
	@echo "make site          build the documentation of all products as a static site, .build-site; the first build takes minutes"
	@echo "make test-browser  build the site, and try it and the inspector's page in a browser (Linux)"

bench: dependencies
	$(SWIFT) run -c release bench $(BENCH)

# FILTER="ArmoryTests.ListTests": the classes or tests whose names match, with Target.Class/test as the whole name.
test: dependencies
	$(TEST) $(if $(FILTER),--filter '$(FILTER)')

# Whole keys alone tell keys apart. Speed is no question here.
test-one-hash: dependencies
	ARMORY_TEST_TARGETS="ArmoryCoreTests ArmoryTests ArmoryTestingTests ArmoryRegistryTests" $(TEST) -Xcc -DCCORE_KEY_BITS=0 \
		--scratch-path .build-one-hash

# No test needs the flag for `@testable`; without it, the library's objects are those of the benchmarks.
test-release: dependencies
	$(call TEST_SET,release) -c release --disable-testable-imports $(RELEASE)

# ThreadSanitizer's verdict is the exit code: XCTest prints "passed" all the same. Without the flag after -Xcc, the inline
# functions of C that are compiled with Swift's code would not be instrumented.
test-thread-sanitizer: dependencies
	$(call TEST_SET,thread-sanitizer) --sanitize=thread -Xcc -fsanitize=thread --scratch-path .build-thread-sanitizer

test-address-sanitizer: dependencies
	$(LEAKS) $(TEST) --sanitize=address -Xcc -fsanitize=address $(LINKER) --scratch-path .build-address-sanitizer

# A list that names a test that is gone, or a mutant that no longer applies, checks nothing.
check-lists:
	Tests/test.sh --check-sets
	CHECK=1 Tests/Mutants/run.sh

# SET=1: one of each kind: a lock, an ordering, a free too early, a claim, a wait, an end, kept instances. All take an hour.
mutants: dependencies valgrind spin
	ONLY="$(if $(SET),core-mutex-that-locks-nothing core-instance-published-relaxed core-reads-not-waited-for core-cell-claimed-twice \
		core-circles-not-looked-for core-not-closed-by-its-maker kept-*,$(ONLY))" Tests/Mutants/run.sh

# SET=1: the C modules alone.
memcheck: dependencies valgrind
	Tests/memcheck.sh $(if $(SET),c-modules)

coverage: dependencies
	ARMORY_STRESS=$(STRESS) Tests/coverage.sh

verify:
	Tests/checks.sh release $(CHECKS)

.PHONY: valgrind
valgrind:
	@command -v valgrind >/dev/null || $(MAKE) --no-print-directory install PACKAGE=valgrind

.PHONY: python
python:
	@command -v python3 >/dev/null || $(MAKE) --no-print-directory install PACKAGE=python3

.PHONY: spin
spin:
	@command -v spin >/dev/null || $(MAKE) --no-print-directory install PACKAGE=spin

# Where port 8080 is taken it says which it has. More arguments: make run SERVER="--port 9000 --database orders.sqlite".
run: server-dependencies
	$(ORDERED_BUILD) --package-path Examples/OrdersServer --product orders-server
	$(SWIFT) run --skip-build --package-path Examples/OrdersServer orders-server --seed 1000 --inspector on --any-port on --drain-delay 0 $(SERVER)

# SwiftPM passes the traits to the compiler in the order of a hash table, and another order compiles everything again:
# https://github.com/swiftlang/swift-package-manager/issues/10525
ORDERED_BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
BUILD_TRAITS = $(ORDERED_BUILD) --build-tests --disable-build-manifest-caching

TRAITS := ServiceLifecycle,Hummingbird,GRPC,Configuration,Logging,Metrics,Tracing,Command,Inspector,Macros

TEST_INTEGRATIONS = $(TEST) --disable-swift-testing --skip-build --scratch-path $(INTEGRATIONS) --traits $(TRAITS) --filter
test-integrations test-browser: export ARMORY_TEST_TARGETS = ArmoryIntegrationTests

# The other packages are fetched where a trait asks for them, so never by the builds above.
test-integrations: dependencies
	$(BUILD_TRAITS) --scratch-path $(INTEGRATIONS) --traits $(TRAITS)
	$(TEST_INTEGRATIONS) $(or $(FILTER),ArmoryIntegrationTests)

run-invoices: dependencies
	$(ORDERED_BUILD) --package-path Examples/Invoices --product invoices
	$(SWIFT) run --skip-build --package-path Examples/Invoices invoices --development

run-orders: dependencies
	$(SWIFT) run --package-path Examples orders $(ORDERS)

run-stories: dependencies
	$(SWIFT) run --package-path Examples stories $(STORY)

run-tutorial: dependencies
	@for step in $(or $(STEP),1 2 3 4 5 6 7 8); do \
		echo "== Step$$step"; $(SWIFT) run --package-path Examples Step$$step || exit 1; done

run-chat: dependencies
	$(SWIFT) run --package-path Examples --traits Chat chat $(CHAT)

load: server-dependencies
	Examples/OrdersServer/load.sh $(LOAD)

EXAMPLE_TRAITS := Chat,Graph,Trumpets

# Two builds: without traits, which fetches nothing, and with all traits. FILTER=ChatTests: only these tests, in the second build.
test-examples: dependencies
	$(if $(FILTER),,$(TEST) --package-path Examples)
	$(if $(FILTER),,$(SWIFT) package --package-path Examples check-graph --tool orders-check)
	$(if $(FILTER),,$(SWIFT) package --package-path Examples check-graph --tool stories-check)
	$(BUILD_TRAITS) --package-path Examples --traits $(EXAMPLE_TRAITS)
	$(TEST) $(if $(FILTER),--filter '$(FILTER)') --skip-build --package-path Examples --traits $(EXAMPLE_TRAITS)

# The build folder is that of the integrations, which has most of the packages. GRPC=1: with gRPC over HTTP/2, whose packages take
# minutes to build.
test-orders-server: SERVER_TESTS = --package-path Examples/OrdersServer --scratch-path $(INTEGRATIONS) $(if $(GRPC),--traits GRPC)
test-orders-server: server-dependencies
	$(BUILD_TRAITS) $(SERVER_TESTS)
	$(TEST) $(if $(FILTER),--filter '$(FILTER)') --skip-build $(SERVER_TESTS)

# In the same folder. What it adds is jwt-kit, with swift-crypto and swift-certificates.
test-invoices: INVOICES_TESTS = --package-path Examples/Invoices --scratch-path $(INTEGRATIONS)
test-invoices: dependencies
	$(BUILD_TRAITS) $(INVOICES_TESTS)
	$(TEST) $(if $(FILTER),--filter '$(FILTER)') --skip-build $(INVOICES_TESTS)

# The tests of the macros are in a folder of their own, because swift-syntax takes minutes to build. SwiftPM does not compile a target
# again when only its macros changed. A client of the macros is built in the same folder, so it takes swift-syntax from there.
MACRO_TESTS := ArmoryMacrosTests ArmoryMacrosPluginTests
test-macros test-macros-versions: export ARMORY_TEST_TARGETS = $(MACRO_TESTS)
test-macros: MACROS_BUILD = --scratch-path .build-macros --disable-build-manifest-caching
test-macros: MACROS_CLIENT = --package-path Tests/MacrosClient $(MACROS_BUILD)
test-macros: dependencies
	@touch Tests/Tools/Macros/*.swift
	$(TEST) --disable-swift-testing --traits Macros $(MACROS_BUILD) $(if $(FILTER),--filter '$(FILTER)')
	$(SWIFT) build $(MACROS_CLIENT)
	test "$$($(SWIFT) run --skip-build $(MACROS_CLIENT))" = "tea in orders.db"

# The versions of the page Macros besides the newest. With 600.0.1, the tests of expanded texts fail: its test support knows no places.
test-macros-versions: dependencies
	$(call TEST_MACROS,602.0.0)
	$(call TEST_MACROS,600.0.1) --filter ArmoryMacrosTests
# The copy of the package has the resolved version, which would otherwise hold for later builds.
TEST_MACROS = rm -rf .build-macros-$(1) && mkdir -p .build-macros-$(1)/armory && \
	ln -s $(addprefix $(CURDIR)/,Package.swift Sources CModules Tests Benchmarks) .build-macros-$(1)/armory && \
	$(SWIFT) package --package-path .build-macros-$(1)/armory --traits Macros resolve && \
	$(SWIFT) package --package-path .build-macros-$(1)/armory --traits Macros resolve swift-syntax --version $(1) && \
	$(TEST) --disable-swift-testing --package-path .build-macros-$(1)/armory --traits Macros --force-resolved-versions

# It resolves and builds nothing, but fetches the packages of all traits.
test-packaging: python
	SWIFT=$(SWIFT) Tests/packaging.py '$(FILTER)'

# Each graph is built and tested (SET=1: those that Tests/Sets lists are built, all are tested); the examples' graphs are checked without a build of their own.
test-graph-corpus: dependencies
	Tests/GraphCorpus/run.sh $(if $(SET),set)

# Times wobble, so it is not among the checks of every change.
check-costs: dependencies
	Benchmarks/check-costs.sh $(CHECK_COSTS)

# The tests of the examples draw them, and otherwise say which is no longer what its example is.
pictures: dependencies
	ARMORY_PICTURES=write $(TEST) --disable-swift-testing --package-path Examples --filter PictureTests

# The test classes that compare a text also replace it on the pages that show it as a whole block.
texts: dependencies
	ARMORY_TEXTS=write ARMORY_TEST_TARGETS=ArmoryTests $(TEST) --disable-swift-testing --filter "^ArmoryTests[.]($$(grep -rl \
		'assertErrorText(' Tests/Armory | xargs sed -nE 's/^(@[A-Za-z]+ )?final class ([A-Za-z0-9]+): .*TestCase.*/\2/p' | paste -sd '|' -))/"

# The page of the public API, from the compiler's symbol graph.
api: dependencies
	$(SWIFT) build --target Armory
	Tests/api.py write "$$($(SWIFT) build --show-bin-path)"
	Tests/api.py counts "$$($(SWIFT) build --show-bin-path)"

# SET=1: the rows that Tests/Sets lists. WRITE=1: stores the counts.
budgets: dependencies valgrind
	WRITE=$(WRITE) Benchmarks/budgets.sh $(if $(SET),--set)

# It fetches other containers, so it is no part of any check.
compare: dependencies valgrind
	Benchmarks/Others/compare.sh

models: spin
	Tests/Models/run.sh

# Not among the checks of every change: times wobble, and the counts alone take some minutes.
compile-time: dependencies valgrind
	Benchmarks/costs.sh $(COSTS)

# The format, and rules of texts that need no build. The self-test plants a fault for each rule.
lint: python
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Examples
	Tests/lint/lint.py --self-test
	Tests/lint/lint.py

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Examples

# BASE=name: for a folder of a host. The build is that of test-integrations, so the first one takes minutes.
site: dependencies
	SWIFT=$(SWIFT) .ci/site

# A browser opens the site and the inspector's page: links, search, pictures. The tests drive it on Linux alone. Pictures of the
# inspector's page are in .build-integrations/artifacts behind it.
test-browser:
	@[ "$$(uname)" = Linux ] || { echo "test-browser runs on Linux only" >&2; exit 1; }
	$(MAKE) --no-print-directory site browser
	ARMORY_SITE=$(CURDIR)/.build-site ARMORY_BROWSER=1 $(TEST_INTEGRATIONS) '[.](Site|InspectorPage|InspectorLook|Health)Tests' \
		--no-skips

clean:
	rm -rf .build .build-* Examples/.build Examples/*/.build Tests/GraphCorpus/.build Benchmarks/*/.build

# Headers alone are needed, and to build alone: every hash is inlined.
dependencies:
	@pkg-config --exists libxxhash 2>/dev/null || $(MAKE) --no-print-directory install PACKAGE=libxxhash-dev

# SQLite is a part of macOS.
server-dependencies: dependencies
	@[ "$$(uname)" = Darwin ] || [ -e /usr/include/sqlite3.h ] || $(MAKE) --no-print-directory install PACKAGE=libsqlite3-dev
	@# Foundation's URLSession loads it.
	@[ "$$(uname)" = Darwin ] || /sbin/ldconfig -p | grep -q libcurl.so.4 || $(MAKE) --no-print-directory install PACKAGE=libcurl4

# The inspector's page is looked at in it; elsewhere its tests are left out.
.PHONY: browser
browser:
	@[ "$$(uname)" = Darwin ] || command -v chromium >/dev/null || $(MAKE) --no-print-directory install PACKAGE=chromium

# The example service is counted with its requests.
.PHONY: curl
curl:
	@command -v curl >/dev/null || $(MAKE) --no-print-directory install PACKAGE=curl

.PHONY: install
install:
	@if command -v apt-get >/dev/null; then \
		SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		echo "installing $(PACKAGE)"; \
		$$SUDO apt-get update -qq && \
		$$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGE) pkg-config >/dev/null; \
	elif command -v brew >/dev/null; then \
		brew install $(patsubst libxxhash-dev,xxhash,$(PACKAGE)); \
	else \
		echo "install $(PACKAGE) with this system's package manager" >&2; exit 1; \
	fi
