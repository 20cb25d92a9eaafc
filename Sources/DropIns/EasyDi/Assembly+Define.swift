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
    /// - Complexity: O(1), with a short lock, if the object exists; otherwise the thread waits for its turn in the context.
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) -> ResultType {
        resolve(key, definitionKey, scope, initClosure)
    }

    /// Puts an existing object into the running graph, as a statement.
    ///
    /// Same as `defineInjection(into:)`.
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure)
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
    public func define<ObjectType, ResultType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) -> ResultType {
        // `return define(key: "view", init: view) { … }` in a method without a result.
        if let nothing = () as? ResultType {
            let _: ObjectType = resolve(key, definitionKey, scope, initClosure, injectClosure)
            return nothing
        }
        return resolve(key, definitionKey, scope, initClosure, injectClosure)
    }

    /// Defines an object by an expression that creates it and a closure that then changes and returns it.
    ///
    /// Otherwise the same as the form whose closure returns nothing. The process ends if the closure returns another
    /// object after the graph has received the first one.
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
    @_disfavoredOverload
    public func define<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        init initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure, injectClosure)
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
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> Void
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure, injectClosure)
    }

    /// Injects into an existing object with a closure that changes and returns it.
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: (inout ObjectType) -> ObjectType
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure) { $0 = injectClosure(&$0) }
    }

    /// Injects into an existing object with a function that takes the object by value and returns it.
    @_disfavoredOverload
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType, inject injectClosure: ((ObjectType) -> ObjectType)?
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure) {
            if let injectClosure { $0 = injectClosure($0) }
        }
    }

    /// Puts an existing object into the running graph, under a key.
    public func defineInjection<ObjectType>(
        key: String = #function, definitionKey: String = #function, scope: Scope = .objectGraph,
        into initClosure: @autoclosure () -> ObjectType
    ) {
        let _: ObjectType = resolve(key, definitionKey, scope, initClosure)
    }
}
