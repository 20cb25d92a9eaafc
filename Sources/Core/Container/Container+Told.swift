// What a handle tells its plan's listener: when it begins, and where its end is told.

extension Container {
    /// Where the handle's end, closings and waits are told; nil: nobody is told.
    var told: ToldEnd? {
        guard let listener = layout.handleListener, let note else { return nil }
        return ToldEnd(listener: listener, note: note)
    }
}
