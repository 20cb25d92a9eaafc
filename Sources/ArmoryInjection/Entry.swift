// A registration in the form that a module passes to its engine container.

internal import Armory

/// One registration: a type, its tag, and the closure that creates an instance.
///
/// Two entries are equal if they have the same type and tag, because one would override the other.
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

    /// Returns an array of only this entry.
    public func entries() -> [Entry] { [self] }

    /// Returns whether two entries have the same type and tag.
    public static func == (left: Entry, right: Entry) -> Bool { left.record.key == right.record.key }
}

/// The properties of an entry except its type.
struct EntryTraits {
    let lifetime: Lifetime
    let tag: String?
    let location: SourceLocation
}

/// The part of an entry that does not depend on its type.
class EntryRecord: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closures.
    let key: ServiceKey

    fileprivate init(_ type: any Any.Type, _ traits: EntryTraits) {
        key = ServiceKey(type, qualifier: traits.tag.map { Qualifier(Name($0)) })
    }

    /// Registers the entry with its closure.
    func register(in container: Container) throws(ResolutionError) {}

    /// Registers the entry without its closure, which is looked up at each use in the module that `home` leads to.
    func register(in container: Container, askingAt home: Home<Module>) throws(ResolutionError) {}
}

private final class TypedEntryRecord<T>: EntryRecord, @unchecked Sendable {
    private let traits: EntryTraits
    private let builder: (Module) throws -> T
    /// The same closure, if it always returns an instance.
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
            Companioned<T>(.transient, named: name, at: traits.location, maker) { maker.make(Module.of($0)) })
    }

    override func register(in container: Container, askingAt home: Home<Module>) throws(ResolutionError) {
        let key = key
        let builder: @Sendable (Module) throws -> T = { module in
            guard let record = Module.at(home).component?.entries().last(where: { $0.record.key == key })?.record else {
                endProcess("\(tagged(key.description)) was in the first result of component(), and is not in this one.")
            }
            return try unsafe unsafeDowncast(record, to: Self.self).builder(module)
        }
        try register(builder, in: container)
    }

    private func register(
        _ builder: @escaping (Module) throws -> T, in container: Container
    ) throws(ResolutionError) {
        try container.register(
            FacadeRegistration(
                traits.lifetime, qualifier: traits.tag.map { Qualifier(Name($0)) }, at: traits.location
            ) { try builder(Module.of($0)) })
    }
}

/// A closure in the form that code inlined into a client calls.
@usableFromInline
final class Maker<T>: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closure.
    @usableFromInline let make: (Module) -> T

    init(_ make: @escaping (Module) -> T) {
        self.make = make
    }
}

// MARK: Optionals

/// Returns the record of an entry; for an optional type, that of the wrapped type.
private func recorded<T>(
    _ traits: EntryTraits, _ builder: @escaping (Module) throws -> T, _ maker: Maker<T>? = nil
) -> EntryRecord {
    guard let optional = T.self as? any OptionalType.Type else { return TypedEntryRecord(traits, builder, maker) }
    return optional.recorded(traits, builder)
}

/// An optional type, which leads to the registration of its wrapped type.
protocol OptionalType {
    static var wrapped: any Any.Type { get }

    /// Returns the record of an entry whose closure may return no instance.
    static func recorded<T>(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T) -> EntryRecord

    /// Returns the registered instance, or nil.
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
