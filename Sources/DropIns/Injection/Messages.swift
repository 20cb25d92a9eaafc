// The messages with which the process ends, in the words of this API.

internal import ArmoryCore
internal import ArmoryRegistry

/// Ends the process with an error's message.
///
/// - Parameter holder: The type whose property asks for the missing key; nil if no property does.
func endProcess(_ error: ResolutionError, holder: StaticString? = nil) -> Never {
    let fix: String? =
        switch error.code {
        case .missing: "register \(error.key) with factory, single or weak, or resolve an optional."
        case .declined: "resolve an optional."
        case .cycle: "resolve one of them later, for example with @LazyInject, and not in its closure."
        case .valueTypeShared: "register a class, or use factory or single."
        case .noInstance: "write return before the instance, or name its type."
        default: nil
        }
    let message = error.message(fix: fix, propertyHolder: error.code == .missing ? holder?.description : nil)
    endProcess(tagged(message.replacing("cannot be shared:", with: "cannot be weak:")))
}

/// Returns a text about keys with this API's word for the name of a registration.
func tagged(_ text: String) -> String { text.replacing(" named \"", with: " tagged \"") }
