// The C functions of the fast path reach into memory that belongs to Swift types: the offsets on both sides are the same.

import Armory
import ArmoryTestSupport
import CLookup
import XCTest

final class LookupLayoutTests: LeakCheckedTestCase {
    func testP4_TheOffsetsOfAThreadsRecordAndContext() {
        let context = unsafe ThreadContext.current
        let address = UnsafeRawPointer(context)
        func word(_ offset: Int) -> UInt { unsafe address.load(fromByteOffset: offset, as: UInt.self) }

        XCTAssertEqual(word(-clookup_record_size), 0)
        unsafe context.pin()
        XCTAssertEqual(word(-clookup_record_size), 1)
        unsafe clookup_unpin(context)
        XCTAssertEqual(word(-clookup_record_size), 0)

        unsafe XCTAssertEqual(word(clookup_path_top_offset - clookup_record_size), context.pathPosition)
        unsafe XCTAssertEqual(word(clookup_path_base_offset - clookup_record_size), context.pathBase)
        unsafe XCTAssertEqual(word(clookup_path_end_offset), context.pointee.pathEnd)
        unsafe XCTAssertEqual(word(clookup_stack_limit_offset), context.pointee.stackLimit)
        unsafe XCTAssertEqual(word(clookup_outermost_top_offset), context.pointee.outermostTop)
        unsafe XCTAssertEqual(context.pointee.outermostTop, context.pathBase)
        XCTAssertEqual(UInt(clookup_path_stride), HazardList.stride)
        // `clookup_enter` puts as many slots beyond the end as there are marks.
        unsafe XCTAssertGreaterThan(ThreadContext.pathSlack, 64)
        // Values that no other field has.
        let (marks, count) = unsafe (context.pointee.pathMarks, context.pointee.graph.count)
        unsafe (context.pointee.pathMarks, context.pointee.graph.count) = (0x5EED, 0xBEAD)
        XCTAssertEqual(word(0), 0x5EED)
        XCTAssertEqual(word(clookup_graph_count_offset), 0xBEAD)
        unsafe (context.pointee.thrownError, context.pointee.thrownMarks) = (0xFA11, 0x3A4C)
        XCTAssertEqual(word(clookup_error_offset), 0xFA11)
        XCTAssertEqual(word(clookup_error_marks_offset), 0x3A4C)
        unsafe (context.pointee.pathMarks, context.pointee.graph.count) = (marks, count)
    }

