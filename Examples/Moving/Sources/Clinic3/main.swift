// This line was `import Swinject`.
import ArmorySwinject

let container = Container()
let assembler = Assembler([StorageAssembly(), DeskAssembly()], container: container)
try container.native.load(practice)
try Day(assembler: assembler).run()
