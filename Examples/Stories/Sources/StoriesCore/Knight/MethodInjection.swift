import Armory

/// What is needed for the time of one action is a parameter of the method.
///
/// The container calls it with what is registered for its parameters; who has made the knight does not matter.
enum MethodInjection {
    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
    }

    final class Knight: CustomStringConvertible {
        private var armor: Armor?

        /// - Returns: What is to be seen of it.
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
