// From the source to the registration:
//
//     attribute          Request     lifetime, type, name, sources of parameters
//     initializer, …     Maker       what is called: its parameters, and whether it throws or awaits
//     both               Expansion   the text of the registration
//
// Each file throws a `Fault` for what it cannot use; the compiler shows it where it is in the source.

import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ArmoryMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        InjectableMacro.self, InjectableInitMacro.self, ProvidesMacro.self, ProvidingModuleMacro.self,
    ]
}
