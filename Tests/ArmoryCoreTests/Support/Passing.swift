import ArmoryTestSupport

/// Waits, without holding a thread, until the latch is open.
func pass(_ latch: Latch) async {
    while !latch.wait(seconds: 0) { await Task.yield() }
}
