package import Armory

/// Several modules instead of one large one.
///
/// Each module includes the modules that it needs. Its private registrations cannot be resolved outside it, even by a knight
/// who asks for them by type.
package enum SeveralModules {
    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
    }

    final class Knight: CustomStringConvertible {
        private let armor: Armor
        let booty: Crown?

        init(armor: Armor, booty: Crown?) {
            self.armor = armor
            self.booty = booty
        }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    struct Coronation: CustomStringConvertible {
        let crown: Crown
        var description: String { "a king with \(crown)" }
    }

    static let forge = Module("forge") {
        Transient { Boots() }.private()
        Transient { Pants() }.private()
        Transient { Helmet() }.private()
        Transient(Armor.init)
    }

    package static let treasury = Module("treasury") {
        Transient { Crown() }.private()
        Transient(Coronation.init)
    }

    package static let garrison = Module("garrison") {
        forge
        Transient(Knight.init)
    }

    /// All modules, in one container.
    package static func country() throws(ResolutionError) -> Container {
        try Container {
            garrison
            treasury
        }
    }

    static func tell() throws {
        let country = try country()
        let knight = try country.resolve(Knight.self)
        print(knight)
        print("his booty: \(knight.booty?.description ?? "none")")
        print("the treasury has \(try country.resolve(Coronation.self))")
    }
}
