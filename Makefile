# What a user and a maintainer run. Each target installs what it needs.

SWIFT ?= swift
TEST_FLAGS := --disable-swift-testing
# The release tests have a folder of their own: debug and release would rebuild each other's packages otherwise.
RELEASE_TESTS := .build-release-tests

.PHONY: help bench test test-release test-thread-sanitizer test-example \
	test-broken-builds memcheck run budgets lint format docs clean dependencies

help:
	@echo "make bench         build in release and run the benchmark"
	@echo "make test          run the tests"
	@echo "make run           run the example, Examples/Orders"
	@echo "make test-release  run the tests in release"
	@echo "make test-thread-sanitizer  run the tests of concurrency under ThreadSanitizer"
	@echo "make test-example  run the example's tests"
	@echo "make test-broken-builds  break the sources in many ways; the tests and tools have to notice"
	@echo "make memcheck      run the C modules and the benchmark's workloads under valgrind"
	@echo "make budgets       count instructions against the budgets (valgrind)"
	@echo "make lint          check the format"
	@echo "make format        mend the format"
	@echo "make docs          build the documentation"

bench: dependencies
	$(SWIFT) run -c release bench $(BENCH)

test: dependencies
	$(SWIFT) test $(TEST_FLAGS)

test-release: dependencies
	$(SWIFT) test $(TEST_FLAGS) -c release --scratch-path $(RELEASE_TESTS)

# ThreadSanitizer's verdict is the exit code: XCTest prints "passed" all the same.
test-thread-sanitizer: dependencies
	$(SWIFT) test $(TEST_FLAGS) --sanitize=thread --scratch-path .build-thread-sanitizer --filter Concurrency

run: dependencies
	$(SWIFT) run --package-path Examples/Orders orders $(ORDERS)

test-example: dependencies
	$(SWIFT) test $(TEST_FLAGS) --package-path Examples/Orders

# ONLY='table-*' tries some of the faults; Tests/BrokenBuilds/README.md says which tool catches which.
test-broken-builds: dependencies
	@command -v valgrind >/dev/null || $(MAKE) --no-print-directory install PACKAGE=valgrind
	Tests/BrokenBuilds/run.sh

memcheck: dependencies
	@command -v valgrind >/dev/null || $(MAKE) --no-print-directory install PACKAGE=valgrind
	Tests/memcheck.sh

budgets: dependencies
	@command -v valgrind >/dev/null || $(MAKE) --no-print-directory install PACKAGE=valgrind
	Benchmarks/budgets.sh

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Examples

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Examples

docs: dependencies
	.ci/docs

clean:
	rm -rf .build $(RELEASE_TESTS) .build-thread-sanitizer Examples/Orders/.build

# Headers alone are needed, and to build alone: every hash is inlined.
dependencies:
	@pkg-config --exists libxxhash 2>/dev/null || $(MAKE) --no-print-directory install PACKAGE=libxxhash-dev

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
