// swift-format-ignore: NoLeadingUnderscores
/// Resolves services for extensions of this library.
///
/// A program's own ``Resolver`` that serves such extensions conforms to it.
public protocol _Resolver {
    // swift-format-ignore: NoLeadingUnderscores
    /// Resolves a service with a name, an option and any arguments.
    ///
    /// - Parameters:
    ///   - name: The name; nil for the registration without a name.
    ///   - option: The option that the service was registered with; nil for none.
    ///   - invoker: Calls the factory that it receives, and returns the result.
    /// - Returns: The instance; nil if the service is not registered.
    func _resolve<Service, Arguments>(
        name: String?, option: (any ServiceKeyOption)?, invoker: @escaping ((Arguments) -> Any) -> Any
    ) -> Service?
}

extension Container: _Resolver {}
