/// A receiver of the events of containers.
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
/// The container calls it where the event happens: on any thread, possibly on several at once, with no lock held. The
/// call comes before the caller of `resolve` gets the instance, so a subscriber that resolves that instance causes a
/// cycle. For slow work use an ``EventBuffer``.
public protocol EventSubscriber: Sendable {
    /// The kinds of events to receive; by default all.
    ///
    /// Read once, when the container is created.
    var kinds: ContainerEvent.Kinds { get }

    /// Receives an event.
    ///
    /// A thrown error does not affect the resolve: it is counted in ``Container/failedDeliveries``. Resolves in this
    /// method, from any container, are not reported.
    func receive(_ event: ContainerEvent) throws
}

extension EventSubscriber {
    /// All kinds of events.
    public var kinds: ContainerEvent.Kinds { .all }
}
