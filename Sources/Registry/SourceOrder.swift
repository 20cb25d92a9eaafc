// An order of entries that does not depend on where the table has them.

internal import ArmoryCore

extension [Entry] {
    /// The entries by their files, lines and keys: mostly the order in which the program registers them.
    package var inSourceOrder: [Entry] {
        map { entry in
            (
                entry: entry, file: entry.location?.fileID ?? "", line: entry.location?.line ?? 0,
                key: entry.key.shown.description
            )
        }
        .sorted { ($0.file, $0.line, $0.key) < ($1.file, $1.line, $1.key) }
        .map(\.entry)
    }
}
