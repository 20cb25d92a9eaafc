// This line was `import Swinject`.
import ArmorySwinject
import Foundation

do {
    let assembler = Assembler([StorageAssembly(), PracticeAssembly(), DeskAssembly()])
    try Day(assembler: assembler).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
