// The entry of libFuzzer: Tests/fuzz-table.sh builds it together with TableFuzz.swift.

/// Runs one input, and ends the process when something is wrong with the table.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTable(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let fuzz = unsafe TableFuzz.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    if let failure = fuzz.failure { fatalError(failure) }
    return 0
}
