/// Where a deferred dependency is resolved.
///
/// It does not keep the handle.
@safe
package struct DeferredSource: @unchecked Sendable {  // Immutable; who uses the slot holds the handle, which keeps it.
    /// Leads to the handle.
    let owner: WeakOwner
    let slot: Slot?
    let view: Int
    /// The registered type whose factory has asked for the dependency; nil: code outside of factories.
    package let asker: (any Any.Type)?
}

/// A weak reference to a handle, of a type that layouts need not know.
class WeakOwner: @unchecked Sendable {}  // Immutable.
