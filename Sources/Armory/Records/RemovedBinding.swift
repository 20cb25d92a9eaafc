/// What is left of a binding whose registration was removed: for what the error says.
///
/// It holds nothing of the user's but the qualifier.
package final class RemovedBinding: AnyBinding, @unchecked Sendable {  // As `AnyBinding`.
    private let removedType: any Any.Type

    package init(_ binding: AnyBinding) {
        removedType = binding.type
        let traits = BindingTraits(
            lifetime: binding.lifetime, location: binding.location, qualifier: binding.qualifier)
        super.init(traits, isPlain: true)
    }

    override package var type: any Any.Type { removedType }
}
