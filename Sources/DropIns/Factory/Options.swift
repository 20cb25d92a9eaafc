// The options of a factory, and the closures that users register.

internal import ArmoryCore

/// The options that modifiers set.
struct Options {
    /// The registered closure; nil: the one of the property.
    var registration: AnyClosure?
    /// The scope; nil: the container's default.
    var scope: Scope?
    var contexts = ContextClosures()
    /// In nanoseconds; nil: no limit.
    var timeToLive: UInt64?
    var scopesOnParameters = false
    /// A `Decorator` for the type of the key.
    var decorator: AnyObject?
    /// Whether only modifiers after `once()` change the options.
    var isOnce = false

    /// A time in nanoseconds: none is shorter than zero or longer than some centuries.
    static func nanoseconds(_ seconds: Double) -> UInt64 {
        seconds.isNaN ? 0 : UInt64(min(max(seconds * 1e9, 0), 9e18))
    }
}

/// The options of one factory, which a resolve reads without a lock.
final class SharedOptions: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closures.
    let value: Options

    init(_ value: Options) { self.value = value }

    static let none = SharedOptions(Options())

    func changed(_ body: (inout Options) -> Void) -> SharedOptions {
        var value = value
        body(&value)
        return SharedOptions(value)
    }

    /// Where a closure comes from, as a letter in traces.
    func origin(of closure: AnyClosure?) -> String {
        guard let closure else { return "F" }
        return closure === value.registration ? "R" : "O"
    }

    /// The closure to use instead of the property's; nil: there is none for the parameter's type.
    func closure(taking type: any Any.Type) -> AnyClosure? {
        var closure = value.registration
        if !value.contexts.isEmpty, let other = value.contexts.closure(in: .current) { closure = other }
        return closure?.parameter == type ? closure : nil
    }
}

/// A registered closure.
class AnyClosure: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closure.
    let parameter: any Any.Type

    fileprivate init(_ parameter: any Any.Type) { self.parameter = parameter }

    /// The closure, for the type of the parameter and that of the factory's key.
    func body<P, T>(_ type: T.Type) -> (P) -> T { unsafe unsafeDowncast(self, to: TypedClosure<P, T>.self).body }
}

final class TypedClosure<P, T>: AnyClosure, @unchecked Sendable {  // As `AnyClosure`.
    let body: (P) -> T

    init(_ body: @escaping (P) -> T) {
        self.body = body
        super.init(P.self)
    }
}

/// A closure that is called with every resolved instance of a factory.
final class Decorator<T>: Sendable {
    let body: @Sendable (T, Bool) -> Void

    init(_ body: @escaping @Sendable (T, Bool) -> Void) { self.body = body }
}

/// A closure that is called with every instance that a container resolves.
final class AnyDecorator: @unchecked Sendable {  // The user promises that any thread may call it.
    let body: (Any) -> Void

    init(_ body: @escaping (Any) -> Void) { self.body = body }
}
