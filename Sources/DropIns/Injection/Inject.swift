// Properties that are resolved automatically.

internal import ArmoryRegistry

/// A property that is resolved when its owner is created.
///
/// ```swift
/// final class Checkout {
///     @Inject var orders: Orders
///     @Inject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// If a module's factory creates the owner, that module is asked first. Otherwise, and for types that this module does
/// not have, the shared module is asked.
///
/// - Precondition: The property can be resolved.
@propertyWrapper
public struct Inject<T> {
    /// The instance.
    public let wrappedValue: T

    /// Resolves the registration with a tag, or the one without a tag.
    ///
    /// - Parameters:
    ///   - tag: The tag; nil for the registration without a tag.
    ///   - holder: The type that has the property, for messages. Leave it out.
    public init(tag: String? = nil, holder: StaticString = #function) {
        let running = Module.running
        let isOwn = running.map { $0.has(T.self, tag: tag) || Injection.ifShared == nil } ?? false
        let module = isOwn ? running : nil
        wrappedValue = (module ?? Injection.shared(for: T.self, tag: tag, holder: holder))
            .resolve(tag: tag, holder: holder)
    }
}

extension Inject: Sendable where T: Sendable {}

/// A property that is resolved when it is first read, from the shared module, and then keeps its instance.
///
/// ```swift
/// final class Checkout {
///     @LazyInject var orders: Orders
///     @LazyInject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// Any number of threads may read it; all get the same instance. Copies of the owner share the instance.
///
/// - Precondition: The property can be resolved when it is read.
/// - Complexity: O(1), under a lock, after the first read.
@propertyWrapper
public struct LazyInject<T> {
    private let late: LateInstance<T, (tag: String?, holder: StaticString)>

    /// Creates a property that will resolve the registration with a tag, or the one without a tag.
    ///
    /// - Parameters:
    ///   - tag: The tag; nil for the registration without a tag.
    ///   - holder: The type that has the property, for messages. Leave it out.
    public init(tag: String? = nil, holder: StaticString = #function) {
        late = LateInstance((tag, holder), isWeak: false)
    }

    /// The instance.
    public var wrappedValue: T {
        late.instance { tag, holder in
            Injection.shared(for: T.self, tag: tag, holder: holder).resolve(tag: tag, holder: holder)
        } or: {
            // The instance is held strongly, so it exists after the resolve.
            preconditionFailure("it is held")
        }
    }
}

extension LazyInject: Sendable where T: Sendable {}
