// The instances by hand, as a program without a container declares them.

import Services

enum Statics {
    static let database: any Database = MemoryDatabase()
}
