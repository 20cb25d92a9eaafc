// The forms of `define`: without a closure, with one that changes the object in place, and with one that also returns
// it.
//
// For a multi-statement closure that returns nothing, the compiler would also accept the form that returns the object.
// For a closure that returns the object, it would also accept the form that takes a copy. So the form that returns
// nothing is favoured, and the form that takes a copy takes an optional closure, which ranks below a plain closure.
// One form for several kinds of closure would leave the compiler without the type of `$0`.

extension Assembly {
    /// Defines an object by an expression that creates it.
    ///
    /// - Parameters:
    ///   - key: The key of the object; by default, the name of the property or method.
    ///   - definitionKey: The name of the property or method, which substitutions use. Leave it out.
    ///   - scope: How long the object lives.
    ///   - initClosure: Creates the object if there is none. The objects that it asks for must not need this object,
    ///     directly or indirectly.
    /// - Returns: The object. The process ends if creating the object needs the object itself, or if it cannot be
    ///   converted to the result type.
    /// - Complexity: Takes no lock for a ready singleton; otherwise the thread waits for its turn in the context.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) -> ResultType {
        if let turn = unsafe turn(key, definitionKey, scope, ResultType.self, isInjected: false) {
            if let object = unsafe present(turn, ResultType.self) { return object }
            let object: ResultType = converted(initClosure(), key)
            if scope == .objectGraph { unsafe keep(object, turn) }
            if unsafe turn.endMaking() { return object }
        }
        return resolve(key, definitionKey, scope) { converted(initClosure(), key) }
    }

    /// Puts an existing object into the running graph, as a statement.
    ///
    /// Same as `defineInjection(into:)`.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure)
    }

    /// Defines an object by an expression that creates it and a closure that then changes it in place.
    ///
    /// The objects that the closure asks for belong to the same graph and may need this object in turn. They receive
    /// this object, although it is not complete yet. No other code sees it before it is complete. Otherwise the same as
    /// ``define(key:definitionKey:scope:init:)->_``.
    ///
    /// - Parameters:
    ///   - key: The name that identifies the definition: by default the property or method.
    ///   - definitionKey: The name that substitutions use.
    ///   - scope: How long the object lives.
    ///   - initClosure: Creates the object.
    ///   - injectClosure: Completes the object, once. If the object is a value, no other object receives it before the
    ///     closure returns.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) -> ResultType {
        if let object: ResultType = present(key, definitionKey, scope) { return object }
        // `return define(key: "view", init: view) { … }` in a method without a result.
        if ResultType.self == Void.self {
            _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
            return converted((), key)
        }
        return resolve(key, definitionKey, scope, initClosure, injectClosure) { converted($0, key) }
    }

    /// Defines an object by an expression that creates it and a closure that then changes and returns it.
    ///
    /// Otherwise the same as the form whose closure returns nothing. The process ends if the closure returns another
    /// object after the graph has received the first one.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> ObjectType
    ) -> ResultType {
        define(key: key, definitionKey: definitionKey, scope: scope, init: initClosure()) { $0 = injectClosure(&$0) }
    }

    /// Defines an object by an expression that creates it and a function that takes it by value and returns it.
    ///
    /// Otherwise the same as the form whose closure takes the object `inout` and returns it.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: ((ObjectType) -> ObjectType)?
    ) -> ResultType {
        define(key: key, definitionKey: definitionKey, scope: scope, init: initClosure()) {
            if let injectClosure { $0 = injectClosure($0) }
        }
    }
}

// MARK: Injection into existing objects

extension Assembly {
    /// Injects into an existing object, as a statement.
    ///
    /// Same as `defineInjection(into:inject:)`.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
    }

    /// Injects into an existing object with a closure that changes it.
    ///
    /// - Parameters:
    ///   - key: The key by which ``definePlaceholder(key:)`` and other definitions find the object, in the graph that
    ///     this call starts.
    ///   - definitionKey: The name of the method, which substitutions use. Leave it out.
    ///   - scope: How long the key leads to the object; by default, within this graph.
    ///   - initClosure: The object. It is evaluated once, or never if the graph already has an object under the key.
    ///   - injectClosure: Completes the object. All objects that it asks for belong to one graph.
    @inlinable
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
    }

    /// Injects into an existing object with a closure that changes and returns it.
    @inlinable
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, { $0 = injectClosure(&$0) }, { $0 })
    }

    /// Injects into an existing object with a function that takes the object by value and returns it.
    @inlinable
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: ((ObjectType) -> ObjectType)?
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, { if let injectClosure { $0 = injectClosure($0) } }, { $0 })
    }

    /// Puts an existing object into the running graph, under a key.
    @inlinable
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure)
    }
}

extension Assembly {
    /// Returns the existing object, or nil if it is this call's turn to create it.
    @inlinable
    @inline(__always)
    func present<ResultType>(_ turn: Turn, _ type: ResultType.Type) -> ResultType? {
        guard let address = unsafe turn.address else { return nil }
        let object = unsafe address.assumingMemoryBound(to: ResultType.self).pointee
        unsafe turn.endCopying()
        return object
    }

    /// Returns the object that exists; nil if the long way is needed, which also creates a missing object: it records which
    /// objects receive that one before it is complete.
    @inlinable
    func present<ResultType>(_ key: String, _ definitionKey: String, _ scope: Scope) -> ResultType? {
        guard let turn = unsafe turn(key, definitionKey, scope, ResultType.self, isInjected: true) else { return nil }
        return unsafe present(turn, ResultType.self)
    }

    /// Puts an object into the running graph.
    @inlinable
    @inline(__always)
    func keep<ResultType>(_ object: ResultType, _ turn: Turn) {
        let room = unsafe turn.room(for: ResultType.self)
        unsafe room.initializeMemory(as: ResultType.self, to: object)
    }

    /// Returns an object as the result of its definition; the cast is optimised away if both types are known.
    @inlinable
    @inline(__always)
    func converted<ObjectType, ResultType>(_ object: ObjectType, _ key: String) -> ResultType {
        guard let result = object as? ResultType else { failConversion(key, of: ObjectType.self, to: ResultType.self) }
        return result
    }
}
