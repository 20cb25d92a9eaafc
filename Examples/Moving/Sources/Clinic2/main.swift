// This line was `import Swinject`.
import ArmorySwinject
import Foundation

do {
    let container = Container()
    let assembler = Assembler([StorageAssembly(), PracticeAssembly(), DeskAssembly()], container: container)
    if CommandLine.arguments.contains("graph") {
        try printGraph(of: container)
    } else {
        try Day(assembler: assembler).run()
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
