extension Container {
    /// Resolves a registration's key.
    ///
    /// If the key is not registered, adds the registration first.
    ///
    /// Many threads may call it at the same time; only one registration is added. A frozen container adds it, too.
    ///
    /// - Throws: ``ResolutionError``.
    package func getOrMake<R: Registration>(
        _ registration: R
    ) throws(ResolutionError) -> R.Instance {
        // The libraries with another API share what their originals share.
        let binding = registration.definition.noted(.isSendable).binding
        let hash = binding.key.tableHash
        let request = Request(R.Instance.self)
        while true {
            // Finding an existing registration needs no lock.
            var pin = Pin()
            if case .slot(let address) = unsafe find(binding.key, hash: hash, &pin),
                unsafe Slot(address).state != SlotState.absent
            {
                return try unsafe take(Slot(address), R.Instance.self, request, pin)
            }
            if let found = try unsafe findInFamily(binding.key, pin) {
                return try unsafe take(found, R.Instance.self, request)
            }
            unsafe try changeLayered(own: binding) { record, old, hash throws(ResolutionError) in
                if let old = unsafe old, unsafe old.state != SlotState.absent { return [] }
                return try unsafe add(record, hash: hash, over: old)
            }
        }
    }
}
