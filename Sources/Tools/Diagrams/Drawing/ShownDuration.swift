// A duration in few characters.

/// Nanoseconds as readable text: `870 ns`, `1.4 ms`, `12.0 s`.
package func shownDuration(_ nanoseconds: UInt64) -> String {
    let units: [(name: String, size: UInt64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000)]
    for unit in units where nanoseconds >= unit.size {
        // Whole numbers avoid floating-point rounding and locales.
        let tenths = nanoseconds / (unit.size / 10)
        return tenths >= 1000 ? "\(tenths / 10) \(unit.name)" : "\(tenths / 10).\(tenths % 10) \(unit.name)"
    }
    return "\(nanoseconds) ns"
}
