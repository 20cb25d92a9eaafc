// The memory of a context, and the link to its handle for the tasks of a body. It goes when the handle and those tasks have let it go; the
// instances in it end with the handle.
//
//     handle --> memory: link | context | slots | instances <-- reference <-- task-local
//       ^                 |
//       +-----------------+     until the body has ended

internal import CCore

/// The link from a context's memory to its handle: guarded by the context's lock.
struct HandleLink {
    /// The handle, while the body of a scope runs.
    var handle: Container?
    /// Whether the body and its scope have ended.
    var isOver = true
    /// The address of the context whose scope the handle is.
    var outer: UInt = 0
    /// The memory of the scope of the body around.
    var around: ContextMemory?
}

/// The memory of a context.
///
/// Of words, although instances may need an alignment of two: memory with that alignment takes longer to allocate.
@safe
final class ContextMemory: ManagedBuffer<HandleLink, UInt64> {
    /// Memory with a context that has nothing yet.
    ///
    /// - Parameters:
    ///   - layout: The layout of a scope; nil for a container, whose layout has the slots.
    ///   - outer: The context around a scope.
    static func allocateContext(for layout: Layout? = nil, in outer: Context? = nil) -> ContextMemory {
        let depth = UInt32(truncatingIfNeeded: layout?.depth ?? 0)
        let count = layout?.prototypes?.count ?? 0
        let size = ccore_context_size(depth, count) &+ (layout?.instanceSize ?? 0)
        // One word to round up the size, and one for the alignment.
        let buffer = ContextMemory.create(minimumCapacity: size / MemoryLayout<UInt64>.size &+ 2) { _ in HandleLink() }
        let memory = unsafe unsafeDowncast(buffer, to: ContextMemory.self)
        unsafe ccore_begin_context(memory.context, outer, depth, layout?.prototypes?.first, count)
        return memory
    }

    /// The context.
    var context: Context {
        unsafe withUnsafeMutablePointerToElements { place in
            unsafe UnsafeMutableRawPointer(place).alignedUp(toMultipleOf: 16).assumingMemoryBound(
                to: ccore_context.self)
        }
    }

    /// Runs `body` with the link; the context's lock is held, or the caller alone has the memory.
    @inline(__always)
    func withHandleLinkWithoutLocking<R>(_ body: (inout HandleLink) -> R) -> R {
        // Not by the property: an access to it is looked at when it runs.
        unsafe withUnsafeMutablePointerToHeader { unsafe body(&$0.pointee) }
    }

    /// Runs `body`, which calls no user code, with the link; the context's lock is held meanwhile.
    func withLock<R>(_ body: (inout HandleLink) -> R) -> R {
        unsafe context.locked { withHandleLinkWithoutLocking(body) }
    }

    deinit { unsafe ccore_end_context(context) }
}
