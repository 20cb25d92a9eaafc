// REG9, REG10, REG15, REG16: which registrations are there, which of several wins, what is made at once, what is promised.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Mailer: Sendable { var way: String { get } }
private struct SomeMailer: Mailer {
    let way: String
    init(_ way: String = "some") { self.way = way }
}
private final class Post: Sendable {
    private let life = Counted()
    let mailer: any Mailer
    init(mailer: any Mailer) { self.mailer = mailer }
}
private final class MaybePost: Sendable {
    private let life = Counted()
    let mailer: (any Mailer)?
    init(mailer: (any Mailer)?) { self.mailer = mailer }
}
private final class Eager: Sendable {
    private let life = Counted()
    init(_ log: Log<String>, _ text: String) { log.add(text) }
}

private func mailer(_ way: String) -> Singleton<any Mailer> { Singleton((any Mailer).self) { SomeMailer(way) } }

// MARK: Which of several wins

final class ChoiceTests: LeakCheckedTestCase {
    private func way(
        _ registrations: [any Registration], _ configuration: Container.Configuration = .init()
    ) throws -> String {
        try Container(configuration: configuration) { registrations }.resolve((any Mailer).self).way
    }

    func testREG9_TwoOfOneKeyAreRefusedOrTheLastOneWins() throws {
        let error = failure(.invalid) { try way([mailer("first"), mailer("last")]) }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
        XCTAssertEqual(try way([mailer("first"), mailer("last")], .init(duplicates: .replace)), "last")
    }

    func testREG9_IfAbsentIsThereAloneAndGivesWayInEitherOrder() throws {
        XCTAssertEqual(try way([mailer("default").ifAbsent()]), "default")
        XCTAssertEqual(try way([mailer("default").ifAbsent(), mailer("own")]), "own")
        XCTAssertEqual(try way([mailer("own"), mailer("default").ifAbsent()]), "own")
        XCTAssertEqual(try way([mailer("first").ifAbsent(), mailer("second").ifAbsent()]), "first")
        XCTAssertEqual(
            try way([mailer("first").ifAbsent(), mailer("second").ifAbsent()], .init(duplicates: .replace)), "first")
    }

    func testREG10_AConditionLooksAtTheEnvironmentAndAtWhatIsRegistered() throws {
        let registrations: [any Registration] = [
            mailer("smtp").when { $0["SMTP_HOST"] != nil },
            mailer("log").ifAbsent(),
            Singleton(value: "audited").when { $0.isRegistered((any Mailer).self) },
            Singleton(value: 1).when { $0.isRegistered(Double.self, named: "rate") }.when { _ in true },
            Singleton(value: 2).named("two").when { _ in true }.when { $0.environment.isEmpty },
        ]
        let plain = try Container(configuration: .init(environment: [:])) { registrations }
        XCTAssertEqual(try plain.resolve((any Mailer).self).way, "log")
        XCTAssertEqual(try plain.resolve(String.self), "audited")
        XCTAssertNil(try plain.resolve(Int?.self))
        XCTAssertEqual(try plain.resolve(Int.self, named: "two"), 2)
        let configured = try Container(
            parents: [Container { Singleton(value: 1.5).named("rate") }],
            configuration: .init(environment: ["SMTP_HOST": "mail"])
        ) { registrations }
        XCTAssertEqual(try configured.resolve((any Mailer).self).way, "smtp")
        XCTAssertEqual(try configured.resolve(Int.self), 1, "a parent's counts")
        XCTAssertNil(try configured.resolve(Int?.self, named: "two"))
    }

    func testREG10_WhatAnotherModuleHidesOrPromisesIsNotRegistered() throws {
        let hiding = Module {
            mailer("hidden").private(); Singleton(value: 1).when { $0.isRegistered((any Mailer).self) }
        }
        let container = try Container(configuration: .init(validates: false)) {
            hiding
            Promised(Double.self)
            Singleton(value: "seen").when { $0.isRegistered((any Mailer).self) }
            Singleton(value: ["seen"]).when { $0.isRegistered(Double.self) }
        }
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertNil(try container.resolve(String?.self))
        XCTAssertNil(try container.resolve([String]?.self))
    }
}

// MARK: What is made at once

final class EagerTests: LeakCheckedTestCase {
    func testREG15_ARegistrationWithArgumentsCannotBeEager() throws {
        let refused: [any Registration] = [
            Kept(arguments: Int.self) { _, number in Double(number) }.eager(),
            Kept({ (number: Int) in Float(number) }, .argument).eager(),
        ]
        for validates in [true, false] {
            let error = failure(.invalid) {
                try Container(configuration: .init(validates: validates)) { refused }
            }
            XCTAssertEqual(error?.faults.map(\.code), refused.map { _ in .cannotBeEager })
        }
        let module = Module { refused }
        XCTAssertEqual(failure(.invalid) { try module.validate() }?.faults.count, refused.count)
        XCTAssertEqual(failure(.invalid) { try Container { module } }?.faults.count, refused.count)
        let container = try Container {
            Unchecked { 1 }.eager()
            Kept { Post(mailer: SomeMailer()) }.eager()
        }
        XCTAssertEqual(try container.resolve(Int.self), 1)
    }

