import Armory
// This line was `import Swinject`.
import ArmorySwinject

/// The containers of the clinic, each above the one that it needs.
///
/// ```text
/// DeskAssembly                 asks below for what it does not have
///   native container           the module, and what StorageAssembly has registered
///     StorageAssembly
/// ```
///
/// So each finds the instances of those below.
struct Containers {
    let native: Armory.Container
    let desk: Swinject.Container

    init() throws {
        let storage = Swinject.Container()
        _ = Assembler([StorageAssembly()], container: storage)
        native = try Armory.Container {
            storage.module
            practice
        }
        desk = Swinject.Container(parent: native)
    }
}
