// The base class of assemblies, and what all forms of `define` come to.

internal import Armory

/// Describes how objects are made and what they are given: each property or method of a subclass is a definition.
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
/// A definition is known by its assembly's class and by the name of the property or method, or by the key that it is given.
/// Parameters of a method are no part of that: two calls in one graph are given one object, the first call's.
///
/// Definitions may be asked for on any thread. What an assembly has beside them is as safe as it is written; a `lazy var` that is
/// first read in a closure of a definition is, since a context builds one thing at a time.
open class Assembly {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The context that has this assembly; it does not keep it alive, and is nil in the initializer.
    public internal(set) weak var context: DIContext!

    /// Called by the context, once.
    public required init() {}

    /// The assembly of this class in a context, which is made if there is none.
    ///
    /// - Parameter context: The context; the default one when it is left out.
    /// - Complexity: O(1), and without a lock, where it is there.
    public static func instance(from context: DIContext = DIContext.defaultInstance) -> Self {
        // As in `DIContext.assembly()`.
        unsafe unsafeDowncast(context.instance(for: self), to: self)
    }

    /// Has a definition give what a closure makes, until the substitution is removed.
    ///
    /// The closure is called each time, and nothing of the definition's runs. It may ask for other definitions, which then are of
    /// the running graph. A second substitution takes the place of the first. It may be added and removed on any thread while
    /// others resolve: each of them is given the one or the other.
    ///
    /// - Parameters:
    ///   - simpleDefinitionKey: The name of the property or method, as `#function` has it: `"orders"` or `"order(id:)"`.
    ///   - substitutionClosure: Makes the object. The process ends where its type is none that the definition has.
    public func addSubstitution<ObjectType>(
        for simpleDefinitionKey: String, with substitutionClosure: @escaping SubstitutionClosure<ObjectType>
    ) {
        // It is called in the context, which runs one closure at a time.
        nonisolated(unsafe) let closure = substitutionClosure
        let context = liveContext(simpleDefinitionKey)
        orTrap { () throws(ResolutionError) in
            try context.container.substitute(at: site(simpleDefinitionKey), ObjectType.self) { unsafe closure() }
        }
    }

    /// Takes a substitution away: the definition gives its own objects again, a singleton the one it had.
    ///
    /// Where there is none, nothing happens.
    ///
    /// - Parameter simpleDefinitionKey: The name, as for ``addSubstitution(for:with:)``.
    public func removeSubstitution(for simpleDefinitionKey: String) {
        let context = liveContext(simpleDefinitionKey)
        orTrap { () throws(ResolutionError) in try context.container.removeSubstitute(at: site(simpleDefinitionKey)) }
    }

    /// The object that the running graph, or the context, has under a key.
    ///
    /// - Parameter key: The key of another definition of this assembly; the name of the property when it is left out.
    /// - Returns: The object. The process ends where there is none, or where it is of another type.
    public func definePlaceholder<ObjectType>(key: String = #function) -> ObjectType {
        let context = liveContext(key)
        return context.locked {
            orTrap { () throws(ResolutionError) in
                try context.container.present(at: site(key), as: ObjectType.self)
            }
        }
    }
}

// Code in the mode of Swift 6 may hold an assembly in a constant and use it on any thread; what it has beside definitions it guards
// itself, and a subclass restates that. In the mode of Swift 5 nobody asks, and nothing warns.
@available(swift, introduced: 6)
extension Assembly: @unchecked Sendable {}

// MARK: What the definitions come to

/// What the short way to a definition's object met; where it met nothing there is none of it.
///
/// A client's code has this on its stack, so that no more than a call or two stand between it and the object.
@unsafe
@usableFromInline
struct Turn {
    /// Where the object is, to be copied before anything else; nil: it is to be made now.
    @usableFromInline let address: UnsafeRawPointer?
    private let marks: UInt
    private let hasEntered: Bool
    /// What holds all of it.
    private let context: DIContext

