import Armory

/// A required dependency of a class is a parameter of its initializer.
///
/// A dependency that the class can do without is an optional parameter: it is nil if the type is not registered.
enum InitializerInjection {
    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet?
        let gloves: Gloves?
    }

    final class Knight: CustomStringConvertible {
        private let armor: Armor

        init(armor: Armor) {
            self.armor = armor
        }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet, armor.gloves) }
    }

    static let wiring = Module("garrison") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
        Transient(Armor.init)
        Transient(Knight.init)
    }

    static func tell() throws {
        let poor = try Container { wiring }
        print(try poor.resolve(Knight.self))

        let rich = try Container {
            wiring
            Transient { Gloves() }
        }
        print("where there are gloves: \(try rich.resolve(Knight.self))")
    }
}
