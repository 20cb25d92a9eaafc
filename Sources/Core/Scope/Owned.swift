// A dependency with a separate scope, which ends when its holder releases it.
//
//     holder --> Owned --> value
//                  |
//                  +--> scope "owned" --> instances of that tag, which the value and its dependencies use
//                         |
//                         +--> the handle that was asked, with its singletons

internal import CCore

/// A dependency that its holder owns, in a separate scope.
///
/// ```swift
/// final class Importer {
///     init(session: Owned<ImportSession>) { ... }   // `await session.shutdown()` closes what the session has brought along
/// }
/// ```
///
/// Instances of the tag ``ScopeTag/owned`` live in that scope and are closed with it. Singletons are the container's, as everywhere.
/// The end of the container, or of the scope in which the `Owned` was asked for, closes it as it closes open scopes.
///
/// Hold the `Owned`, not only its value: when it is released, it is closed, and hooks learn that it was completed. It keeps the
/// memory of its container, so a singleton that
/// holds one keeps the container's memory, and its own. Threads may use it at the same time if the value is `Sendable`.
public final class Owned<T> {
    /// The instance.
    public let value: T
    private let scope: Container

    private init(_ value: T, _ scope: Container) {
        self.value = value
        self.scope = scope
    }

    /// Closes the instances of the scope, dependents before their dependencies, without awaiting.
    ///
    /// Resolving by what the value has kept of its scope fails with ``ResolutionError/Code/closed`` from now on. A second call does
    /// nothing. If a hook awaits, it and those after it run in a task.
    ///
    /// - Parameter outcome: How it ended, for the hooks.
    /// - Returns: The errors of the hooks that ran during this call.
    /// - Complexity: As ``Container/close(outcome:)``.
    @discardableResult
    public func close(outcome: ScopeOutcome = .completed) -> [ResolutionError] { scope.close(outcome: outcome) }

    /// Closes the instances of the scope, dependents before their dependencies, and awaits hooks that await.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for instances that are being made; nil: without a limit.
    ///   - outcome: How it ended, for the hooks.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, after everything is closed.
    /// - Complexity: As ``Container/close(outcome:)``.
    public func shutdown(
        within limit: Duration? = nil, outcome: ScopeOutcome = .completed
    ) async throws(ResolutionError) {
        try await scope.shutdown(within: limit, outcome: outcome)
    }

    deinit { scope.reportHookErrors(scope.close()) }
}

extension Owned: @unchecked Sendable where T: Sendable {}  // Immutable; `Container` is `Sendable`.

extension ScopeTag {
    /// The tag of instances that live as long as the ``Owned`` that they were made for.
    public static let owned = ScopeTag("owned")
}

extension Owned: ComposedType {
    package static var scopeTag: ScopeTag? { .owned }

    package static func composition(forQualifier qualifier: AnyQualifier?) -> Composition {
        .wrapped(ServiceKey(T.self, qualifier: qualifier))
    }

    package static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        let (value, scope) = try members.resolveInNewScope(T.self, tag: .owned)
        return Self(value, scope.container)
    }
}

extension Resolver {
    /// The instance of a wrapped type in a new scope, which ends if it cannot be made.
    package func resolveInNewScope<M>(
        _ type: M.Type, tag: ScopeTag
    ) throws(ResolutionError) -> (M, scope: HandleReference) {
        let outer = unsafe context.container
        let scope = try outer.openScope(tag)
        do throws(ResolutionError) {
            let found = try unsafe scope.memberSlot(ofType: type, inComposed: slot)
            let isCircle = unsafe thread.levels.contains { level in
                unsafe found.repeatsMaking(
                    of: Slot(mutating: level.slot), in: level.context, fromScopeInside: outer.waitingContexts)
            }
            guard !isCircle else { throw unsafe thread.makeError(.cycle, at: found) }
            // A separate graph: its instances of the scope are released before the scope may be.
            let made: M = try unsafe thread.withNewGraph { () throws(ResolutionError) in
                try unsafe readOrResolve(found.slotInKeepingScope(seenFrom: scope.context), scope.context, thread)
            }
            return (made, scope.reference)
        } catch {
            scope.reportHookErrors(scope.close(outcome: .failed(error)))
            throw error
        }
    }
}

extension Container {
    /// The same for a task.
    ///
    /// - Parameter opened: The scope.
    func resolveInNewScope<M>(
        _ type: M.Type, tag: ScopeTag, _ found: Slot, _ asker: Asker, storingScope opened: inout HandleReference?
    ) async throws(ResolutionError) -> M {
        let scope = try openScope(tag)
        opened = scope.reference
        do throws(ResolutionError) {
            let slot = try unsafe scope.memberSlot(ofType: type, inComposed: found)
            // A factory that has returned is in no circle.
            let isCircle = (asker.frame?.chain ?? []).contains { frame in
                frame.performIfFactoryIsRunning {
                    unsafe slot.repeatsMaking(of: frame.slot, in: frame.context, fromScopeInside: waitingContexts)
                } ?? false
            }
            guard !isCircle else { throw unsafe ThreadState.current.makeError(.cycle, at: slot) }
            return unsafe try await scope.resolveSlotAsync(
                type, unsafe slot.slotInKeepingScope(seenFrom: scope.context), for: asker)
        } catch {
            // As a cancelled task may not await hooks; and who asked for it waits for nothing else.
            scope.reportHookErrors(scope.close(outcome: .failed(error)))
            throw error
        }
    }

    /// The slot for what a slot of the handle around this scope wraps.
    fileprivate func memberSlot<M>(ofType type: M.Type, inComposed slot: Slot) throws(ResolutionError) -> Slot {
        let qualifier = unsafe slot.record?.rare?.parts.members?.qualifiers.first ?? nil
        let found = unsafe layout.find(ServiceKey(type, qualifier: qualifier), wrappedBy: slot)
        guard let found = unsafe found else { throw unsafe ThreadState.current.makeError(.missing, at: slot) }
        return unsafe found
    }
}
