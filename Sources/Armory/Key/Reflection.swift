// Reflection, for example by `dump`, reads fields without the lock that guards them, and would find the origin of a graph. So
// types with such fields have a mirror without children.

extension Mirror {
    /// Creates a mirror without children.
    package init<T>(opaque subject: T) {
        self.init(subject, children: [], ancestorRepresentation: .suppressed)
    }
}
