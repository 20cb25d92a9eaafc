// The base class of assemblies, and the code that all forms of `define` share.

internal import Armory

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
    /// - Complexity: O(1) and without a lock, if the assembly exists.
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
        // It is called in the context, which runs one closure at a time.
        nonisolated(unsafe) let closure = substitutionClosure
        let context = liveContext(simpleDefinitionKey)
        orTrap { () throws(ResolutionError) in
            try context.container.substitute(at: site(simpleDefinitionKey)) { unsafe closure() }
        }
    }

    /// Removes a substitution, so that the definition returns its own objects again.
    ///
    /// A singleton's definition returns its earlier object. Without a substitution, nothing happens.
    ///
    /// - Parameter simpleDefinitionKey: The name of the property or method, as in ``addSubstitution(for:with:)``.
    public func removeSubstitution(for simpleDefinitionKey: String) {
        let context = liveContext(simpleDefinitionKey)
        orTrap { () throws(ResolutionError) in try context.container.removeSubstitute(at: site(simpleDefinitionKey)) }
    }

    /// Returns the object that the running graph, or the context, has under a key.
    ///
    /// - Parameter key: The key of another definition of this assembly; by default, the name of the property.
    /// - Returns: The object. The process ends if there is no object, or if it is of another type.
    public func definePlaceholder<ObjectType>(key: String = #function) -> ObjectType {
        let context = liveContext(key)
        return context.locked {
            orTrap { () throws(ResolutionError) in
                try context.container.present(at: site(key), as: ObjectType.self)
            }
        }
    }
}

// `Assembly` does not say whether it is Sendable. If it were, each subclass would have to restate it, with a warning in
// the Swift 5 language mode too. If it were not, the Swift 5 language mode would warn of subclasses in threads'
// closures. A subclass may declare `@unchecked Sendable`.

// MARK: The code that all definitions share

/// The result of the short way to a definition's object; there is no turn if the long way is needed.
///
/// A turn is on the client's stack, so that the client reaches the object in one or two calls.
@unsafe
@usableFromInline
struct Turn {
    /// The address of the object, which must be copied before anything else; nil if the object must be created now.
    @usableFromInline let address: UnsafeRawPointer?
    private let marks: UInt
    private let hasEntered: Bool
    /// The context, which owns the object and its registration.
    private let context: DIContext

    fileprivate init(_ hit: Hit, hasEntered: Bool, _ context: DIContext) {
        unsafe address = unsafe hit.instance.map { UnsafeRawPointer($0) }
        unsafe marks = hit.marks
        unsafe self.hasEntered = hasEntered
        unsafe self.context = context
    }

    /// Lets other threads change registrations again, after the object was copied.
    @usableFromInline
    func endCopying() { Container.unpin() }

    /// Ends the creation of the object.
    ///
    /// - Returns: False if the object holds another object that was given up; then the long way creates a new object.
    @usableFromInline
    func endMaking() -> Bool { unsafe context.container.endMaking(marks, hasEntered: hasEntered) }

    /// Returns room for the object in the graph; the caller must initialise it at once.
    @usableFromInline
    func room(for type: any Any.Type) -> UnsafeMutableRawPointer {
        unsafe Container.roomInGraph(for: type)
    }
}

@available(*, unavailable, message: "It belongs to the thread of the lookup.")
extension Turn: Sendable {}

extension Assembly {
    /// Tries the short way to an object; returns nil if the long way is needed.
    @usableFromInline
    func turn(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ type: any Any.Type, isInjected: Bool
    ) -> Turn? {
        guard key == definitionKey, let context, scope == .lazySingleton || context.hasNoLocker else { return nil }
        let (hit, hasEntered) = unsafe context.container.hit(
            site(key), scope.lifetime, type, isInjected: isInjected)
        guard unsafe hit.instance != nil || hit.maker != nil else { return nil }
        return unsafe Turn(hit, hasEntered: hasEntered, context)
    }

    /// Resolves an object that is created and then injected.
    @usableFromInline
    func resolve<ObjectType, ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ initialise: () -> ObjectType,
        _ inject: (inout ObjectType) -> Void, _ convert: (ObjectType) -> ResultType
    ) -> ResultType {
        var object: ObjectType?
        // One closure for both steps: each closure that is made escaping takes one more frame of the stack. What runs
        // before and after the client's closure is in a separate function, whose frame is gone by then.
        func step(_ result: inout ResultType?) {
            // A copy, because the closure asks for other objects, which may in turn ask for this one.
            guard result != nil, var injected = object else { return finish(initialise(), &result) }
            inject(&injected)
            finish(injected, &result)
        }
        @inline(__always)
        func finish(_ finished: ObjectType, _ result: inout ResultType?) {
            object = finished
            result = convert(finished)
        }
        return withoutActuallyEscaping(step) { take(key, definitionKey, scope, CallerFactory(steps: $0)) }
    }

    /// Resolves an object that is created but not injected.
    @usableFromInline
    func resolve<ResultType>(
        _ key: String, _ definitionKey: String, _ scope: Scope, _ initialise: () -> ResultType
    ) -> ResultType {
        withoutActuallyEscaping(initialise) { initialise in
            take(key, definitionKey, scope, CallerFactory(isRepeatable: true, factory: initialise))
        }
    }

    /// Inlined, also in debug builds, so that a level of nesting takes no more of the stack.
    @inline(always)
    private func take<T>(_ key: String, _ definitionKey: String, _ scope: Scope, _ making: CallerFactory<T>) -> T {
        let context = liveContext(key)
        context.locker?.lock()
        defer { context.locker?.unlock() }
        do throws(ResolutionError) {
            // A substitution is found by the name of the property or method; the object is stored under the key.
            return try context.container.take(
                at: site(key), substitutedAt: key == definitionKey ? nil : site(definitionKey), scope.lifetime,
                as: T.self, making)
        } catch {
            endProcess(error)
        }
    }

    private func site(_ key: String) -> SiteKey { SiteKey(Swift.type(of: self), Name(key)) }

    private func liveContext(_ key: String) -> DIContext {
        guard let context else {
            let path = Container.path + [site(key).description]
            endProcess(
                "The context of \(Swift.type(of: self)) was released, or does not exist yet: hold it as long as its assemblies are "
                    + "used, and resolve nothing in an assembly's initializer.\n  path: "
                    + path.joined(separator: " → "))
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
    /// Ends the process because an object cannot be converted to its definition's result type.
    @usableFromInline
    func failConversion(_ key: String, of object: any Any.Type, to result: any Any.Type) -> Never {
        endProcess(Container.wrongTypeError(site(key), wanted: result, given: object))
    }
}
