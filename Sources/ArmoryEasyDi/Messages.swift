// The messages with which the process ends, in the words of this API.

internal import Armory

/// Ends the process with an error's message.
func endProcess(_ error: ResolutionError) -> Never {
    let fix: String? =
        switch error.code {
        case .valueTypeShared: "define a class, or choose another scope."
        case .replacedWhileInjecting:
            "change the object that the injection closure receives, and return the same object."
        case .timedOut: "check what the other thread's closure waits for."
        default: nil
        }
    endProcess(
        error.message(fix: fix).replacing("is registered as Shared", with: "has the scope weakSingleton"))
}
