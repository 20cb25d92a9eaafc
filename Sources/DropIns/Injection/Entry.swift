// A registration, in the form that components pass to modules.
//
//     Entry --> template --copied--> ModuleEntry in the registry of each module --> the module's own cell

internal import ArmoryCore
internal import ArmoryRegistry

/// One registration: a type, its tag, and the closure that creates an instance.
///
/// Two entries are equal if they have the same type and tag, because one would override the other.
public struct Entry: Registration, Equatable, Sendable {
    /// What each module has a copy of.
    let template: ModuleEntry

    init<T>(_ lifetime: Lifetime, _ tag: String?, _ location: CodeLocation, _ builder: @escaping (Module) -> T) {
        let traits = EntryTraits(lifetime: lifetime, name: tag.map { RegistrationName($0) }, location: location)
        guard let optional = T.self as? any OptionalType.Type else {
            template = TypedEntry(traits, builder)
            return
        }
        template = optional.entry(traits, builder)
    }

    init<T>(
        _ lifetime: Lifetime, _ tag: String?, _ location: CodeLocation, needingNothing builder: @escaping () -> T
    ) {
        self.init(lifetime, tag, location) { _ in builder() }
    }

    /// Returns an array of only this entry.
    public func entries() -> [Entry] { [self] }

    /// Returns whether two entries have the same type and tag.
    public static func == (left: Entry, right: Entry) -> Bool { left.template.key == right.template.key }
}

/// The properties of an entry except its type.
struct EntryTraits: Sendable {
    let lifetime: Lifetime
    let name: RegistrationName?
    let location: CodeLocation
}

/// The part of an entry that does not depend on its type.
class ModuleEntry: ArmoryRegistry.Entry, @unchecked Sendable {  // Immutable but for the cell.
    let traits: EntryTraits

    fileprivate init(_ type: any Any.Type, _ traits: EntryTraits) {
        self.traits = traits
        super.init(EntryKey(type, traits.name), at: traits.location)
    }

    final override var lifetime: Lifetime { traits.lifetime }

    /// Returns an entry for one more module.
    ///
    /// - Parameter hasClosure: Whether it holds the closure; if not, each use looks it up in the module's component.
    func copy(withClosure hasClosure: Bool) -> ModuleEntry { self }
}

/// An entry for instances of one type.
///
/// The user promises that any thread may call the closure.
final class TypedEntry<T>: ModuleEntry, @unchecked Sendable {  // As `ModuleEntry`.
    private let builder: ((Module) throws -> T)?

    fileprivate init(_ traits: EntryTraits, _ builder: ((Module) throws -> T)?) {
        self.builder = builder
        super.init(T.self, traits)
    }

    override func copy(withClosure hasClosure: Bool) -> ModuleEntry { TypedEntry(traits, hasClosure ? builder : nil) }

    /// Returns a new instance.
    ///
    /// - Parameters:
    ///   - module: The module that the closure receives.
    ///   - owner: The module that has the entry.
    func make(in module: Module, of owner: Module) throws -> T { try (builder ?? listedBuilder(of: owner))(module) }

    /// Returns the closure that the owner's component lists.
    private func listedBuilder(of owner: Module) -> (Module) throws -> T {
        let listed = owner.component?.entries().last { $0.template.key == key }
        guard let listed, let builder = unsafe unsafeDowncast(listed.template, to: Self.self).builder else {
            let key = tagged(key.shown.description)
            endProcess("\(key) was in the first result of component(), and is not in this one.")
        }
        return builder
    }
}

// MARK: Optionals

/// An optional type, which leads to the registration of its wrapped type.
protocol OptionalType {
    /// Returns an entry whose closure may return no instance.
    static func entry<T>(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T) -> ModuleEntry

    /// Returns the registered instance, or nil.
    static func resolved(in module: Module, _ name: String?) throws(ResolutionError) -> Self
}

extension Optional: OptionalType {
    static func entry<T>(_ traits: EntryTraits, _ builder: @escaping (Module) throws -> T) -> ModuleEntry {
        let unwrapping: (Module) throws -> Wrapped = { module in
            guard let instance = try builder(module) as? Wrapped else { throw Declined("its closure returned nil") }
            return instance
        }
        guard let optional = Wrapped.self as? any OptionalType.Type else { return TypedEntry(traits, unwrapping) }
        return optional.entry(traits, unwrapping)
    }

    static func resolved(in module: Module, _ name: String?) throws(ResolutionError) -> Wrapped? {
        if let optional = Wrapped.self as? any OptionalType.Type {
            return try optional.resolved(in: module, name) as? Wrapped
        }
        return try module.instanceUnlessDeclined(Wrapped.self, name)
    }
}
