// Reloading the configuration of a container.

#if Configuration
public import Armory
internal import Configuration

extension Container {
    /// Reads the configuration again, and puts the settings that have changed in place, with the objects that are
    /// created from them.
    ///
    /// All reloadable settings are read from one snapshot. If any key is bad, or an object cannot be created, nothing
    /// changes, and this method throws. Otherwise every `Live` has its new version when this method returns, the change
    /// hooks have run, and replaced objects without users are closed.
    ///
    /// Calls are executed one after the other. Without reloadable settings, this method does nothing.
    ///
    /// - Throws: `ConfigurationFaults` with all bad keys; the error of a factory; an error if a factory, a change hook
    ///   or a closing of a reload calls it; `ResolutionError` with the code `closed`.
    public func reloadConfiguration() async throws {
        try await resolve(LiveConfiguration?.self)?.reload()
    }

    /// Reloads the configuration whenever a provider reports a change.
    ///
    /// ```swift
    /// let watch = Task { try await container.watchConfiguration { logger.error("\($0)") } }
    /// ```
    ///
    /// It returns when the task is cancelled, or at the first change after the container has been closed.
    ///
    /// A provider that follows a file, such as `ReloadingFileProvider`, is also a service to run.
    ///
    /// - Parameter onFailure: Receives the error of a reload. The settings stay as they are, and watching continues.
    /// - Throws: The error of a provider that cannot be watched; `ResolutionError` if no `ConfigReader` is registered.
    public func watchConfiguration(onFailure: @Sendable (any Error) -> Void) async throws {
        try await resolve(ConfigReader.self).watchSnapshot { snapshots in
            // The reload takes its own snapshot, in its turn: this one may be older than that of another reload.
            for await _ in snapshots {
                do {
                    try await reloadConfiguration()
                } catch {
                    if isClosed || Task.isCancelled { return }
                    onFailure(error)
                }
            }
        }
    }
}
#endif
