import Armory
import Foundation

do {
    try Day(container: Container { program }).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
