// The base class of assemblies, and the code that all forms of `define` share.

internal import ArmoryCore
internal import ArmoryRegistry

/// Describes how to create and inject objects; each property or method of a subclass is a definition.
///
/// ```swift
/// class ServiceAssembly: Assembly {
///     lazy var network: NetworkAssembly = self.context.assembly()
///
///     var orders: OrderService {
///         return define(scope: .lazySingleton, init: NetworkOrders()) {
///             $0.client = self.network.client
///         }
///     }
/// }
/// let orders = ServiceAssembly.instance().orders
/// ```
///
/// A definition is identified by the class of its assembly and by the name of the property or method, or by an explicit
/// key. The arguments of a method do not count: two calls in one graph return one object, that of the first call.
///
/// Any thread may call definitions. Other members of an assembly are only as thread-safe as their code. In the Swift 6
/// language mode, an assembly that a constant or another thread's closure holds declares `@unchecked Sendable`. A `lazy var`
/// that is first read in a closure of a definition is safe, because a context builds one thing at a time.
open class Assembly {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The context that has this assembly, held weakly; nil in the initializer.
    public internal(set) weak var context: DIContext!

    /// Creates an assembly; called once, by the context.
    public required init() {}

    /// Returns the assembly of this class in a context, and creates it if there is none.
    ///
    /// - Parameter context: The context; by default, ``DIContext/defaultInstance``.
    /// - Complexity: O(1), if the assembly exists.
    public static func instance(from context: DIContext = DIContext.defaultInstance) -> Self {
        // Safe for the same reason as in `DIContext.assembly()`.
        unsafe unsafeDowncast(context.instance(for: self), to: self)
    }

    /// Substitutes a closure for a definition, until the substitution is removed.
    ///
    /// The closure is called each time, and no code of the definition runs. The closure may call other definitions,
    /// whose objects then belong to the running graph. A second substitution replaces the first one. Any thread may add
    /// and remove substitutions while others resolve: each resolve returns either the substitute or the object of the
    /// definition.
    ///
    /// - Parameters:
    ///   - simpleDefinitionKey: The name of the property or method, as in `#function`: `"orders"` or `"order(id:)"`.
    ///   - substitutionClosure: Creates the object. The process ends if the object is not of the definition's type.
    public func addSubstitution<ObjectType>(
        for simpleDefinitionKey: String, with substitutionClosure: @escaping SubstitutionClosure<ObjectType>
    ) {
        let key = entryKey(simpleDefinitionKey)
        liveContext(key).substitutions.put(SubstitutionEntry(key) { substitutionClosure() })
    }

    /// Removes a substitution, so that the definition returns its own objects again.
    ///
    /// A singleton's definition returns its earlier object. Without a substitution, nothing happens.
    ///
    /// - Parameter simpleDefinitionKey: The name of the property or method, as in ``addSubstitution(for:with:)``.
    public func removeSubstitution(for simpleDefinitionKey: String) {
        let key = entryKey(simpleDefinitionKey)
        let substitutions = liveContext(key).substitutions
        if let entry = substitutions.ownEntry(key) { substitutions.remove(entry) }
    }

    /// Returns the object that the running graph, or the context, has under a key.
    ///
    /// - Parameter key: The key of another definition of this assembly; by default, the name of the property.
    /// - Returns: The object. The process ends if there is no object, or if it is of another type.
    public func definePlaceholder<ObjectType>(key: String = #function) -> ObjectType {
        let key = entryKey(key)
        let context = liveContext(key)
        if let substitute = context.substitute(key) { return substitution(substitute, for: key) }
        guard let object = context.placeholder(key) else { key.failPlaceholder() }
        guard let result = object as? ObjectType else {
            key.failType(Swift.type(of: object), wanted: ObjectType.self)
        }
        return result
    }
}

// `Assembly` does not say whether it is Sendable. If it were, each subclass would have to restate it, with a warning in
// the Swift 5 language mode too. If it were not, the Swift 5 language mode would warn of subclasses in threads'
// closures. A subclass may declare `@unchecked Sendable`.

// MARK: The code that all definitions share

extension Assembly {
    /// The object of a definition.
    func resolve<ObjectType, ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ make: () -> ObjectType
    ) -> ResultType {
        resolve(key, definitionKey, scope) { context, cell in
            context.resolve(cell) { Contained.content(make(), isBoxed: false) }
        }
    }

    /// The object of a definition that is completed by an injection.
    func resolve<ObjectType, ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ make: () -> ObjectType,
        _ inject: (inout ObjectType) -> Void
    ) -> ResultType {
        resolve(key, definitionKey, scope) { context, cell in
            withoutActuallyEscaping(inject) { inject in
                var made: ObjectType?
                return context.resolve(
                    cell,
                    completedBy: { content in
                        // A copy, because the closure asks for other objects, which may in turn ask for this one.
                        guard var object = made else { return }
                        inject(&object)
                        Contained.change(&content, to: object)
                    },
                    {
                        let object = make()
                        made = object
                        return Contained.content(object, isBoxed: scope != .weakSingleton)
                    })
            }
        }
    }

    /// The object of a definition: a substitute, an existing one, or one that the closure makes in a cell.
    private func resolve<ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ make: (DIContext, StandaloneCell) -> Any
    ) -> ResultType {
        // The work before the closure is in separate functions, whose frames are gone by then.
        let start = start(key, definitionKey, scope, ResultType.self)
        if let object = start.object, let result = object as? ResultType { return result }
        return result(make(start.context, start.cell), start, scope, make)
    }

    /// What a definition's call begins with.
    private struct Start {
        let key: EntryKey
        let context: DIContext
        let cell: StandaloneCell
        /// A substitute, or an object that exists; nil: there is none.
        let object: Any?
    }

    private func start(_ key: String, _ definitionKey: String, _ scope: Scope, _ type: any Any.Type) -> Start {
        let entryKey = entryKey(key)
        let context = liveContext(entryKey)
        let cell = context.cell(entryKey, scope, type)
        // A substitution is found by the name of the property or method; the object is found by the key.
        let name = key == definitionKey ? entryKey : self.entryKey(definitionKey)
        guard let substitute = context.substitute(name) else {
            return Start(key: entryKey, context: context, cell: cell, object: Contained.present(in: cell))
        }
        func check<T>(_ type: T.Type) {
            let _: T = substitution(substitute, for: name)
        }
        check(type)
        return Start(key: entryKey, context: context, cell: cell, object: substitute)
    }

    /// The object as the result, or another one if it is another definition's of the same key.
    private func result<ResultType>(
        _ object: Any, _ start: Start, _ scope: Scope, _ make: (DIContext, StandaloneCell) -> Any
    ) -> ResultType {
        if let result = object as? ResultType { return result }
        // Several types with one key, for example in a generic function: each has a separate object.
        let variant = start.key.variant(
            DefinitionEntry.Variant(scope: scope, type: ObjectIdentifier(ResultType.self)))
        let own = make(start.context, start.context.cell(variant, scope, ResultType.self))
        guard let result = own as? ResultType else {
            start.key.failType(Swift.type(of: own), wanted: ResultType.self)
        }
        return result
    }

    private func substitution<T>(_ object: Any, for key: EntryKey) -> T {
        guard let result = object as? T else { key.failSubstitution(Swift.type(of: object), wanted: T.self) }
        return result
    }

    private func entryKey(_ key: String) -> EntryKey { EntryKey(Swift.type(of: self), RegistrationName(key)) }

    private func liveContext(_ key: EntryKey) -> DIContext {
        guard let context else { key.failContext() }
        return context
    }
}
