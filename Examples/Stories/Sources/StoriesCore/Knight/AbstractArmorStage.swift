import Armory

protocol AbstractArmor: CustomStringConvertible {}

/// The knight knows only a protocol, and only the wiring knows the type behind it.
///
/// So another armor changes one line of the wiring, and the knight stays as it is.
enum AbstractArmorStage {
    struct Armor: AbstractArmor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
        var description: String { portrait(boots, pants, helmet) }
    }

    struct GildedArmor: AbstractArmor {
        let helmet: Helmet
        var description: String { portrait("a golden coat", helmet) }
    }

    final class Knight: CustomStringConvertible {
        private let armor: any AbstractArmor

        init(armor: any AbstractArmor) {
            self.armor = armor
        }

        var description: String { armor.description }
    }

    static let wiring = Module("garrison") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
        Transient((any AbstractArmor).self, Armor.init)
        Transient(Knight.init)
    }

    static func tell() throws {
        let garrison = try Container { wiring }
        print(try garrison.resolve(Knight.self))

        let guards = try garrison.overriding {
            Transient((any AbstractArmor).self, GildedArmor.init)
        }
        print("on parade: \(try guards.resolve(Knight.self))")
    }
}
