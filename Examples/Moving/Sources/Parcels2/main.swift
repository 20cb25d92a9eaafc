if CommandLine.arguments.contains("graph") {
    try printGraph()
} else {
    Day().run()
}
