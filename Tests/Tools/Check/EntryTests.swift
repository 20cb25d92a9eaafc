import Armory
import ArmoryCheck
import ArmoryTestSupport
import XCTest

/// What a check is told of the code outside of the graph.
final class EntryTests: LeakCheckedTestCase {
    private func errors(_ graph: CheckedGraph, _ words: String...) async throws -> [String] {
        let run = try await Run([graph], words)
        return run.text.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") }
    }

    private func place(_ mark: String) throws -> String { try Run.place(mark, in: "EntryTests.swift") }

    func testSEE6_AnEntryThatIsNotRegisteredIsAFaultAtItsLine() async throws {
        let errors = try await errors(
            CheckedGraph { Sample.sound }
                .entry(Ledger.self)
                .entry(Mailer.self)  // ENTRY
                .entry(Mailer?.self)
                .entry([Ledger].self)
                .entry(Lazy<Ledger>.self)
                .entry(Ledger.self, named: "second")  // NAMED
                .entry((any CustomStringConvertible).self, in: .request))  // SCOPED
        XCTAssertEqual(errors.count, 3)
        for (error, expected) in zip(
            errors,
            [("ENTRY", "Mailer"), ("NAMED", "Ledger named \"second\""), ("SCOPED", "any CustomStringConvertible")]
        ) {
            XCTAssertTrue(error.hasPrefix("\(try place(expected.0)): error: \(expected.1) "), error)
            XCTAssertTrue(error.hasSuffix(" [missing]"), error)
        }
    }

    func testSEE6_AnEntryOutsideOfItsScopeIsAFault() async throws {
        let errors = try await errors(
            CheckedGraph { Sample.basket }
                .entry(Basket.self)  // OUTSIDE
                .entry(Basket.self, in: .request))
        XCTAssertEqual(errors.count, 1)
        XCTAssertTrue(errors[0].hasPrefix("\(try place("OUTSIDE")): error: "), errors[0])
        let container = try Container { Sample.basket }
        XCTAssertThrowsError(try container.resolve(Basket.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
            XCTAssertTrue(errors[0].hasSuffix("\(error)".prefix { $0 != "\n" }), "a resolve says the same")
        }
    }

    func testSEE6_AnEntryOfTheInnerScopeIsNotResolvedInTheOuterOne() async throws {
        let inner = ScopeTag("message", inside: .request)
        let module = Module {
            Scoped(Clock.init).in(inner); Transient(Ledger.init)
        }
        let errors = try await errors(
            CheckedGraph { module }
                .entry(Ledger.self, in: .request)  // OUTER
                .entry(Ledger.self, in: inner))
        XCTAssertEqual(errors.count, 1)
        let error = errors.first ?? ""
        XCTAssertTrue(error.hasPrefix("\(try place("OUTER")): error: Clock "), error)
        XCTAssertTrue(error.contains("\"message inside request\"") && error.hasSuffix(" [outsideScope]"), error)
    }

    func testSEE6_ARegistrationThatAwaitsOrTakesArgumentsMayBeAnEntry() async throws {
        let module = Module {
            Singleton { () async in Clock() }
            Transient(arguments: Int.self) { _, _ in Mailer() }
        }
        let errors = try await errors(CheckedGraph { module }.entry(Clock.self).entry(Mailer.self))
        XCTAssertEqual(errors, [])
    }

    func testSEE6_WhatNoEntryLeadsToIsAWarning() async throws {
        let run = try await Run(CheckedGraph { Sample.sound }.entry(Clock.self))
        XCTAssertTrue(run.text.contains(#/: warning: Ledger .* \[unused\]/#), run.text)
        XCTAssertEqual(run.code, 0)
    }

    // MARK: Scopes

    func testSEE6_TheSeedsOfAScopeAreExactlyTheDeclaredOnes() async throws {
        let sound = try await errors(CheckedGraph { Sample.basket }.scope(.request, seeds: User.self))
        XCTAssertEqual(sound, [])
        let unsaid = try await errors(CheckedGraph { Sample.basket })
        XCTAssertEqual(unsaid, [])
        let missing = try await errors(
            CheckedGraph { Sample.basket }
                .scope(.request))  // WITHOUT
        XCTAssertEqual(missing.count, 1)
        XCTAssertTrue(missing[0].hasPrefix("\(try place("WITHOUT")): error: User "), missing[0])
        XCTAssertTrue(missing[0].hasSuffix(" [notSeeded]"), missing[0])
        let undeclared = try await errors(
            CheckedGraph { Sample.basket }
                .scope(.request, seeds: User.self, Clock.self))  // UNDECLARED
        XCTAssertEqual(undeclared.count, 1)
        XCTAssertTrue(undeclared[0].hasPrefix("\(try place("UNDECLARED")): error: Clock "), undeclared[0])
        XCTAssertTrue(undeclared[0].hasSuffix(" [seedNotDeclared]"), undeclared[0])
    }

    func testSEE6_ASeedHasAName() async throws {
        let module = Module { Seeded(User.self).named("admin") }
        let named = try await errors(
            CheckedGraph { module }.scope(.request).seed(User.self, named: "admin", in: .request))
        XCTAssertEqual(named, [])
        let unnamed = try await errors(CheckedGraph { module }.scope(.request, seeds: User.self))
        XCTAssertEqual(unnamed.count, 2, "\(unnamed)")
    }

    func testSEE6_AnInterceptorOfAllTypesIsNotAroundEntries() async throws {
        struct Spy: Interceptor {
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
        }
        let module = Module {
            Sample.sound
            Intercepted(by: Spy())
        }
        let found = try await errors(CheckedGraph { module }.entry(Ledger.self))
        XCTAssertEqual(found, [])
    }

    func testSEE6_OneEntryMayBeStatedTwiceAndOneScopeMayNot() async throws {
        let twice = try await errors(
            CheckedGraph { Sample.basket }
                .entry(Basket.self, in: .request).entry(Basket.self, in: .request)
                .scope(.request, seeds: User.self)
                .scope(.request, seeds: User.self))  // AGAIN
        XCTAssertEqual(twice, ["\(try place("AGAIN")): error: The scope \"request\" is declared twice."])
    }
}
