/// Whether an instance is an object, and which one.
func object<T>(of instance: T) -> AnyObject? {
    // The cast alone would put a value into a new object.
    type(of: instance as Any) is AnyObject.Type ? instance as AnyObject : nil
}
