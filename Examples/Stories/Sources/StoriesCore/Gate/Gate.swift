import Armory
import Heraldry

#if Trumpets
import Trumpets
#endif

/// One wiring for all builds: a gate opens with a herald if the build has one, and quietly if it has none.
///
/// Only this file depends on the modules of the build. The gate takes an optional, and no other code changes.
struct Gate {
    private let herald: (any Herald)?

    init(herald: (any Herald)?) {
        self.herald = herald
    }

    func open(for guest: String) -> String {
        "the gate opens for \(guest), " + (herald.map { "with \($0.announce(guest))" } ?? "quietly")
    }

    static let wiring = Module("castle") {
        #if Trumpets
        trumpets
        #endif
        Transient(Gate.init)
    }

    static func tell() throws {
        let castle = try Container { wiring }
        print(try castle.resolve(Gate.self).open(for: "a knight"))
    }
}
