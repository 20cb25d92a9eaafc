/// The registration that resolves a record, and the type by which it does so.
struct Asking {
    let asker: Binding
    /// The record, or that of an additional type of its instance.
    let asked: Binding
}

extension Binding {
    /// Whether this is the record itself, or one around or behind it.
    fileprivate func standsFor(_ record: Binding) -> Bool {
        self === record || type == record.type && qualifier === record.qualifier
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The registration whose factory resolves the record on the calling thread; nil: no factory does.
    func asking(for record: Binding) -> Asking? {
        var asked = record
        var top = unsafe pathPosition
        while unsafe top != pathBase {
            top &-= HazardList.stride
            let binding = unsafe Slot(identifier: HazardList.load(top)).binding
            if binding.standsFor(record) { continue }
            guard binding.options.contains(.alias) else { return Asking(asker: binding, asked: asked) }
            asked = binding
        }
        return TaskFrame.running?.asking(for: record, by: asked)
    }
}

extension TaskFrame {
    /// The registration that resolves the record: that of this frame, or of the nearest one around it.
    func asking(for record: Binding, by type: Binding? = nil) -> Asking? {
        var asked = type ?? record
        var frame: TaskFrame? = self
        while let current = frame {
            frame = current.current?.parent
            if current.binding.standsFor(record) { continue }
            guard current.binding.options.contains(.alias) else { return Asking(asker: current.binding, asked: asked) }
            asked = current.binding
        }
        return nil
    }
}
