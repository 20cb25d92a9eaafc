/// A container that registers factories before its first use.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public func autoRegister() {
///         service.register { CrossModuleService() }
///     }
/// }
/// ```
public protocol AutoRegistering {
    /// Registers factories; called once for each container, before it first resolves or registers anything.
    ///
    /// Other threads that use the container wait meanwhile. The function itself may register and resolve. After a reset
    /// of all registrations, it is called again.
    func autoRegister()
}
