/// Whether an instance is an object, and which one.
func object<T>(of instance: T) -> AnyObject? {
    // An error is in a box of its own.
    guard T.self != (any Error).self else { return nil }
    // The cast alone would put a value into a new object.
    return type(of: instance as Any) is AnyObject.Type ? instance as AnyObject : nil
}
