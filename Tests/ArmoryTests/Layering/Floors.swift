/// The folders of `Sources/Armory` as floors of a house, the ground floor first, and which floors below it each may name.
///
/// A file names another folder when its code mentions a type that the other folder declares, or calls a method that only the
/// other folder declares. Design.md says what each floor owns.
enum Floors {
    /// One floor a line.
    ///
    /// What a floor does not name today is not in its line: a line grows only with a reason.
    static let allowed: [(floor: String, names: String)] = [
        ("Platform", ""),
        ("Key", "Platform"),
        ("Errors", "Key"),
        ("Records", "Platform Key Errors"),
        ("Slots", "Platform Key Records"),
        ("Thread", "Platform Slots"),
        ("Making", "Platform Errors Records Slots Thread"),
        ("Events", "Platform Key Errors Records Slots Thread Making"),
        ("Core", "Platform Key Errors Records Slots Thread Making Events"),
        ("Lifetimes", "Platform Errors Records Thread Core"),
        ("Finding", "Key Errors Records Slots Thread Making Core"),
        ("Writing", "Key Errors Records Slots Events Core Finding"),
        ("Resolvable", "Platform Key Errors Records Thread Core Lifetimes Finding Writing"),
        ("Lookup", "Platform Key Errors Records Slots Thread Making Events Core Lifetimes Finding Writing Resolvable"),
        ("Registration", "Key Errors Records Core Lifetimes Writing"),
        ("Decoration", "Key Errors Records Thread Events Core Finding Writing Registration"),
        ("Scope", "Key Errors Records Slots Thread Core Finding"),
        ("Modules", "Key Errors Records Thread Core"),
        ("Validation", "Platform Key Errors Records Making Core Finding Resolvable Lookup Modules"),
        ("Loading", "Key Errors Records Thread Making Core Finding Writing Lookup Decoration Modules Validation"),
        (
            "Overriding",
            "Platform Key Errors Records Thread Core Finding Writing Resolvable Lookup Validation Loading"
        ),
        ("Lifecycle", "Key Errors Records Slots Thread Events Core Finding Lookup Scope Validation"),
        (
            "Diagnostics",
            "Key Errors Records Slots Thread Events Core Lifetimes Writing Lookup Scope Validation Loading"
        ),
        ("Injection", "Platform Key Errors Records Slots Thread Making Core Finding Lookup Registration"),
        ("Facades", "Platform Key Errors Records Slots Thread Making Events Core Finding Writing Lookup"),
        ("Asking", "Platform Key Errors Records Slots Thread Making Core Lookup"),
        ("Lending", "Key Records Core Registration"),
    ]

    /// The arrows between the floors of features.
    ///
    /// One floor names another only for the reason that is written here.
    static let featureArrows: [(arrow: String, reason: String)] = [
        ("Validation -> Modules", "a known module that is not in the container is a near miss, so it is flattened"),
        ("Decoration -> Registration", "the parameters of a decorator have sources, as those of a registration have"),
        ("Loading -> Modules", "what is loaded is a module"),
        ("Loading -> Decoration", "a module may bring layers"),
        ("Loading -> Validation", "a module is checked before it is loaded"),
        ("Overriding -> Validation", "which instances depend on an override is read from the dependency graph"),
        ("Overriding -> Loading", "overrides are collected and made eagerly as a module's registrations are"),
        ("Lifecycle -> Scope", "a start that fails closes the container"),
        ("Lifecycle -> Validation", "the order of the start is read from the dependency graph"),
        ("Diagnostics -> Scope", "a check asks a scope which seeds it accepts"),
        ("Diagnostics -> Validation", "the picture of a container is drawn from its dependency graph and faults"),
        ("Diagnostics -> Loading", "Module.validate collects the module into a container of its own"),
        ("Injection -> Registration", "call(_:) takes parameters as registrations do"),
        ("Lending -> Registration", "what lends its instance is a registration that keeps it"),
    ]

    static var order: [String] { allowed.map(\.floor) }

    static func names(of floor: String) -> [String] {
        allowed.first { $0.floor == floor }?.names.split(separator: " ").map(String.init) ?? []
    }

    /// One use of another folder's type or method.
    struct Arrow: Hashable {
        let file: String
        let from: String
        let to: String
        let name: String

        var text: String { "\(file) names \(name) of \(to)" }
    }

    /// Names that the language or the standard library has too, so that a call says nothing about a folder.
    private static let common: Set<String> = [
        "private", "append", "exchange", "insert", "remove", "removeAll", "removeLast", "contains", "filter", "reduce",
        "sorted",
        "reversed", "object", "storeBytes", "allocate", "deallocate", "initialize", "deinitialize", "compareExchange",
    ]

    /// Every use of another folder, for files by their path below the module's folder.
    static func arrows(in files: [(path: String, text: String)]) -> [Arrow] {
        let parsed = files.map { (path: $0.path, folder: folder(of: $0.path), names: SourceNames($0.text)) }
        var typeHomes: [String: Set<String>] = [:]
        var methodHomes: [String: Set<String>] = [:]
        for file in parsed {
            for type in file.names.types { typeHomes[type, default: []].insert(file.folder) }
            for method in file.names.methods where method.count > 5 && !common.contains(method) {
                methodHomes[method, default: []].insert(file.folder)
            }
        }
        var arrows: [Arrow] = []
        for file in parsed {
            func note(_ name: String, _ homes: Set<String>?) {
                guard let homes, homes.count == 1, let home = homes.first, home != file.folder else { return }
                arrows.append(Arrow(file: file.path, from: file.folder, to: home, name: name))
            }
            for type in file.names.mentions { note(type, typeHomes[type]) }
            for method in file.names.calls { note("\(method)()", methodHomes[method]) }
        }
        return arrows.sorted { $0.text < $1.text }
    }

    private static func folder(of path: String) -> String { String(path.prefix { $0 != "/" }) }
}
