// This line was `import Swinject`.
import ArmorySwinject
import Foundation

do {
    let containers = try Containers()
    let assembler = Assembler([DeskAssembly()], container: containers.desk)
    try Day(assembler: assembler).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
