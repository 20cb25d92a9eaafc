/// A registration whose instances belong to one caller or one graph: ``Transient`` and ``Graph``.
///
/// Their type need not be `Sendable`. Where such a registration is passed to a module or a container, an overload notes
/// whether it is: at run time, `any P & Sendable` and `any P` are one type.
public protocol ConfinedRegistration<Instance>: Plumbing.InferringRegistration {}
