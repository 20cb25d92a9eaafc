// What a cell of a shared instance links to; Cell/WeakCell.swift reads it.

internal import CCore

/// A weak reference to the instance of a cell.
struct WeakInstance {
    weak var object: AnyObject?
}

extension Slot {
    /// Releases the weak reference of a cell that nobody uses any more, or that is to be made anew.
    func releaseWeakInstance() {
        guard unsafe pointee.kind == UInt8(ccore_weak), let reference = unsafe weakInstance else { return }
        unsafe ccore_set_link(self, nil)
        unsafe reference.deinitialize(count: 1)
        unsafe reference.deallocate()
    }

    /// The weak reference of a ready cell, in memory that is not an object: an object would be retained to be read.
    var weakInstance: UnsafeMutablePointer<WeakInstance>? {
        unsafe pointee.link?.assumingMemoryBound(to: WeakInstance.self)
    }
}