    func testP4_TheOffsetsOfATableAndItsSlots() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 16)
        defer { unsafe memory.deallocate() }
        for (offset, word) in [(0, SlotState.graph), (8, 0), (clookup_number_offset, 0xC0DE)] {
            unsafe memory.storeBytes(of: word, toByteOffset: offset, as: UInt.self)
        }
        let slot = unsafe Slot(memory)
        unsafe XCTAssertEqual(slot.state, SlotState.graph)
        unsafe XCTAssertEqual(slot.number, 0xC0DE)

        let table = unsafe RegistrationTable.allocate(capacity: 64)
        defer { unsafe table.deallocate() }
        // No more than may have one place, where all hashes collide.
        let keys = (1...16).map { UInt($0 * 16) }
        func hash(_ key: UInt) -> UInt { KeyHash.hash(unsafe unsafeBitCast(key, to: ObjectIdentifier.self)) }
        for key in keys { unsafe XCTAssertTrue(table.insert(key: key, hash: hash(key), slot: memory)) }
        for key in keys {
            unsafe XCTAssertEqual(clookup_search_from_swift(table.address, key), slot.identifier)
            unsafe XCTAssertEqual(clookup_slot(table.address, key), slot.identifier)
        }
        unsafe XCTAssertEqual(clookup_search_from_swift(table.address, 8), 0)
        unsafe XCTAssertEqual(clookup_slot(table.address, 8), 0)
    }

    func testP4_TheTableOfAContainerIsFoundInC() throws {
        let container = Container()
        try container.register(Singleton { 42 })
        _ = try container.resolve(Int.self)
        try skipWithoutFastPointer()
        let found = unsafe find(Int.self, in: container)
        unsafe XCTAssertEqual(found.state, SlotState.ready)
        unsafe XCTAssertEqual(Slot(found.slot).instance(as: Int.self).pointee, 42)
        let context = unsafe ThreadContext.current
        unsafe XCTAssertEqual(found.context, UnsafeMutableRawPointer(context))
        unsafe clookup_unpin(found.context)
        unsafe XCTAssertEqual(find(String.self, in: container).state, UInt(clookup_missing))
        unsafe clookup_unpin(context)
    }

    func testP4_TheOffsetsOfTheAncestorsAndOfTheRememberedSlots() throws {
        let base = try Container { Singleton { 42 } }
        let child = Container(parents: [base])
        let derived = try base.overriding {}
        func address(_ object: AnyObject) -> UnsafeRawPointer {
            unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        }
        func word(_ offset: Int, of object: UnsafeRawPointer) -> UInt {
            unsafe object.load(fromByteOffset: offset, as: UInt.self)
        }
        func pointer(_ offset: Int, of object: UnsafeRawPointer) throws -> UnsafeRawPointer {
            try unsafe XCTUnwrap(UnsafeRawPointer(bitPattern: word(offset, of: object)))
        }

        let traits = try unsafe pointer(clookup_traits_offset, of: address(child))
        unsafe XCTAssertEqual(word(clookup_known_offset, of: traits), 0)
        unsafe XCTAssertEqual(word(clookup_searched_count_offset, of: traits), 1)
        let first = try unsafe pointer(clookup_ancestors_offset, of: traits)
        unsafe XCTAssertEqual(word(0, of: first), UInt(bitPattern: address(base)))

        let derivedTraits = try unsafe pointer(clookup_traits_offset, of: address(derived))
        unsafe XCTAssertEqual(word(clookup_searched_count_offset, of: derivedTraits), 0)
        let known = try unsafe pointer(clookup_known_offset, of: derivedTraits)
        unsafe XCTAssertEqual(word(clookup_known_table_offset, of: known), RegistrationTable.emptyAddress)
        unsafe XCTAssertEqual(word(clookup_control_count_offset, of: known), 2)
        XCTAssertEqual(try derived.resolve(Int.self), 42)
        let table = try unsafe pointer(clookup_known_table_offset, of: known)
        let stamp = unsafe clookup_stamp(known)
        unsafe XCTAssertEqual(word(clookup_stamp_offset, of: table), stamp)
        // Each change of the base raises its version by one.
        try base.replace(Singleton { 43 })
        unsafe XCTAssertEqual(clookup_stamp(known), stamp + 1)

        unsafe XCTAssertEqual(word(clookup_plan_offset, of: address(child)), 0)
        try base.withScope(.request) { scope in
            unsafe XCTAssertNotEqual(word(clookup_plan_offset, of: address(scope)), 0)
        }
        func flags(_ container: Container) throws -> UInt {
            try unsafe word(clookup_flags_offset, of: pointer(clookup_root_offset, of: address(container)))
        }
        XCTAssertEqual(try flags(base) & UInt(clookup_closed_flag), 0)
        derived.close()
        XCTAssertEqual(try flags(derived) & UInt(clookup_closed_flag), 1)
    }

    private func skipWithoutFastPointer() throws {
        // A thread has it from its first lookup on.
        _ = unsafe ThreadContext.current
        guard unsafe Platform.threadPointer != nil else { throw XCTSkip("this system has no fast pointer") }
    }

    private func find<T>(_ type: T.Type, in container: Container) -> clookup_found {
        unsafe clookup_find(
            Unmanaged.passUnretained(container).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)))
    }

    func testP4_TheFactoryOfARecordWithArgumentsIsCalledInC() throws {
        try skipWithoutFastPointer()
        struct Failure: Error {}
        let container = Container()
        try container.register(
            Transient(arguments: String.self, Int.self) { (_, text, count) -> [String] in
                if count < 0 { throw Failure() }
                return Array(repeating: text, count: count)
            })
        let owner = unsafe Unmanaged.passUnretained(container).toOpaque()
        let found = unsafe find([String].self, in: container)
        unsafe XCTAssertEqual(found.state, SlotState.arguments)
        func word(_ type: any Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
        // Several arguments are identified as they are passed: `ArgumentBinding`.
        unsafe XCTAssertTrue(clookup_takes(found.slot, word((String, Int, Void).self)))
        unsafe XCTAssertFalse(clookup_takes(found.slot, word((String, Int).self)))
        unsafe XCTAssertFalse(clookup_takes(found.slot, word((Int, String, Void).self)))
        unsafe XCTAssertFalse(clookup_takes(found.slot, 0))

        let context = unsafe ThreadContext.current
        // Several arguments are passed as `ArgumentBinding` says.
        func make(_ arguments: (String, Int, ()), in room: UnsafeMutableRawPointer) -> UInt {
            let entry = unsafe clookup_enter(context, found.slot)
            XCTAssertNotEqual(entry.top, 0)
            return unsafe withUnsafePointer(to: arguments) {
                unsafe clookup_make_from(context, found.slot, entry.marks, room, owner, $0)
            }
        }
        var room: [String] = []
        unsafe withUnsafeMutablePointer(to: &room) { room in
            unsafe room.deinitialize(count: 1)
            unsafe XCTAssertEqual(make(("a word of more than fifteen bytes", 2, ()), in: room), UInt(clookup_made))
        }
        XCTAssertEqual(room, Array(repeating: "a word of more than fifteen bytes", count: 2))
        unsafe XCTAssertTrue(context.isOutermost)

        unsafe withUnsafeMutablePointer(to: &room) { room in
            unsafe XCTAssertEqual(make(("", -1, ()), in: room), UInt(clookup_threw))
        }
        XCTAssertEqual(room.count, 2)
        let thrown = try unsafe XCTUnwrap(UnsafeRawPointer(bitPattern: context.pointee.thrownError))
        unsafe Unmanaged<AnyObject>.fromOpaque(thrown).release()
        unsafe context.leave(context.innermostEntry(context.pointee.thrownMarks))
        unsafe XCTAssertTrue(context.isOutermost)
    }

    func testP4_TheFactoryOfARecordIsCalledInC() throws {
        try skipWithoutFastPointer()
        struct Failure: Error {}
        let container = Container()
        try container.register(Transient { ["made", "by the factory"] })
        try container.register(Transient { () throws -> Double in throw Failure() })
        let owner = unsafe Unmanaged.passUnretained(container).toOpaque()

        var room: [String] = []
        var found = unsafe find([String].self, in: container)
        unsafe clookup_unpin(found.context)
        unsafe withUnsafeMutablePointer(to: &room) { room in
            unsafe room.deinitialize(count: 1)
            unsafe XCTAssertNil(clookup_call(found.slot, room, owner))
        }
        XCTAssertEqual(room, ["made", "by the factory"])

        var number = 1.5
        unsafe found = unsafe find(Double.self, in: container)
        unsafe clookup_unpin(found.context)
        let thrown = try unsafe XCTUnwrap(clookup_call(found.slot, &number, owner))
        let error = unsafe Unmanaged<AnyObject>.fromOpaque(thrown)
        XCTAssertEqual(number, 1.5)
        unsafe error.release()
    }

    func testP4_AnErrorThatWentThroughCIsReleasedWithTheErrorThatDescribesIt() throws {
        final class Failure: Error {}
        let container = Container()
        try container.register(Transient { () throws -> Int in throw Failure() })
        try container.register(Graph { () throws -> Double in throw Failure() })
        try container.register(Singleton { () throws -> String in throw Failure() })
        try container.register(Transient { Volume.Name(text: try $0(String.self)) })

        func check<T>(_ type: T.Type) {
            weak var failure: Failure?
            XCTAssertThrowsError(try container.resolve(type)) { error in
                failure = (error as? ResolutionError)?.underlying as? Failure
                XCTAssertNotNil(failure, "\(type)")
            }
            XCTAssertNil(failure, "\(type)")
            assertThreadIsIdle()
        }
        // Twice: a singleton's first factory of a thread takes another way.
        for _ in 0..<2 {
            check(Int.self)
            check(Double.self)
            check(String.self)
            check(Volume.Name.self)
        }
    }

    func testP4_ASharedInstanceIsTakenInCWithAllWordsOfItsValue() throws {
        try skipWithoutFastPointer()
        try checkShared(Volume.self, { $0 }) { $0.title }
        try checkShared(Volume?.self, { $0 }) { $0?.title }
        try checkShared((any AnyObject & Sendable).self, { $0 }) { ($0 as? Volume)?.title }
        try checkShared((any Listed).self, { $0 }) { $0.title }
        try checkShared((any Listed & Named).self, { $0 }) { $0.title + $0.name }
        try checkShared((any Open).self, { $0 }) { $0.subtitle }
        try checkShared((any Open & Listed & Named & Read).self, { $0 }) { $0.subtitle + $0.title + $0.name + $0.text }
    }

    /// Registers a shared value that refers to a new object, and takes it in C.
    ///
    /// - Parameter read: Uses each witness table of the value.
    private func checkShared<T: Sendable>(
        _ type: T.Type, _ value: @escaping @Sendable (Volume) -> T, _ read: (T) -> String?
    ) throws {
        let container = Container()
        try container.register(Shared(type) { value(Volume()) })
        let kept = try container.resolve(type)
        let room = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { unsafe room.deallocate() }
        let found = unsafe find(type, in: container)
        unsafe XCTAssertEqual(found.state, SlotState.weak)
        let taken = unsafe UnsafeMutableRawPointer(room).withMemoryRebound(to: UInt.self, capacity: 1) {
            unsafe clookup_take_shared(found.context, found.slot, $0)
        }
        XCTAssertTrue(taken)
        unsafe XCTAssertTrue(room.pointee as AnyObject === kept as AnyObject, "\(type)")
        unsafe XCTAssertEqual(read(room.pointee), read(kept), "\(type)")
        unsafe room.deinitialize(count: 1)
        assertThreadIsIdle()
    }

    func testP4_WhatIsKnownOfATypeAsAValueIsWhatTheCompilerKnows() {
        check(Int8.self, 1)
        check(Int.self, 2)
        check(Bool?.self, nil)
        check(String.self, "three")
        check([Int].self, [1, 2])
        check((Int, Int8).self, (4, 5))
        check(Void.self, ())
        check(SIMD8<Double>.self, SIMD8(repeating: 6))
        check(Volume.self, Volume())
        check((any Listed).self, Volume())
        check((any Open).self, Volume())
        check((any Open)?.self, Volume())
    }

    private func check<T>(_ type: T.Type, _ value: T) {
        let known = unsafe InstanceType(type)
        unsafe XCTAssertEqual(known.size, MemoryLayout<T>.size, "\(type)")
        unsafe XCTAssertEqual(known.alignment, MemoryLayout<T>.alignment, "\(type)")
        unsafe XCTAssertEqual(known.isClass, type is AnyClass, "\(type)")
        let original = UnsafeMutablePointer<T>.allocate(capacity: 1)
        let room = UnsafeMutablePointer<T>.allocate(capacity: 1)
        unsafe original.initialize(to: value)
        unsafe known.copy(original, to: room)
        // Each has a reference of its own.
        unsafe original.deinitialize(count: 1)
        unsafe XCTAssertEqual("\(room.pointee)", "\(value)")
        unsafe room.deinitialize(count: 1)
        unsafe original.deallocate()
        unsafe room.deallocate()
    }

    func testP4_AnErrorAndARequestHaveTheLayoutThatCReads() {
        XCTAssertEqual(MemoryLayout<ResolutionError>.size, 8)
        XCTAssertEqual(MemoryLayout<ResolutionError?>.size, 8)
        // `clookup_request` has one word for each property. Lookups with arguments read them: ArgumentTests.
        XCTAssertEqual(MemoryLayout<Request>.size, 40)
        XCTAssertEqual(MemoryLayout<Request>.offset(of: \.argumentType), 16)
        unsafe XCTAssertEqual(MemoryLayout<Request>.offset(of: \.arguments), 32)
    }

    func testP4_WhatIsNoSlotHasNoStateOfASlot() {
        XCTAssertEqual(UInt(clookup_ready), SlotState.ready)
        XCTAssertEqual(UInt(clookup_transient), SlotState.transient)
        XCTAssertEqual(UInt(clookup_arguments), SlotState.arguments)
        XCTAssertEqual(UInt(clookup_graph), SlotState.graph)
        XCTAssertEqual(UInt(clookup_absent), SlotState.absent)
        for state in [clookup_missing, clookup_made, clookup_threw].map({ UInt($0) }) {
            XCTAssertGreaterThan(state, SlotState.reported)
            XCTAssertFalse(SlotState.isBuild(state))
        }
    }
}

private protocol Listed: AnyObject, Sendable { var title: String { get } }
private protocol Named: AnyObject { var name: String { get } }
private protocol Open: Sendable { var subtitle: String { get } }
private protocol Read { var text: String { get } }
private final class Volume: Listed, Named, Open, Read {
    struct Name { let text: String }
    let title = "Ends"
    let name = "volume"
    let subtitle = "and beginnings"
    let text = "Once"
}
