/// Types that the library's own initialisers and protocols pass around, and that no user writes.
///
/// They are public because code that is inlined into a client, and protocols that a client conforms to, name them. A
/// namespace costs nothing at run time and keeps them out of completion.
///
/// ``FactoryRegistration`` and ``Intercepted`` are no plumbing: users write them as constraints and as registrations.
public enum Plumbing: Sendable {}
