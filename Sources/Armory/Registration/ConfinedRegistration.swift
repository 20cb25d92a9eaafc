/// A registration whose type need not be `Sendable`: ``Transient``, ``Graph`` and ``Unchecked``.
///
/// Instances of the first two belong to one caller or one graph. Where such a registration is passed to a module or a
/// container, an overload notes whether its type is `Sendable`: at run time, `any P & Sendable` and `any P` are one type.
public protocol ConfinedRegistration<Instance>: Plumbing.InferringRegistration {}
