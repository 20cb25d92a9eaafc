import Armory

/// A dependency that can change or be set later is a property.
///
/// The container sets it after it creates the object. An optional property stays nil if its type is not registered.
enum PropertyInjection {
    final class Armor {
        var boots: Boots?
        var pants: Pants?
        var helmet: Helmet?
        var gloves: Gloves?
    }

    final class Knight: CustomStringConvertible {
        var armor: Armor?

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet, armor?.gloves) }
    }

    static let wiring = Module("garrison") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
        Transient { Armor() }
            .inject(\.boots)
            .inject(\.pants)
            .inject(\.helmet)
            .inject(\.gloves, .optional)
        Transient { Knight() }
            .inject(\.armor)
    }

    static func tell() throws {
        let garrison = try Container { wiring }
        print(try garrison.resolve(Knight.self))
    }
}
