extension Container {
    /// Changes the registration of a key in the first container that has it, this one or an ancestor.
    ///
    /// - Parameter body: Changes one container; throws an error with the code `missing` if it does not have the key.
    func changeWhereItIs(
        _ key: ServiceKey, _ body: (_ owner: Container) throws(ResolutionError) -> Void
    ) throws(ResolutionError) {
        if !ancestors.isEmpty && !isClosed {
            for owner in [self] + ancestors where owner.has(key) {
                guard isOwn(owner) else {
                    throw ResolutionError(.inherited, key: key, location: owner.registered(key)?.location)
                }
                do throws(ResolutionError) {
                    return try body(owner)
                } catch  where error.code == .missing {
                    // Removed meanwhile: the next container that has the key is changed, if any.
                }
            }
        }
        do throws(ResolutionError) {
            try body(self)
        } catch  where error.code == .missing {
            guard !hasMetClosed else { throw ResolutionError(.closed, key: key) }
            throw ResolutionError(.missing, key: key, detail: .change(near: nearMisses(of: key)))
        }
    }

    private func has(_ key: ServiceKey) -> Bool {
        // A scope's shortcut leads to a registration of an ancestor.
        unsafe peek(key) { unsafe $0.state != SlotState.absent && !table.isForAnother($0) } ?? false
    }
}
