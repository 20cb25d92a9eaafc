// What a context has for each definition, and for each substitution.

internal import ArmoryCore
internal import ArmoryRegistry

/// A definition: the assembly's class and the key lead to it, and its cell has the object.
///
/// One key has one object, though the results of its definitions may differ. So the cell is one of `Any`: see `Contained`.
final class DefinitionEntry: Entry, @unchecked Sendable {  // Immutable.
    let scope: Scope
    /// The result of the first call.
    let resultType: any Any.Type

    init(_ key: EntryKey, _ scope: Scope, _ resultType: any Any.Type) {
        self.scope = scope
        self.resultType = resultType
        super.init(key, at: nil)
    }

    override var instanceType: any Any.Type { Any.self }
    override var lifetime: Lifetime { scope.lifetime }
    /// Keys may be made at run time, as many as a program likes.
    override var isDisposable: Bool { true }

    /// The type that native code finds the object by: the result, without the optional around it.
    var nativeType: any Any.Type { (resultType as? any AnyOptional.Type)?.wrappedType ?? resultType }
    /// The name that native code finds the object by.
    ///
    /// - Parameter names: Those of the assemblies' classes.
    func nativeName(_ names: TypeNames = TypeNames([])) -> String { "\(names.name(of: key.type)).\(key.name ?? "")" }

    /// What tells a definition from the one that its key was first used for.
    struct Variant: Hashable, Sendable {
        let scope: Scope
        /// Nil: the scope alone does.
        let type: ObjectIdentifier?
    }
}

/// The substitute for a definition.
final class SubstitutionEntry: Entry, @unchecked Sendable {  // A context runs one closure at a time.
    let make: () -> Any

    init(_ key: EntryKey, _ make: @escaping () -> Any) {
        self.make = make
        super.init(key, at: nil)
    }

    override var instanceType: any Any.Type { Any.self }
}

/// An assembly: its class leads to it.
final class AssemblyEntry: Entry, @unchecked Sendable {  // Immutable.
    override var instanceType: any Any.Type { Assembly.self }
    override var lifetime: Lifetime { .singleton }
}

extension Scope {
    fileprivate var lifetime: Lifetime {
        switch self {
        case .prototype: .transient
        case .objectGraph: .graph
        case .lazySingleton: .singleton
        case .weakSingleton: .shared
        }
    }
}

// MARK: The content of a cell

/// What a cell holds of an object, and the object of that.
///
/// An object is held itself, without the optional around it. A value that is injected is in a box, so that it can be given away before
/// its injection, to close a circle.
enum Contained {
    /// - Parameter isBoxed: Whether a value is put into a box.
    static func content<T>(_ object: T, isBoxed: Bool) -> Any {
        var content: Any = object
        if Swift.type(of: content) is AnyObject.Type { return content }
        if let wrapping = content as? any AnyOptional { content = wrapping.wrapped ?? content }
        return isBoxed && !(Swift.type(of: content) is AnyObject.Type) ? Box(content) : content
    }

    /// Changes the content to that of the injected object.
    static func change<T>(_ content: inout Any, to object: T) {
        if let box = box(content) { return box.set(Self.content(object, isBoxed: false)) }
        content = Self.content(object, isBoxed: false)
    }

    static func object(_ content: Any) -> Any { box(content)?.value ?? content }

    /// The object that a cell has now; nil: there is none.
    static func present(in cell: StandaloneCell) -> Any? { cell.existingInstance(Any.self).map { object($0) } }

    /// The box of a content: the cast alone would cost more than all the rest.
    private static func box(_ content: Any) -> Box? {
        Swift.type(of: content) == Box.self ? content as? Box : nil
    }

    private final class Box: Sendable {
        private let guarded: Guarded<UncheckedValue>

        init(_ value: Any) { guarded = Guarded(UncheckedValue(value: value)) }

        var value: Any { guarded.withLock { $0.value } }

        func set(_ value: Any) {
            let former = guarded.withLock { old in
                defer { old.value = value }
                return old.value
            }
            // Released outside of the lock.
            withExtendedLifetime(former) {}
        }
    }

    /// The library does not say which objects threads share.
    private struct UncheckedValue: @unchecked Sendable {
        var value: Any
    }
}
