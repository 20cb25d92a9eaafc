#if Configuration
/// A value that is never printed: its description and its mirror hide it.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The value, which only code that reads this property sees.
    public let value: Value

    /// Creates a secret from a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// A placeholder without the value.
    public var description: String { "<secret>" }
    /// A placeholder without the value.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Equatable where Value: Equatable {}
#endif
