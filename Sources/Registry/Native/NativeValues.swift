// Values of the registry as native ones.

internal import Armory
internal import ArmoryCore

extension Armory.ServiceKey {
    init(_ type: any Any.Type, _ name: String?) {
        self.init(type, qualifier: name.map { Armory.Qualifier(Armory.Name($0)) })
    }
}

extension Armory.SourceLocation {
    /// - Parameter location: Nil: it is not known.
    init(_ location: ArmoryCore.SourceLocation?) {
        self =
            unsafe location?.withParts { unsafe Armory.SourceLocation(file: $0, lengthAndLine: $1) }
            ?? .init(fileID: "unknown", line: 0)
    }
}
