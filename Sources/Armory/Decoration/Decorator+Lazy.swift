// Decorators that get what they decorate as a `Lazy`: see LateDecoration.swift.

extension Decorator {
    private init<D, each Rest>(
        _ sendability: SendableNote, late type: D.Type, _ location: CodeLocation,
        _ body: @escaping @Sendable (Lazy<D>, repeat each Rest) throws -> D
    ) {
        let body = LayerBody(body, repeat ParameterSource<each Rest>.registered)
        let decorated: Layer.LateDecorating = { $0.makeDecoratorRecord(by: body, lazyQualifiedBy: $1, at: location) }
        layer = Layer(.lateDecorator(decorated), of: type, at: location, needs: body.needs, noting: sendability)
    }

    /// Decorates a type by an initializer or a function whose first parameter is a ``Lazy`` of the inner instance.
    ///
    /// The inner instance is created when the decorator first asks for it, or never. The decorated instance has the
    /// lifetime and the hooks of the registration; the inner one lives as long as the ``Lazy`` holds it.
    ///
    /// ```swift
    /// Decorator((any Reports).self, OnDemandReports.init)     // init(reports: Lazy<any Reports>, log: Log)
    /// ```
    ///
    /// A registration that takes arguments cannot be decorated like this.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    @_disfavoredOverload
    public init<D, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (Lazy<D>, repeat each Rest) throws -> D,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isNotSendable, late: type, CodeLocation(fileID: fileID, line: line), body)
    }

    /// Decorates a `Sendable` type by an initializer or a function whose first parameter is a ``Lazy`` of the inner
    /// instance.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    @_disfavoredOverload
    public init<D: Sendable, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (Lazy<D>, repeat each Rest) throws -> D,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isSendable, late: type, CodeLocation(fileID: fileID, line: line), body)
    }
}