    func testREG15_EagerInstancesAreMadeInTheOrderOfRegistrationAfterWhatTheyNeed() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton(Int.self) {
                log.add("lazy"); return 1
            }
            Singleton { (number: Double) in Eager(log, "eager") }.eager()
            Singleton(Double.self) {
                log.add("needed"); return 1
            }
            Singleton(String.self) {
                log.add("second"); return ""
            }.named("a").eager()
            Module {
                Singleton([String].self) {
                    log.add("in a module"); return []
                }.eager().private()
            }
        }
        XCTAssertEqual(log.all, ["needed", "eager", "second", "in a module"])
        _ = try container.resolve(Eager.self)
        XCTAssertEqual(log.all.count, 4)
    }

    func testREG15_WhatLostIsNotMade() throws {
        let log = Log<String>()
        _ = try Container {
            Singleton(Int.self) {
                log.add("fallback"); return 1
            }.ifAbsent().eager()
            Singleton(Int.self) {
                log.add("normal"); return 2
            }
            Singleton(Double.self) {
                log.add("condition"); return 2
            }.eager().when { _ in false }
        }
        XCTAssertEqual(log.all, [])
    }

    func testREG15_AnErrorOfAnEagerFactoryIsTheContainersAndNothingLeaks() throws {
        let log = Log<String>()
        let error = failure(.factoryFailed) {
            try Container {
                Singleton { Eager(log, "first") }.eager()
                Singleton(Int.self) { () throws -> Int in throw Mishap(1) }.eager()
                Singleton { Eager(log, "never") }.named("last").eager()
            }
        }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        XCTAssertEqual(log.all, ["first"])
        assertThreadIsIdle()
    }

    func testREG15_AnEagerAliasMakesTheInstanceOnce() throws {
        let log = Log<String>()
        let container = try Container { Singleton { Eager(log, "once") }.as { $0 as any AnyObject & Sendable }.eager() }
        _ = try container.resolve((any AnyObject & Sendable).self)
        XCTAssertEqual(log.all, ["once"])
    }
}

// MARK: What is promised

final class PromisedTests: LeakCheckedTestCase {
    private let domain = Module("domain") {
        Promised((any Mailer).self)
        Transient(Post.init)
        Transient(MaybePost.init)
    }
    private let unchecked = Container.Configuration(validates: false)

    func testREG16_APromiseIsKeptByAnotherModuleInEitherOrder() throws {
        let infrastructure = Module { mailer("kept") }
        for modules in [[domain, infrastructure], [infrastructure, domain]] {
            let container = try Container { modules }
            XCTAssertEqual(try container.resolve(Post.self).mailer.way, "kept")
            XCTAssertEqual(try container.resolve(MaybePost.self).mailer?.way, "kept")
        }
    }

    func testREG16_APromiseIsKeptByAParentOrAChild() throws {
        let parent = try Container { mailer("parent") }
        let child = try Container(parents: [parent], configuration: unchecked) { domain }
        XCTAssertEqual(try child.resolve(Post.self).mailer.way, "parent")
        XCTAssertEqual(try child.resolve((any Mailer).self).way, "parent")
        XCTAssertEqual(try child.resolve(MaybePost.self).mailer?.way, "parent")
        let promising = try Container(configuration: unchecked) { domain }
        let keeping = try Container(parents: [promising], configuration: unchecked) { mailer("child") }
        XCTAssertEqual(try keeping.resolve(Post.self).mailer.way, "child")
        failure(.promised) { try promising.resolve(Post.self) }
    }

    func testREG16_APromiseThatNobodyKeptIsTheErrorPromisedWithItsPlace() throws {
        let container = try Container(configuration: unchecked) { domain }
        for asking in 0..<2 {
            let error = failure(.promised) { try container.resolve(Post.self) }
            XCTAssertEqual(error?.path, ["Post", "any Mailer"])
            XCTAssertEqual(error?.location?.fileID.hasSuffix("ChoiceTests.swift"), true, "asked \(asking)")
        }
        failure(.promised) { try container.resolve((any Mailer).self) }
        XCTAssertNil(try container.resolve((any Mailer)?.self))
        XCTAssertNil(try container.resolve(MaybePost.self).mailer)
        let named = try Container(configuration: unchecked) { Promised(Int.self).named("a") }
        failure(.promised) { try named.resolve(Int.self, named: "a") }
    }

    func testREG16_APromiseOfManyIsKeptOnceWhereverTheOthersAre() throws {
        let container = try Container(configuration: unchecked) {
            Promised((any Mailer).self)
            Promised((any Mailer).self)
            Promised(Int.self).named("open")
            for number in 0..<1_000 { Singleton(value: number).named(RegistrationName(number)) }
            mailer("kept")
            Promised((any Mailer).self)
        }
        XCTAssertEqual(try container.resolve((any Mailer).self).way, "kept")
        XCTAssertEqual(try container.resolve([any Mailer].self).count, 1)
        failure(.promised) { try container.resolve(Int.self, named: "open") }
        XCTAssertEqual(try container.resolve([Int].self).count, 1_000)
    }

    func testREG16_AnOptionalDependencyIsThereWhereItsImplementationIs() throws {
        XCTAssertNil(try Container { Transient(MaybePost.init) }.resolve(MaybePost.self).mailer)
        let container = try Container {
            Transient(MaybePost.init); mailer("here")
        }
        XCTAssertEqual(try container.resolve(MaybePost.self).mailer?.way, "here")
    }
}
