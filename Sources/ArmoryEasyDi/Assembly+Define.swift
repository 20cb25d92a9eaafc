// The forms of `define`: with a closure that changes the object in place, or changes and returns it, and without one.
//
// A closure of several statements that returns nothing would also do, to the compiler, for one that returns the object, and one
// that returns it for one that takes it as a copy. So the first form is favoured, and the last takes an optional, which ranks
// below a closure itself. One form for several of them would leave the compiler without the type of `$0`.

extension Assembly {
    /// Defines an object by how it is made.
    ///
    /// - Parameters:
    ///   - key: What the object is known by; the name of the property or method when it is left out.
    ///   - definitionKey: What a substitution is for: that name. Leave it out.
    ///   - scope: How long the object lives.
    ///   - initClosure: Makes the object, where there is none. What it asks for must not come to need this object.
    /// - Returns: The object. The process ends where it is needed to make itself, or where it cannot be of the result's type.
    /// - Complexity: Without a lock where it is a ready singleton; else the thread waits for its turn in the context.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) -> ResultType {
        if let turn = unsafe turn(
            key, definitionKey, scope, ResultType.self, alignment: MemoryLayout<ResultType>.alignment, isInjected: false
        ) {
            if let object = unsafe present(turn, ResultType.self) { return object }
            let object: ResultType = converted(initClosure(), key)
            if scope == .objectGraph { unsafe keep(object, turn) }
            if unsafe turn.endMaking() { return object }
        }
        return resolve(key, definitionKey, scope) { converted(initClosure(), key) }
    }

    /// Puts an object that is there into the running graph, as a statement.
    ///
    /// As `defineInjection(into:)`.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure)
    }

    /// Defines an object by how it is made and what it is given then, by a closure that changes it in place.
    ///
    /// What the closure asks for is of the same graph, and may need this object in its turn: it is given this one, though it is
    /// not complete yet. Nobody else sees it before it is. The rest is as for ``define(key:definitionKey:scope:init:)->_``.
    ///
    /// - Parameter injectClosure: Completes the object, once. A value is given to nobody before this is over.
    @inlinable
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) -> ResultType {
        // What is not there is made by the long way, which notes who has it before it is complete.
        if let turn = unsafe turn(
            key, definitionKey, scope, ResultType.self, alignment: MemoryLayout<ResultType>.alignment, isInjected: true),
            let object = unsafe present(turn, ResultType.self)
        {
            return object
        }
        // `return define(key: "view", init: view) { … }` in a method without a result.
        if ResultType.self == Void.self {
            _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
            return converted((), key)
        }
        return resolve(key, definitionKey, scope, initClosure, injectClosure) { converted($0, key) }
    }

    /// Defines an object by how it is made and what it is given then, by a closure that returns it.
    ///
    /// As above. The process ends where the closure returns another object after the graph has been given the first.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> ObjectType
    ) -> ResultType {
        define(key: key, definitionKey: definitionKey, scope: scope, init: initClosure()) { $0 = injectClosure(&$0) }
    }

    /// As above, for a function that takes the object as it is.
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

// MARK: Injection into what is there

extension Assembly {
    /// Injects an object that is there, as a statement.
    ///
    /// As `defineInjection(into:)`.
    @inlinable
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
    }

    /// Injects an object that is there, by a closure that changes it.
    ///
    /// - Parameters:
    ///   - key: What ``definePlaceholder(key:)`` and other definitions find the object by, in the graph that this begins.
    ///   - definitionKey: What a substitution is for: the name of the method. Leave it out.
    ///   - scope: How long the object is known by the key: in this graph, when it is left out.
    ///   - initClosure: The object. It is asked for once, and not where the graph has one under the key already.
    ///   - injectClosure: Completes it. What it asks for is of one graph.
    @inlinable
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, injectClosure, { $0 })
    }

    /// As above, by a closure that returns the object.
    @inlinable
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, { $0 = injectClosure(&$0) }, { $0 })
    }

    /// As above, by a function that takes the object as it is.
    @inlinable
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: ((ObjectType) -> ObjectType)?
    ) {
        _ = resolve(key, definitionKey, scope, initClosure, { if let injectClosure { $0 = injectClosure($0) } }, { $0 })
    }

    /// Puts an object that is there into the running graph, under a key.
    @inlinable
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType
    ) {
        _ = resolve(key, definitionKey, scope, initClosure)
    }
}

extension Assembly {
    /// The object that is there; nil: it is this call's turn to make it.
    @inlinable
    @inline(__always)
    func present<ResultType>(_ turn: Turn, _ type: ResultType.Type) -> ResultType? {
        guard let address = unsafe turn.address else { return nil }
        let object = unsafe address.assumingMemoryBound(to: ResultType.self).pointee
        unsafe turn.endCopying()
        return object
    }

    /// Puts an object into the running graph.
    @inlinable
    @inline(__always)
    func keep<ResultType>(_ object: ResultType, _ turn: Turn) {
        let room = unsafe turn.room(
            for: ResultType.self, size: MemoryLayout<ResultType>.size, alignment: MemoryLayout<ResultType>.alignment)
        unsafe room.initializeMemory(as: ResultType.self, to: object)
    }

    /// An object as its definition's result; where both types are known, no cast is left of this.
    @inlinable
    @inline(__always)
    func converted<ObjectType, ResultType>(_ object: ObjectType, _ key: String) -> ResultType {
        guard let result = object as? ResultType else { failConversion(key, of: ObjectType.self, to: ResultType.self) }
        return result
    }
}
