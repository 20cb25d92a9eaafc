/// Where in the source something was written.
@safe
public struct SourceLocation: Hashable, CustomStringConvertible, @unchecked Sendable {  // Points at constants.
    // Sixteen bytes, because every registration has one. `#fileID` is a constant of the binary, which outlives all.
    private let file: UnsafePointer<UInt8>
    private let fileLength: UInt32
    private let lineNumber: UInt32

    /// The place of the call, when the defaults are left alone.
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        unsafe file = fileID.utf8Start
        fileLength = UInt32(clamping: fileID.utf8CodeUnitCount)
        lineNumber = UInt32(clamping: line)
    }

    /// The file as `#fileID` gives it: `Module/File.swift`.
    public var fileID: String {
        unsafe String(decoding: UnsafeBufferPointer(start: file, count: Int(fileLength)), as: UTF8.self)
    }

    /// The line in the file, from 1.
    public var line: Int { Int(lineNumber) }

    /// `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Whether file and line are the same.
    public static func == (left: SourceLocation, right: SourceLocation) -> Bool {
        left.lineNumber == right.lineNumber && left.fileID == right.fileID
    }

    /// Hashes file and line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(lineNumber)
    }
}
