/// The remainder of a binding whose registration was removed, for error messages.
///
/// Of the user's objects it holds only the qualifier.
package final class RemovedBinding: AnyBinding, @unchecked Sendable {  // As `AnyBinding`.
    private let removedType: any Any.Type

    package init(_ binding: AnyBinding) {
        removedType = binding.type
        let traits = BindingTraits(
            lifetime: binding.lifetime, location: binding.location, qualifier: binding.qualifier)
        super.init(traits)
    }

    override package var type: any Any.Type { removedType }
}
