/// Whether an instance is an object, and which one.
package func object<T>(of instance: T) -> AnyObject? {
    // An error is in a box of its own.
    guard T.self != (any Error).self, T.self is AnyObject.Type || type(of: instance as Any) is AnyObject.Type
    else { return nil }
    // Its reference comes first, also in what has a protocol's type. A cast would look for a bridge of the type.
    return unsafe withUnsafePointer(to: instance) { unsafe UnsafeRawPointer($0).load(as: AnyObject.self) }
}
