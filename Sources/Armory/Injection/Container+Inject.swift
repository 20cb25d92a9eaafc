// Injecting into instances that the container did not create.

extension Container {
    /// Completes an instance created elsewhere: runs the ``Registration/inject(dependsOn:fileID:line:_:)`` bodies of the
    /// registration of its type.
    ///
    /// ```swift
    /// Graph(Window.self) { Window() }
    ///     .inject { window, resolver in window.toolbar = try resolver.resolve() }
    ///
    /// try container.inject(into: existing)
    /// ```
    ///
    /// The registration's own factory is not called. For a `Graph` registration, the instance becomes the instance of
    /// the graph: dependencies that the bodies resolve, and that need the type themselves, get this instance. The
    /// container does not keep it, whatever the registration's lifetime is.
    ///
    /// Decorators of the registration do not run, because the instance already exists.
    ///
    /// - Parameters:
    ///   - instance: The instance; a value is changed in place.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body. A
    ///   value is then unchanged.
    /// - Complexity: The cost of creating the instance, without the factory.
    public func inject<T>(into instance: inout T, named name: RegistrationName? = nil) throws(ResolutionError) {
        instance = try complete(instance, by: name?.qualifier)
    }

    /// Completes an object created elsewhere.
    ///
    /// This is the form for objects; see the form for values. It uses the registration of the object's own class or, if
    /// that is not registered, the registration of `T`. So foreign code may pass its object as a superclass or as
    /// `AnyObject`.
    ///
    /// - Parameters:
    ///   - instance: The object.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body.
    ///   Changes that the bodies have already made remain.
    public func inject<T: AnyObject>(into instance: T, named name: RegistrationName? = nil) throws(ResolutionError) {
        let qualifier = name?.qualifier
        let ownClass: any Any.Type = Swift.type(of: instance as AnyObject)
        func inject<Own>(as type: Own.Type) throws(ResolutionError) -> Bool {
            guard type != T.self, registered(ServiceKey(type, qualifier: qualifier)) != nil, let own = instance as? Own
            else { return false }
            _ = try complete(own, by: qualifier)
            return true
        }
        if try !inject(as: ownClass) { _ = try complete(instance, by: qualifier) }
    }
}
