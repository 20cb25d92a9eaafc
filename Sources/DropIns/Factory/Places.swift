// The places in a registry: finding, releasing, saving and restoring them.
//
//     container:        name ---> FactoryEntry: options, instance        name, parameter ---> Place: instance
//     singleton scope:  type of the container, name ---> Place: instance     ..., parameter ---> Place: instance

internal import ArmoryCore
internal import ArmoryRegistry

// MARK: Finding

extension Registry {
    /// The cell of a place; nil: the place was removed meanwhile.
    ///
    /// - Parameters:
    ///   - scope: Nil: a singleton scope has the place.
    ///   - base: The place without a parameter, if this one has one.
    func cell(
        of place: Place, _ scope: Scope?, timeToLive: UInt64?, base: Place?
    ) -> StandaloneCell? {
        var gone: StandaloneCell?
        defer { withExtendedLifetime(gone) {} }
        return locked {
            guard place.isListed else { return nil }
            gone = place.begin(scope, timeToLive)
            base?.hasParameters = true
            return place.currentCell()
        }
    }

    /// The place of a singleton, which is added if there is none.
    func place(of key: EntryKey, at location: CodeLocation?) -> Place {
        unsafe unsafeDowncast(ownEntry(key) ?? add(Place(key, at: location)), to: Place.self)
    }

    /// The place for a parameter of a factory.
    ///
    /// Runs the `==` of the parameter's type, with no lock held.
    func place(of parameter: AnyHashable, beside base: Place) -> Place {
        let key = base.key.with(Qualifier(Parameter(value: parameter)))
        let found = ownEntry(key) ?? add(Place(key, at: base.location, family: base.family))
        return unsafe unsafeDowncast(found, to: Place.self)
    }
}

/// The parameter of a factory, in a key.
private struct Parameter: Hashable, @unchecked Sendable {  // The user shares it among threads.
    let value: AnyHashable
}

// MARK: Releasing

/// Instances and options that were removed under a registry's lock, and are released when the lock is free.
struct Leaving {
    /// The first of each, without an array: mostly, there is no other.
    private var place: Place?
    private var cell: StandaloneCell?
    private var options: SharedOptions?
    private var others: [(place: Place, cell: StandaloneCell)] = []
    private var otherOptions: [SharedOptions] = []
    var held: [AnyObject] = []

    mutating func add(_ cell: StandaloneCell?, of place: Place) {
        guard let cell else { return }
        guard self.cell != nil else { return (self.place, self.cell) = (place, cell) }
        others.append((place, cell))
    }

    mutating func add(_ old: SharedOptions) {
        guard options != nil else { return options = old }
        otherOptions.append(old)
    }

    fileprivate func report(to events: EntryEvents) {
        if let place, let cell, cell.hasInstance { events.closed(place.reported(in: cell)) }
        for (place, cell) in others where cell.hasInstance { events.closed(place.reported(in: cell)) }
    }
}

extension Registry {
    /// Changes many places at once, and releases the removed instances when the lock is free.
    ///
    /// - Parameter body: Returns the places to remove and to add. Runs under the lock.
    func changePlaces(_ body: ([Place], inout Leaving) -> (removed: [Place], added: [Place])) {
        var leaving = Leaving()
        changeAll { entries in
            // A registry of this library has no other entries.
            let places = entries.map { unsafe unsafeDowncast($0, to: Place.self) }
            let (removed, added) = body(places, &leaving)
            for place in removed { leaving.add(place.empty(), of: place) }
            return (removed, added)
        }
        release(leaving)
    }

    /// Releases the removed instances, and reports them; the lock is free.
    func release(_ leaving: Leaving) {
        if let events { leaving.report(to: events) }
        withExtendedLifetime(leaving) {}
    }

    /// Releases the instances for which the closure returns true, except those of running graphs.
    ///
    /// - Parameter also: Runs under the same lock.
    func letGo(where isForgotten: (Place, inout Leaving) -> Bool, also: () -> Void = {}) {
        changePlaces { places, leaving in
            also()
            return (places.filter { isForgotten($0, &leaving) && $0.letGo(&leaving) }, [])
        }
    }

