// From the source to the registration:
//
//     attribute          Request     lifetime, type, name, sources of parameters
//     initializer, …     Maker       the call that creates an instance: its parameters, and whether it throws or awaits
//     both               Expansion   the text of the registration
//
// Each step throws a `Fault` if the source cannot be used. The compiler shows the fault at that location.

#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ArmoryMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        InjectableMacro.self, InjectableInitMacro.self, ProvidesMacro.self, ProvidingModuleMacro.self,
    ]
}
#else
// Nothing expands macros, but a build of the whole package links the program.
@main
enum NoMacros {
    static func main() {}
}
#endif
