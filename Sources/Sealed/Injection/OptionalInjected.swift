/// A dependency that may be missing; it is resolved when its holder is created.
///
/// ```swift
/// final class Checkout: Sendable {
///     let coupons = OptionalInjected<any Coupons>()   // read as coupons.value
/// }
///
/// struct Cart {
///     @OptionalInjected var coupons: (any Coupons)?   // the same as a property wrapper
/// }
/// ```
///
/// It is an ``Injected`` of the optional type: nil if nothing is registered for the type or if its factory declines. If the type is registered and its
/// instance cannot be created, the process ends, as for ``Injected``.
public typealias OptionalInjected<T> = Injected<T?>
