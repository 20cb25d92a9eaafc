/// Whether an instance is an object, and which one.
package func objectIfClassInstance<T>(_ instance: T) -> AnyObject? {
    // An error is in a box of its own.
    guard T.self != (any Error).self else { return nil }
    if T.self is AnyObject.Type {
        // An instance of a class is one reference. The cast would look for a bridge of the type first.
        return unsafe withUnsafePointer(to: instance) { unsafe UnsafeRawPointer($0).load(as: AnyObject.self) }
    }
    // The cast alone would put a value into a new object.
    return type(of: instance as Any) is AnyObject.Type ? instance as AnyObject : nil
}
