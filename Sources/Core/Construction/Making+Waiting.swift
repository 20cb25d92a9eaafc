// Apart from the making: who makes an instance further in has these frames on its stack too.

internal import CCore

extension Making {
    /// Waits for another maker of the cell; nil: it has ended, and the asker looks again.
    @inline(never)
    func wait(until deadline: UInt64) throws(ResolutionError) -> T? {
        let told = unsafe slot.toldWait(by: thread.records)
        me.sleptFor = nil
        defer { if let told, let maker = me.sleptFor { told.end(maker: maker) } }
        do throws(WaitFault) {
            return try unsafe WaitForGraph.shared.wait(for: slot, as: T.self, by: me, until: deadline)
        } catch {
            throw unsafe thread.waited(error, at: slot)
        }
    }

    /// Gives a build up for which the path has no room.
    @inline(never)
    func failAtEndOfPath(_ build: Build) -> ResolutionError {
        let error = unsafe thread.endOfPath(at: slot)
        unsafe WaitForGraph.shared.fail(build, MakingFailure(error: error, position: thread.stepCount))
        return error
    }
}
