import Armory

/// A dependency that only one action needs is a parameter of the method.
///
/// The container calls the method with the instances for its parameters. It does not matter who created the knight.
enum MethodInjection {
    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
    }

    final class Knight: CustomStringConvertible {
        private var armor: Armor?

        /// - Returns: The knight's appearance during the tournament.
        func winTournament(armor: Armor) -> String {
            self.armor = armor
            defer { self.armor = nil }
            return description
        }

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }
    }

    static let wiring = Module("forge") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
        Transient(Armor.init)
    }

    static func tell() throws {
        let forge = try Container { wiring }
        let knight = Knight()
        print(try forge.call(knight.winTournament))
        print("when it is over: \(knight)")
    }
}
