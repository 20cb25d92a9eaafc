// The interceptors of Decoration.md that await. The tests of this folder use them too.

import Armory

/// Makes an instance again after an error that may pass.
struct Retry: AwaitingInterceptor {
    let attempts: Int
    let pause: Duration
    var clock: any Clock<Duration> = ContinuousClock()
    let isTemporary: @Sendable (ResolutionError) -> Bool

    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
        var (left, pause) = (attempts, pause)
        while true {
            do {
                return try await making.proceed()
            } catch {
                guard left > 1, isTemporary(error) else { throw error }
                try await clock.sleep(for: pause)  // throws once no task waits for the instance
                left -= 1
                pause *= 2
            }
        }
    }
}

/// Cancels a making that takes too long.
struct Deadline: AwaitingInterceptor {
    struct Passed: Error, Equatable {
        let key: String
        let limit: Duration
    }

    let limit: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
        try await withThrowingTaskGroup(of: InterceptedInstance.self) { group in
            group.addTask { try await making.proceed() }
            group.addTask {
                try await clock.sleep(for: limit)
                throw Passed(key: making.key, limit: limit)
            }
            // The other task is cancelled and awaited.
            defer { group.cancelAll() }
            for try await instance in group { return instance }
            throw CancellationError()
        }
    }
}
