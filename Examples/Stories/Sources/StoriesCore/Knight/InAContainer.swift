import Armory

/// The container replaces the handwritten factories: an initializer declares its dependencies, and the container checks all of them
/// before it creates any instance.
enum InAContainer {
    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
    }

    final class Knight: CustomStringConvertible {
        private let armor: Armor

        init(armor: Armor) {
            self.armor = armor
        }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    static let wiring = Module("garrison") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
        Transient(Armor.init)
        Transient(Knight.init)
    }

    static func tell() throws {
        let garrison = try Container { wiring }
        print(try garrison.resolve(Knight.self))
    }
}