    /// Releases the instances for which the closure returns true, except those of running graphs.
    func letGo(where isForgotten: (Place) -> Bool) { letGo { place, _ in isForgotten(place) } }

    /// Releases the instances for a factory's parameters for which the closure returns true.
    ///
    /// - Parameter evenIfMade: Whether existing instances are released, too; if not, those that are being created are not kept.
    func letGoParameters(
        of base: Place, evenIfMade: Bool = true, where isForgotten: (Place) -> Bool = { _ in true }
    ) {
        changePlaces { places, leaving in
            let ofParameters = places.filter { $0.family === base.family && $0.isOfParameter }
            let removed = ofParameters.filter { (evenIfMade || !$0.mayHaveInstance) && isForgotten($0) }
            base.hasParameters = removed.count < ofParameters.count
            return (removed, [])
        }
    }
}

extension Place {
    /// Removes the instance.
    ///
    /// - Returns: Whether the place itself has to be removed.
    fileprivate func letGo(_ leaving: inout Leaving) -> Bool {
        // A running graph has its instances by the cell.
        guard scope?.lifetime != .graph else { return isOfParameter && isUnused(&leaving.held) }
        if !isOfParameter { leaving.add(empty(), of: self) }
        return isOfParameter
    }
}

extension FactoryEntry {
    /// Changes the options, so that the container does not keep the instances of running resolves; the registry is locked.
    ///
    /// - Parameter isOwn: Whether the factory itself is changed: then a singleton scope does not keep them either.
    func renew(_ leaving: inout Leaving, isOwn: Bool = false, _ body: (inout Options) -> Void) {
        leaving.add(change(body))
        renewals += 1
        if isOwn { ownRenewals += 1 }
    }
}

// MARK: Saving

/// The state of a place at one moment.
struct SavedPlace {
    let place: Place
    /// Nil: it is not the place of a factory.
    let options: SharedOptions?
    let scope: Scope?
    let lastUse: UInt64
    let hasParameters: Bool
    /// The cell with the instance; nil: there was none.
    private(set) var cell: StandaloneCell?

    /// The registry is locked.
    fileprivate init(_ place: Place) {
        self.place = place
        options = (place as? FactoryEntry)?.options
        scope = place.scope
        lastUse = place.lastUse
        hasParameters = place.hasParameters
        // Without an instance that is being created: the place does not know its time yet.
        cell = place.isMade ? place.knownCell : nil
    }

    /// Returns a copy with a cell only if the cell has an instance, and no resolve can replace it there; no lock is held.
    fileprivate func settled() -> SavedPlace? {
        var settled = self
        settled.cell = cell.flatMap { cell in
            func copy<T>(_ type: T.Type) -> StandaloneCell? {
                // One that is held weakly may be made anew in its cell when it is gone.
                cell.existingInstance(type).map {
                    StandaloneCell(holding: $0, .shared, shownAs: place.shownKey, at: place.location)
                }
            }
            switch cell.lifetime {
            case .transient, .graph: return nil
            case .singleton, .scoped, .custom: return cell.hasInstance ? cell : nil
            case .shared: return copy(cell.type)
            }
        }
        return settled.cell == nil && place.isOfParameter ? nil : settled
    }
}

extension Registry {
    /// The places, with the instances that exist.
    ///
    /// - Parameter also: Runs under the same lock.
    func savedPlaces(_ also: () -> Void = {}) -> [SavedPlace] {
        var saved: [SavedPlace] = []
        changePlaces { places, _ in
            saved = places.map { SavedPlace($0) }
            also()
            return ([], [])
        }
        return saved.compactMap { $0.settled() }
    }

    /// Adds copies of the places of another registry, with their instances.
    func add(copiesOf saved: [SavedPlace]) {
        changePlaces { _, leaving in
            let copies = saved.map { saved in
                let copy = Place(saved.place.key, at: saved.place.location, family: saved.place.family)
                copy.hasParameters = saved.hasParameters
                leaving.add(copy.restore(saved.cell, saved.scope, lastUse: saved.lastUse), of: copy)
                return copy
            }
            return ([], copies)
        }
    }
}
