#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// The record that lets the linker find a registration or a module: see `Module.Contribution`.
enum Contribution {
    /// The declaration of the record.
    ///
    /// - Parameters:
    ///   - name: The name of the registration or module.
    ///   - modifiers: The attributes and modifiers of the record, followed by a space.
    ///   - group: The expression of the group's name.
    ///   - module: The expression of the module.
    static func record(_ name: String, _ modifiers: String, group: ExprSyntax, module: String) -> DeclSyntax {
        """
        #if objectFormat(MachO)
        @section("__DATA_CONST,__armory")
        #else
        @section("armory")
        #endif
        @used
        \(raw: modifiers)let \(raw: name)Record: Armory.Module.Contribution = {
            Armory.Module.contribute(toGroup: \(group.trimmed), \(raw: module))
        }
        """
    }
}
#endif
