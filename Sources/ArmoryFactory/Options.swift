// The options of a factory. Entries are immutable, so a resolve reads one without a lock.

internal import Armory

/// What identifies a factory in a container: the type and the name.
struct FactoryKey: Hashable {
    let type: ObjectIdentifier
    let name: StaticString

    func hash(into hasher: inout Hasher) { hasher.combine(KeyHash.hash(type, name)) }

    /// The hash for dictionaries: the program's own names need no seed against attacks.
    // swift-format-ignore: NoLeadingUnderscores
    func _rawHashValue(seed: Int) -> Int { Int(bitPattern: KeyHash.hash(type, name)) ^ seed }

    static func == (left: FactoryKey, right: FactoryKey) -> Bool {
        left.type == right.type && left.name.isEqual(to: right.name)
    }
}

extension StaticString {
    /// Whether the characters are the same bytes; usually both are the same constant of the program.
    fileprivate func isEqual(to other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else { return description == other.description }
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        return unsafe utf8Start == other.utf8Start
            || UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: other.utf8Start, count: utf8CodeUnitCount))
    }
}

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

/// The options of one factory of a container.
final class Entry: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closures.
    /// The name as the engine's qualifier.
    let name: Armory.Name
    let options: Options
    /// Tells whether an instance that a resolve creates may still be kept; see ``ContainerManager/isCurrent(_:of:)``.
    let generation: UInt64
    /// The name in a store that containers share; nil: the name is not known yet.
    private let knownSharedName: Armory.Name?

    init(_ name: Armory.Name, shared sharedName: Armory.Name?, _ options: Options, _ generation: UInt64) {
        self.name = name
        self.generation = generation
        knownSharedName = sharedName
        self.options = options
    }

    convenience init(_ key: FactoryKey, _ generation: UInt64) {
        self.init(Armory.Name(key.name.description), shared: nil, Options(), generation)
    }

    /// An entry with a scope alone: most factories have no other options.
    convenience init(_ key: FactoryKey, _ container: any ManagedContainer, _ scope: Scope?, _ generation: UInt64) {
        var options = Options()
        options.scope = scope
        let sharedName = scope?.store == nil ? nil : Self.sharedName(container, key)
        self.init(Armory.Name(key.name.description), shared: sharedName, options, generation)
    }

    /// Returns an entry with changed options for the same factory.
    ///
    /// - Parameter generation: The new generation; nil: the entry keeps its own.
    func changed(
        _ key: FactoryKey, _ container: (any ManagedContainer)?, _ generation: UInt64?,
        _ body: (inout Options) -> Void
    ) -> Entry {
        var options = options
        body(&options)
        var sharedName = knownSharedName
        if sharedName == nil, options.scope?.store != nil, let container {
            sharedName = self.sharedName(container, key)
        }
        return Entry(name, shared: sharedName, options, generation ?? self.generation)
    }

    /// The name in a store that containers share: with that of the container's type.
    func sharedName(_ container: any ManagedContainer, _ key: FactoryKey) -> Armory.Name {
        knownSharedName ?? Self.sharedName(container, key)
    }

    private static func sharedName(_ container: any ManagedContainer, _ key: FactoryKey) -> Armory.Name {
        // The reflected name tells apart types of different modules.
        Armory.Name("\(String(reflecting: type(of: container))).\(key.name)")
    }

    /// Where a closure comes from, as a letter in traces.
    func origin(of closure: AnyClosure?) -> String {
        guard let closure else { return "F" }
        return closure === options.registration ? "R" : "O"
    }

    /// The closure to use instead of the property's; nil: there is none for the parameter's type.
    func closure(taking type: any Any.Type) -> AnyClosure? {
        let closure =
            options.contexts.isEmpty
            ? options.registration : options.contexts.closure(in: .current) ?? options.registration
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
