// Where a `Transient` or a `Graph` is passed to a module or a container, these overloads note whether its type is `Sendable`.
//
// The overloads for other kinds note nothing. They keep the start-up of programs short: for the form that takes any registration,
// the runtime creates the type of each registration and its conformance.
//
// They are for the two types and not for their protocol: an `any ConfinedRegistration` does not tell, so it takes the forms
// for any registration, which note nothing. Not `@_disfavoredOverload`: for a type that is not `Sendable`, the compiler would
// prefer the overload that requires it.

extension ModuleBuilder {
    /// One registration.
    public static func buildExpression<T>(_ registration: Singleton<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration.
    public static func buildExpression<T>(_ registration: Shared<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration.
    public static func buildExpression<T>(_ registration: Scoped<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration of instances that threads may share.
    public static func buildExpression<T: Sendable>(_ registration: Transient<T>) -> any ModuleElement {
        registration.definition.noted(.isSendable)
    }

    /// One registration of instances that belong to one caller or one graph.
    public static func buildExpression<T>(_ registration: Transient<T>) -> any ModuleElement {
        registration.definition.noted(.isConfined)
    }

    /// One registration of instances that threads may share.
    public static func buildExpression<T: Sendable>(_ registration: Graph<T>) -> any ModuleElement {
        registration.definition.noted(.isSendable)
    }

    /// One registration of instances that belong to one caller or one graph.
    public static func buildExpression<T>(_ registration: Graph<T>) -> any ModuleElement {
        registration.definition.noted(.isConfined)
    }
}

extension Container {
    /// Adds a registration.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T>(_ registration: Singleton<T>) throws(ResolutionError) {
        try register(registration.definition.erased)
    }

    /// Adds a registration.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T>(_ registration: Shared<T>) throws(ResolutionError) {
        try register(registration.definition.erased)
    }

    /// Adds a registration.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T>(_ registration: Scoped<T>) throws(ResolutionError) {
        try register(registration.definition.erased)
    }

    /// Adds a registration of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T: Sendable>(_ registration: Transient<T>) throws(ResolutionError) {
        try register(registration.definition.noted(.isSendable))
    }

    /// Adds a registration of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T>(_ registration: Transient<T>) throws(ResolutionError) {
        try register(registration.definition.noted(.isConfined))
    }

    /// Adds a registration of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T: Sendable>(_ registration: Graph<T>) throws(ResolutionError) {
        try register(registration.definition.noted(.isSendable))
    }

    /// Adds a registration of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`,
    ///   `unsettled` or `privateOutsideModule`.
    @_documentation(visibility: internal)
    public func register<T>(_ registration: Graph<T>) throws(ResolutionError) {
        try register(registration.definition.noted(.isConfined))
    }

    /// Replaces the registration with the same key by one of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func replace<T: Sendable>(_ registration: Transient<T>) throws(ResolutionError) {
        try replace(with: registration.definition.noted(.isSendable))
    }

    /// Replaces the registration with the same key by one of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func replace<T>(_ registration: Transient<T>) throws(ResolutionError) {
        try replace(with: registration.definition.noted(.isConfined))
    }

    /// Replaces the registration with the same key by one of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func replace<T: Sendable>(_ registration: Graph<T>) throws(ResolutionError) {
        try replace(with: registration.definition.noted(.isSendable))
    }

    /// Replaces the registration with the same key by one of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func replace<T>(_ registration: Graph<T>) throws(ResolutionError) {
        try replace(with: registration.definition.noted(.isConfined))
    }

    /// Covers the registration with the same key by one of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func overlay<T: Sendable>(_ registration: Transient<T>) throws(ResolutionError) -> Overlay {
        try overlay(registration.definition.noted(.isSendable))
    }

    /// Covers the registration with the same key by one of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func overlay<T>(_ registration: Transient<T>) throws(ResolutionError) -> Overlay {
        try overlay(registration.definition.noted(.isConfined))
    }

    /// Covers the registration with the same key by one of instances that threads may share.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func overlay<T: Sendable>(_ registration: Graph<T>) throws(ResolutionError) -> Overlay {
        try overlay(registration.definition.noted(.isSendable))
    }

    /// Covers the registration with the same key by one of instances that belong to one caller or one graph.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered,
    ///   `privateOutsideModule`, `noInstance`, `unsettled` or `closed`.
    @_documentation(visibility: internal)
    public func overlay<T>(_ registration: Graph<T>) throws(ResolutionError) -> Overlay {
        try overlay(registration.definition.noted(.isConfined))
    }
}
