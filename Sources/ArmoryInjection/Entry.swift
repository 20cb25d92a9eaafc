// One registration as a module gives it to its engine container.

internal import Armory

/// One registration: a type, its tag, and how an instance is made.
///
/// Two are equal where they are of one type and tag: one of them would override the other.
public struct Entry: Registration, Equatable, Sendable {
    let record: EntryRecord

    init<T>(_ lifetime: Lifetime, _ tag: String?, _ location: SourceLocation, _ builder: @escaping (Module) -> T) {
        record = recorded(EntryTraits(lifetime: lifetime, tag: tag, location: location), builder, Maker(builder))
    }

    init<T>(
        _ lifetime: Lifetime, _ tag: String?, _ location: SourceLocation, needingNothing builder: @escaping () -> T
    ) {
        self.init(lifetime, tag, location) { _ in builder() }
    }

    /// The entry alone.
    public func entries() -> [Entry] { [self] }

    /// Whether they are of one type and tag.
    public static func == (left: Entry, right: Entry) -> Bool { left.record.key == right.record.key }
}

/// What an entry says beside its type.
struct EntryTraits {
    let lifetime: Lifetime
    let tag: String?
    let location: SourceLocation
}

/// The part of an entry that does not depend on its type.
class EntryRecord: @unchecked Sendable {  // Immutable; the closures are the user's, for any thread.
    let key: ServiceKey

    fileprivate init(_ type: any Any.Type, _ traits: EntryTraits) {
        key = ServiceKey(type, qualifier: traits.tag.map { Qualifier(Name($0)) })
    }

    /// Registers it with its closure.
    func register(in container: Container) throws(ResolutionError) {}

    /// Registers it without its closure, which is asked of the module that `home` leads to.
    func register(in container: Container, askingAt home: Home) throws(ResolutionError) {}
}

private final class TypedEntryRecord<T>: EntryRecord, @unchecked Sendable {
    private let traits: EntryTraits
    private let builder: (Module) throws -> T
    /// The same, where it always has an instance to give.
    private let maker: Maker<T>?

    init(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T, _ maker: Maker<T>?) {
        self.traits = traits
        self.builder = builder
        self.maker = maker
        super.init(T.self, traits)
    }

    override func register(in container: Container) throws(ResolutionError) {
        guard let maker, traits.lifetime == .transient else { return try register(builder, in: container) }
        let name = traits.tag.map { Name($0) }
        try container.register(
            Companioned<T>(.transient, named: name, at: traits.location, maker) { maker.make(Home.module(of: $0)) })
    }

    override func register(in container: Container, askingAt home: Home) throws(ResolutionError) {
        let key = key
        let builder: @Sendable (Module) throws -> T = { module in
            guard let record = home.module.component?.entries().last(where: { $0.record.key == key })?.record else {
                endProcess("\(key) was in what component() returned at first, and is not any more.")
            }
            return try unsafe unsafeDowncast(record, to: Self.self).builder(module)
        }
        try register(builder, in: container)
    }

    private func register(
        _ builder: @escaping (Module) throws -> T, in container: Container
    ) throws(ResolutionError) {
        // For any thread, as said above.
        nonisolated(unsafe) let builder = builder
        let recipe = Recipe<T>(at: traits.location) { unsafe try builder(Home.module(of: $0)) }
        let registration = Unchecked(traits.lifetime, recipe)
        try container.register(traits.tag.map { registration.named(Name($0)) } ?? registration)
    }
}

/// A closure as what is inlined in a client calls it.
@usableFromInline
final class Maker<T>: @unchecked Sendable {  // Immutable; the closure is the user's, for any thread.
    @usableFromInline let make: (Module) -> T

    init(_ make: @escaping (Module) -> T) {
        self.make = make
    }
}

// MARK: Optionals

/// The record of an entry; of an optional's, it is that of what the optional is of.
private func recorded<T>(
    _ traits: EntryTraits, _ builder: @escaping (Module) throws -> T, _ maker: Maker<T>? = nil
) -> EntryRecord {
    guard let optional = T.self as? any OptionalType.Type else { return TypedEntryRecord(traits, builder, maker) }
    return optional.recorded(traits, builder)
}

/// A type that is a name for the registration of another.
protocol OptionalType {
    static var wrapped: any Any.Type { get }

    /// The record of an entry whose closure may have no instance to give.
    static func recorded<T>(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T) -> EntryRecord

    /// What is registered, or nil.
    static func resolved(in container: Container, _ name: Name?) throws(ResolutionError) -> Self
}

extension Optional: OptionalType {
    static var wrapped: any Any.Type { Wrapped.self }

    static func recorded<T>(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T) -> EntryRecord {
        ArmoryInjection.recorded(traits) { module in
            guard let instance = try builder(module) as? Wrapped else { throw Declined("its closure returned nil") }
            return instance
        }
    }

    static func resolved(in container: Container, _ name: Name?) throws(ResolutionError) -> Wrapped? {
        guard let optional = Wrapped.self as? any OptionalType.Type else {
            return try container.resolveExactOptional(Wrapped.self, named: name)
        }
        return try optional.resolved(in: container, name) as? Wrapped
    }
}
