import Armory

/// All modules of the program, for its container and for tests.
let program = Module("program") {
    pricing
    depot
    tours
    tracking
}
