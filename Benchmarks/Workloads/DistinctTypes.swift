// Many distinct types, created at run time: one generic type for each number, with the number's digits nested in it.

import Armory

enum Digit0 {}
enum Digit1 {}
enum Digit2 {}
enum Digit3 {}
enum Digit4 {}
enum Digit5 {}
enum Digit6 {}
enum Digit7 {}
enum Digit8 {}
enum Digit9 {}

enum Tag<Head, Last> {}

/// The base class of all numbered services.
class Numbered: @unchecked Sendable {  // It has no state, and neither have its subclasses.
    required init() {}
}

/// A service with a distinct type for each tag.
final class NumberedService<Tag>: Numbered, @unchecked Sendable {}

/// A visitor of types.
protocol TypeVisitor {
    mutating func visit<T>(_ type: T.Type)
}

/// A source of distinct types for visitors.
enum DistinctTypes {
    /// Shows the first `count` of ten thousand types.
    static func show(_ count: Int, to visitor: inout some TypeVisitor) {
        precondition(count <= 10_000, "four digits name ten thousand types")
        var left = count
        extend(Never.self, digits: 4, left: &left, visitor: &visitor)
    }

    private static func extend<T>(
        _ type: T.Type, digits: Int, left: inout Int, visitor: inout some TypeVisitor
    ) {
        guard left > 0 else { return }
        guard digits > 0 else {
            left -= 1
            visitor.visit(type)
            return
        }
        func extend<D>(by digit: D.Type) {
            self.extend(Tag<T, D>.self, digits: digits - 1, left: &left, visitor: &visitor)
        }
        extend(by: Digit0.self)
        extend(by: Digit1.self)
        extend(by: Digit2.self)
        extend(by: Digit3.self)
        extend(by: Digit4.self)
        extend(by: Digit5.self)
        extend(by: Digit6.self)
        extend(by: Digit7.self)
        extend(by: Digit8.self)
        extend(by: Digit9.self)
    }
}

/// A numbered service's class and the ways to register it.
///
/// Each call creates a registration anew, as a program's source does.
///
/// It is a class, so that iterating over a list of them copies nothing.
final class NumberedRegistration: Sendable {
    let type: Numbered.Type
    let singleton: @Sendable () -> any ModuleElement
    let transient: @Sendable () -> any ModuleElement
    let resolve: @Sendable (Container) throws(ResolutionError) -> Void

    /// The first `count` of ten thousand registrations.
    static func first(_ count: Int) -> [NumberedRegistration] {
        struct Collector: TypeVisitor {
            var registrations: [NumberedRegistration] = []

            mutating func visit<T>(_ type: T.Type) {
                typealias Service = NumberedService<T>
                registrations.append(
                    NumberedRegistration(Service.self, registeredAs: Service.self) { Service() })
            }
        }
        var collector = Collector()
        DistinctTypes.show(count, to: &collector)
        return collector.registrations
    }

    /// - Parameter factory: The factory, created once. In a program, a factory for one class has no context, so the
    ///   context of this one must not be counted with each registration.
    private init<S: Sendable>(
        _ type: Numbered.Type, registeredAs service: S.Type, factory: @escaping @Sendable () throws -> S
    ) {
        self.type = type
        singleton = { Singleton(service, factory) }
        transient = { Transient(service, factory) }
        resolve = { container throws(ResolutionError) in _ = try container.resolve(service) }
    }
}

/// A random generator with the same sequence on every machine (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
