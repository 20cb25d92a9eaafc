#if os(Linux)
// Counts the objects that the Swift runtime allocates, through its hook for tools.

import Foundation
import Synchronization

package enum Allocations {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let thread = Atomic<UInt>(0)
    private static let number = Atomic<Int>(0)
    private static let original = Atomic<UInt>(0)
    /// The address of the runtime's mark that functions are exchanged.
    private static let mark = Atomic<UInt>(0)

    /// Returns how many objects the running thread allocates in `body`, whether or not they are freed; nil if the runtime
    /// has no hook.
    ///
    /// Instances, boxes, contexts of closures, and the memory of arrays, dictionaries and strings are objects. Memory that
    /// code allocates by a pointer is not. The hook is in place during `body` only.
    package static func count(in body: () throws -> Void) rethrows -> Int? {
        guard let pointer = unsafe dlsym(nil, "_swift_allocObject"),
            let isExchanged = unsafe dlsym(
                nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
        else { return nil }
        let usual = unsafe pointer.load(as: UInt.self)
        original.store(usual, ordering: .relaxed)
        mark.store(UInt(bitPattern: isExchanged), ordering: .relaxed)
        number.store(0, ordering: .relaxed)
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        unsafe pointer.storeBytes(of: unsafeBitCast(hook, to: UInt.self), as: UInt.self)
        defer { unsafe pointer.storeBytes(of: usual, as: UInt.self) }
        try body()
        return number.load(ordering: .relaxed)
    }

    private static let hook: Allocate = { type, size, alignment in
        // The runtime has set the mark. While it is set, every retain uses another path, which fails for short strings.
        unsafe UnsafeMutableRawPointer(bitPattern: mark.load(ordering: .relaxed))?.storeBytes(of: false, as: Bool.self)
        if UInt(pthread_self()) == thread.load(ordering: .relaxed) { number.add(1, ordering: .relaxed) }
        let allocate = unsafe unsafeBitCast(original.load(ordering: .relaxed), to: Allocate.self)
        return unsafe allocate(type, size, alignment)
    }
}
#endif
