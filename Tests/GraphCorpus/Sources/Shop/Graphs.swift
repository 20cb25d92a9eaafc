package import Armory
package import ArmoryCheck

extension CheckedGraph {
    /// A graph whose build has to fail, at the lines that comments mark.
    package init(
        broken name: String, environment: [String: String] = [:],
        configuration: Container.Configuration = Container.Configuration(), fileID: StaticString = #fileID,
        line: Int = #line,
        @ModuleBuilder _ contents: @escaping @Sendable () -> [any ModuleElement]
    ) {
        self.init(
            name, environment: environment, configuration: configuration, fileID: fileID, line: line
        ) { Module { contents() } }
    }

    /// A graph that looks broken, and whose build has to succeed.
    package init(
        sound name: String, environment: [String: String] = [:],
        configuration: Container.Configuration = Container.Configuration(), fileID: StaticString = #fileID,
        line: Int = #line,
        @ModuleBuilder _ contents: @escaping @Sendable () -> [any ModuleElement]
    ) {
        self.init(
            name, environment: environment, configuration: configuration, fileID: fileID, line: line
        ) { Module { contents() } }
    }
}
