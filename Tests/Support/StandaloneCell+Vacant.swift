// What tests ask a standalone cell.

package import ArmoryCore

extension StandaloneCell {
    /// Whether it has no instance, and no thread makes one.
    package var isVacant: Bool {
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return isVacant(keepingAliveIn: &held)
    }
}
