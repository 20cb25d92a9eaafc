// The static instances of a program without a container.

import Services

enum Statics {
    static let database: any Database = MemoryDatabase()
}
