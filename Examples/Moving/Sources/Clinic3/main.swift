// This line was `import Swinject`.
import ArmorySwinject

let containers = try Containers()
let assembler = Assembler([DeskAssembly()], container: containers.desk)
try Day(assembler: assembler).run()
