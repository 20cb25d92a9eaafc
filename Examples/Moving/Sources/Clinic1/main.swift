// This line was `import Swinject`.
import ArmorySwinject

let assembler = Assembler([StorageAssembly(), PracticeAssembly(), DeskAssembly()])
try Day(assembler: assembler).run()
