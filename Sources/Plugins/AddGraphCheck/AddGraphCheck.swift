import PackagePlugin
@main struct AddGraphCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {}
}
