import SwiftSyntax
import SwiftSyntaxBuilder

/// The record by which the linker finds a registration or a module: see `Module.Contribution`.
enum Contribution {
    /// The declarations of the record, and of the function that it calls.
    ///
    /// The name of the group and the module are in the function, because the compiler refuses a closure with a literal as a
    /// constant.
    ///
    /// - Parameters:
    ///   - name: The name of the registration or module.
    ///   - modifiers: The attributes and modifiers of both declarations, and a space.
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
