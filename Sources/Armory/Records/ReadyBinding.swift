/// A registration of an existing instance.
package final class ReadyBinding<T>: TypedBinding<T>, @unchecked Sendable {
    private let value: T

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, value: T) {
        self.value = value
        super.init(traits, injections)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ReadyBinding(traits, injections, value: value)
    }

    override package var isOpaque: Bool { hasOpaqueInjection }

    // For decorators: they get the existing instance.
    override package var plainFactory: Factory<T>? { { _ in self.value } }

    override package func initializeReadyValue(at address: UnsafeMutableRawPointer) -> Bool {
        unsafe address.initializeMemory(as: T.self, to: value)
        return true
    }
}
