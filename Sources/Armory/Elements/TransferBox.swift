/// An instance that one part of a making hands over to another: its factory, which may be isolated, to the making that has called it, or
/// a caller that awaits to the factory that finds it.
struct TransferBox<T>: @unchecked Sendable {  // Handed over once; who has it last uses it.
    let instance: T
}

/// Never thrown: nothing calls such a factory, or another one has replaced it by then.
struct NeverMade: Error {}
