/// Is told what happens in containers.
///
/// ```swift
/// final class Slow: EventSubscriber {
///     var kinds: ContainerEvent.Kinds { [.made] }
///
///     func receive(_ event: ContainerEvent) {
///         if case .made(let making) = event, making.span.duration > .milliseconds(100) { print(making.registration) }
///     }
/// }
/// let container = try Container(configuration: .init(subscribers: [Slow()])) { shop }
/// ```
///
/// It is called where the event happens: on any thread, on several at once, with no lock held, before whoever asked has the
/// instance; so to resolve there what is being made is a cycle. What takes long belongs behind an ``EventBuffer``.
public protocol EventSubscriber: Sendable {
    /// What it wants to be told of; all, where it does not say.
    ///
    /// Asked for once, when the container is made.
    var kinds: ContainerEvent.Kinds { get }

    /// Is told of an event.
    ///
    /// What it throws changes nothing for whoever resolves: it is counted in ``Container/failedDeliveries``. What it resolves
    /// while it runs, from any container, is not told of.
    func receive(_ event: ContainerEvent) throws
}

extension EventSubscriber {
    /// All.
    public var kinds: ContainerEvent.Kinds { .all }
}