    fileprivate init(_ hit: SiteHit, _ context: DIContext) {
        unsafe self.context = context
        switch unsafe hit {
        case .maker(let marks, let hasEntered):
            unsafe address = nil
            unsafe (self.marks, self.hasEntered) = (marks, hasEntered)
        case .instance(let address):
            unsafe self.address = UnsafeRawPointer(address)
            unsafe (marks, hasEntered) = (0, false)
        case .other:
            preconditionFailure("the long way has no turn")
        }
    }

    /// Others may change again what is registered: the object has been copied.
    @usableFromInline
    func endCopying() { Container.unpin() }

    /// The object is made; false: it holds what was given up, and the long way makes another.
    @usableFromInline
    func endMaking() -> Bool { unsafe context.container.endMaking(marks, hasEntered: hasEntered) }

    /// Where the graph has room for the object, which is put there at once.
    @usableFromInline
    func room(for type: any Any.Type, size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        unsafe Container.roomInGraph(for: type, size: size, alignment: alignment)
    }
}

@available(*, unavailable, message: "It is of the thread that looked up.")
extension Turn: Sendable {}

extension Assembly {
    /// The short way to an object; nil: the long one has to be gone.
    @usableFromInline
    func turn(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ type: any Any.Type, alignment: Int, isInjected: Bool
    ) -> Turn? {
        guard key == definitionKey, let context, scope == .lazySingleton || context.hasNoLocker else { return nil }
        let hit = unsafe context.container.hit(
            site(key), scope.lifetime, type, alignment: alignment, isInjected: isInjected)
        if case .other = unsafe hit { return nil }
        return unsafe Turn(hit, context)
    }

    /// An object that is made and then injected.
    @usableFromInline
    func resolve<ObjectType, ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ initialise: () -> ObjectType,
        _ inject: (inout ObjectType) -> Void, _ convert: (ObjectType) -> ResultType
    ) -> ResultType {
        withoutActuallyEscaping(initialise) { initialise in
            withoutActuallyEscaping(inject) { inject in
                withoutActuallyEscaping(convert) { convert in
                    var object: ObjectType?
                    return take(
                        key, definitionKey, scope,
                        CallerFactory(isRepeatable: true) { result in
                            // A copy: the closure asks for others, which may come to ask for this one.
                            guard var injected = object else { return }
                            inject(&injected)
                            object = injected
                            result = convert(injected)
                        } factory: {
                            let made = initialise()
                            object = made
                            return convert(made)
                        })
                }
            }
        }
    }

    /// An object that is made and nothing else.
    @usableFromInline
    func resolve<ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ initialise: () -> ResultType
    ) -> ResultType {
        withoutActuallyEscaping(initialise) { initialise in
            take(key, definitionKey, scope, CallerFactory(isRepeatable: true, injection: nil, factory: initialise))
        }
    }

    private func take<T>(_ key: String, _ definitionKey: String, _ scope: Scope, _ making: CallerFactory<T>) -> T {
        let context = liveContext(key)
        return context.locked {
            orTrap { () throws(ResolutionError) in
                guard key != definitionKey else {
                    return try context.container.take(at: site(key), scope.lifetime, as: T.self, making)
                }
                // A substitution is for the property's or method's name, and the object is kept under the key.
                let substitute = try context.container.substituted(at: site(definitionKey), as: T.self)
                if let substitute { return substitute }
                return try context.container.take(
                    at: site(key), scope.lifetime, as: T.self, passingSubstitutes: true, making)
            }
        }
    }

    private func site(_ key: String) -> SiteKey { SiteKey(Swift.type(of: self), Name(key)) }

    private func liveContext(_ key: String) -> DIContext {
        guard let context else {
            endProcess(
                "The context of \(Swift.type(of: self)) is gone, or not there yet: hold it as long as its assemblies are "
                    + "used, and ask for nothing in an assembly's initializer.\n  path: \(Container.path(to: site(key)))"
            )
        }
        return context
    }
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

extension Assembly {
    /// Ends the process: an object cannot be what its definition gives.
    @usableFromInline
    func failConversion(_ key: String, of object: any Any.Type, to result: any Any.Type) -> Never {
        endProcess(Container.wrongType(site(key), wanted: result, given: object).description)
    }
}
