// Many threads ask for what nobody has made yet.

import Armory
import ArmoryTestSupport
import XCTest

/// C1: the factory of an instance that is kept runs to success once, and everybody gets that instance, complete.
///
/// ArmoryCoreTests has the same for what the core alone can register.
final class ExactlyOnceStressTests: LeakCheckedTestCase {
    private func assertMadeOnce(threads: Int) {
        let label = "C1 every kind of registration, \(threads) threads"
        let rounds = StressScale.scaled(6_000 * 8 / threads, underThreadSanitizer: 2_000 * 8 / threads)
        let report = Barrage(label, threads: threads, rounds: rounds, isJostled: true, describe: Waits.described).run(
            prepare: { try Stage(round: $0) },
            body: { try $0.resolveAll(thread: $1) },
            check: { try $0.check($1) })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.add(report.rounds * Kind.allCases.count, "instances")
        stated.add(report.rounds * Kind.allCases.count * threads, "resolves")
        stated.state(misses: report.misses)
    }

    func testC1_EightThreadsHaveEveryKindOfRegistrationMadeOnce() {
        assertMadeOnce(threads: 8)
    }

    func testC1_SixtyFourThreadsHaveEveryKindOfRegistrationMadeOnce() {
        assertMadeOnce(threads: 64)
    }
}

/// A container for one round, of which nothing is made.
private final class Stage: Sendable {
    private let round: Int
    private let container: Container
    private let derived: Container
    private let child: Container
    private let censuses: [Census]

    private struct Silent: EventSubscriber {
        func receive(_ event: ContainerEvent) {}
    }

    init(round: Int) throws {
        self.round = round
        let censuses = Kind.allCases.map { _ in Census() }
        self.censuses = censuses
        // Told or not, it is made once.
        container = try Container(configuration: .init(subscribers: round % 3 == 2 ? [Silent()] : [])) {
            for kind in Kind.allCases { kind.registration(censuses[kind.rawValue], Self.pace(of: kind, in: round)) }
            Decorator((any AnyWidget).self) { widget, _ in widget }.named(Kind.decorated.name)
            Intercepted((any AnyWidget).self, by: Passing()).named(Kind.intercepted.name)
        }
        derived = try container.overriding {
        } adding: {
            Singleton { round }
        }
        child = try Container(parents: [container]) {}
    }

    private static func pace(of kind: Kind, in round: Int) -> Pace {
        [.slow, .yielding, .atOnce][(round / 4 + kind.rawValue) % 3]
    }

    /// What a thread gets for each kind.
    ///
    /// Every kind comes first in turn. In every fourth round each thread begins with another one.
    func resolveAll(thread: Int) throws -> [Widget] {
        let start = round % 4 == 3 ? round + thread : round
        var widgets: [Widget?] = Array(repeating: nil, count: Kind.allCases.count)
        for step in Kind.allCases.indices {
            let kind = Kind.allCases[(start + step) % Kind.allCases.count]
            // An overriding container shares singletons alone.
            let other = kind == .plain || kind == .behindProtocol ? derived : child
            let widget = try kind.resolve(from: [container, child, other][thread % 3])
            try widget.expectComplete("\(kind)")
            widgets[kind.rawValue] = widget
        }
        return widgets.compactMap { $0 }
    }

    /// All threads hold what they got, so that a shared instance cannot be made again.
    func check(_ results: [Result<[Widget], any Error>]) throws {
        let first = try results[0].get()
        for result in results {
            for (kind, widget) in zip(Kind.allCases, try result.get()) {
                try expect(widget === first[kind.rawValue], "two threads have two instances: \(kind)")
            }
        }
        for kind in Kind.allCases { try censuses[kind.rawValue].expectOne("\(kind)") }
    }
}

private struct Passing: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

/// The kinds of registrations of which one instance is kept.
private enum Kind: Int, CaseIterable, Sendable {
    case plain
    case behindProtocol
    case shared
    case kept
    /// One for each value of an argument.
    case firstArgument, secondArgument
    case decorated
    case intercepted
    case injected

    var name: RegistrationName { RegistrationName("\(self)") }

    func registration(_ census: Census, _ pace: Pace) -> any ModuleElement {
        let make: @Sendable () -> Widget = { Widget(census, pace) }
        let complete: @Sendable (inout Widget, Resolver) -> Void = { widget, _ in widget.complete(pace) }
        let whole: @Sendable () -> Widget = {
            let widget = Widget(census, pace)
            widget.complete(pace)
            return widget
        }
        let wholeForAny: @Sendable () -> any AnyWidget = { whole() }
        return switch self {
        case .plain: Singleton(whole).named(name)
        case .behindProtocol: Singleton(whole).as { $0 as any AnyWidget }.named(name)
        case .shared: Shared(make).inject(complete).named(name)
        case .kept: Kept(whole).named(name)
        case .firstArgument: Kept(arguments: Int.self) { _, _ in whole() }.named(name)
        case .secondArgument: Kept(arguments: String.self) { _, _ in make() }.inject(complete).named(name)
        case .decorated, .intercepted: Singleton((any AnyWidget).self, wholeForAny).named(name)
        case .injected: Singleton(make).inject(complete).named(name)
        }
    }

    func resolve(from container: Container) throws -> Widget {
        switch self {
        case .plain, .shared, .kept, .injected: try container.resolve(Widget.self, named: name)
        case .firstArgument: try container.resolve(Widget.self, named: name, arguments: 1)
        case .secondArgument: try container.resolve(Widget.self, named: name, arguments: "a")
        case .behindProtocol, .decorated, .intercepted: try container.resolve((any AnyWidget).self, named: name).widget
        }
    }
}
