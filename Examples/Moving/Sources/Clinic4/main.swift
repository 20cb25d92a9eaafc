import Armory
import Foundation

do {
    let container = try Container {
        storage
        practice
        desk
        visits
    }
    try Day(container: container).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
