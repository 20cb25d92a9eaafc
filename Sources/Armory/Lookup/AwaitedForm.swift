// Optionals and lists whose members may have to be awaited: they await each member.

/// A type that defines how it is resolved from a container, and that may have to be awaited.
protocol AwaitedForm: DependencyForm {
    static func resolveAsync(
        in container: Container, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> Self
}

extension Optional: AwaitedForm {
    static func resolveAsync(
        in container: Container, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> Wrapped? {
        try await container.lookUpOptionalAsync(Wrapped.self, qualifier, asker)
    }
}

extension Array: AwaitedForm {
    static func resolveAsync(
        in container: Container, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> [Element] {
        let members = try await container.membersAsync(of: Element.self, filter: qualifier, asker)
        return try container.nonEmpty(members, as: Self.self, qualifier).map(\.instance)
    }
}

extension Dictionary: AwaitedForm {
    static func resolveAsync(
        in container: Container, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> [Key: Value] {
        let members = try await container.membersAsync(of: Value.self, filter: qualifier, asker) {
            $0?.mapKey(as: Key.self) != nil
        }
        var map: [Key: Value] = [:]
        for member in try container.nonEmpty(members, as: Self.self, qualifier) {
            if let key = member.qualifier?.mapKey(as: Key.self) { map[key] = member.instance }
        }
        return map
    }
}

extension Container {
    /// Resolves the same members as `members(of:filter:)`, and awaits one after the other.
    fileprivate func membersAsync<T>(
        of type: T.Type, filter: AnyQualifier?, _ asker: Asker, isWanted: (AnyQualifier?) -> Bool = { _ in true }
    ) async throws(ResolutionError) -> [(qualifier: AnyQualifier?, instance: T)] {
        if let fault = (view?.base ?? self).closedFault(of: [T].self) { throw fault }
        var members: [(qualifier: AnyQualifier?, instance: T)] = []
        for key in memberKeys(of: type) where key.qualifier.isMatched(by: filter) && isWanted(key.qualifier) {
            guard let binding = registered(key), !isCollector(asker.frame?.binding, binding) else { continue }
            do throws(ResolutionError) {
                guard let instance = try await found(type, Request(type, key.qualifier), asker) else { continue }
                members.append((key.qualifier, instance))
            } catch {
                guard error.code == .declined, error.isDecline(atDepth: asker.bindings.steps.count) else { throw error }
            }
        }
        return members
    }
}
