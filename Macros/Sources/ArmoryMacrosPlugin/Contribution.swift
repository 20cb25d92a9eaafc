import SwiftSyntax
import SwiftSyntaxBuilder

/// The record that lets the linker find a registration or a module: see `Module.Contribution`.
enum Contribution {
    /// The declarations of the record, and of the function that it calls.
    ///
    /// The function contains the group's name and the module, because the compiler does not accept a closure with a literal as a
    /// constant.
    ///
    /// - Parameters:
    ///   - name: The name of the registration or module.
    ///   - modifiers: The attributes and modifiers of both declarations, followed by a space.
    ///   - group: The expression of the group's name.
    ///   - module: The expression of the module.
    static func declarations(_ name: String, _ modifiers: String, group: ExprSyntax, module: String) -> [DeclSyntax] {
        [
            """
            #if objectFormat(MachO)
            @section("__DATA_CONST,__armory")
            #else
            @section("armory")
            #endif
            @used
            \(raw: modifiers)let \(raw: name)Record: Armory.Module.Contribution = (1, { \(raw: name)Contribution() })
            """,
            """
            \(raw: modifiers)func \(raw: name)Contribution() -> (group: Armory.Name, module: Armory.Module) {
                (\(group.trimmed), \(raw: module))
            }
            """,
        ]
    }
}
