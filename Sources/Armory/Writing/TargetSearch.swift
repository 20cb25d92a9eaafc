/// Finds the slots of several records' keys, for a change of all of them.
struct TargetSearch {
    /// The layers that the records have; nil: there are none, or the records were not created yet.
    private var layers: (any LayerSet)?
    private var records: [Binding]?
    private var mustStartOver = false
    private var searches: [KeySearch] = []

    /// Compares the records' keys with those of the table, as far as that was not done before.
    ///
    /// Runs user code: requires that the thread holds no lock and is not pinned.
    ///
    /// - Parameter makeRecords: Returns the records, from the container's layers; runs again when those have changed.
    mutating func compare(in container: Container, _ makeRecords: (_ layers: (any LayerSet)?) -> [Binding]) {
        let current = container.currentLayers
        if records == nil || mustStartOver || layers !== current {
            mustStartOver = false
            layers = current
            let new = makeRecords(current)
            records = new
            searches = new.map { KeySearch($0.key) }
        }
        for index in searches.indices { searches[index].compare(in: container) }
    }

    /// Makes the next `compare` create the records again.
    ///
    /// Requires the control block's lock, so it does not release the records.
    mutating func startOver() { mustStartOver = true }

    /// The records with the table's slots for their keys; nil: the layers have changed, or a key was not compared with
    /// all keys in its chain.
    ///
    /// Requires the control block's lock, and that the container is open.
    func lookUp(in container: Container) -> [Container.Target]? {
        guard let records, container.control.layers === layers else { return nil }
        var targets: [Container.Target] = []
        for (record, search) in zip(records, searches) {
            guard let result = search.lookUp(in: container) else { return nil }
            targets.append(Container.Target(record: record, hash: search.hash, slot: result.slot))
        }
        return targets
    }
}
