import Foundation
import Synchronization

@testable import CUDA

/// A driver for tests, whose device's memory is the process's, and whose kernels are code for this processor.
///
/// It records the calls, and defers a stream's work until somebody waits for it, as a device may. Uses of objects that
/// don't exist, accesses beside allocations, and calls without a context are recorded as violations. Thread-safe.
final class SimulatedDevice: CUDADriver {
    /// A kernel as code for this processor. The arguments are its argument, a column and a row.
    typealias Kernel = @Sendable (UInt64, UInt32, UInt32) -> Void

    struct State {
        /// The calls in order.
        var calls: [String] = []
        var violations: [String] = []
        /// The numbers of words that were filled.
        var fills: [Int] = []
        /// Results that calls return instead of being executed, by the index of the call.
        var failures: [Int: CUDAResult] = [:]
        /// The result of all further calls, after an error from which a device doesn't recover.
        var permanentFailure: CUDAResult?
        /// How often an event isn't reached yet.
        var polls = 0
        /// Kernels by their PTX.
        var kernels: [String: Kernel] = [:]
        var description = CUDADeviceDescription(
            name: "Simulated", byteCount: 1 << 30, capability: (7, 0), hasMemoryPools: true)
        /// Maximum size of all memory, in bytes.
        var memoryLimit = Int.max
        var version = 12_040
        /// The build of the driver, which loads only its own code.
        var build = 1
        var deviceCount = 1

        var nextHandle: UInt = 1
        var contexts: [UInt] = []
        var retained = 0
        var modules: [UInt: Kernel] = [:]
        var functions: [UInt: UInt] = [:]
        /// The legacy default stream always exists.
        var streams: [UInt: [Work]] = [0: []]
        var events: [UInt: UInt?] = [:]
        /// How often an event of an application's stream isn't reached yet.
        var lateness: [UInt: Int] = [0: 0]
        var streamContexts: [UInt: UInt] = [:]
        /// Arrays of applications.
        var arrays: [UInt: SimulatedArray] = [:]
        /// Memory of applications.
        var applicationMemory: Set<UInt64> = []
        /// Changes what the driver says about memory.
        var describeMemory: @Sendable (inout CUDAMemoryDescription) -> Void = { _ in }
        var polled = 0
        var memory: [UInt64: (byteCount: Int, stream: UInt?)] = [:]

        var allocated: Int { memory.values.reduce(0) { $0 + $1.byteCount } }

        var leftovers: [String] {
            [
                ("contexts", retained), ("current contexts", contexts.count), ("modules", modules.count),
                ("streams", streams.count - lateness.count), ("events", events.count),
                ("allocations", memory.count - applicationMemory.count),
            ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        }
    }

    /// Work in a stream.
    typealias Work = (inout State) -> Void

    private let state = Mutex(State())

    deinit {
        for address in state.withLock({ $0.applicationMemory }) {
            UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
        }
    }

    func configure<Result: Sendable>(_ change: (inout State) -> Result) -> Result { state.withLock { change(&$0) } }

    var calls: [String] { state.withLock { $0.calls } }
    var violations: [String] { state.withLock { $0.violations } }
    /// What exists after the work of all streams.
    var leftovers: [String] { leftovers(draining: true) }

    /// What exists now, or after the work of all streams.
    func leftovers(draining: Bool) -> [String] {
        state.withLock { state in
            if draining { for stream in state.streams.keys { Self.drain(stream, &state) } }
            return state.leftovers
        }
    }

    // MARK: Calls

    /// Records a call and executes it, unless it is to fail.
    func call<Result: Sendable>(
        _ name: String, needsContext: Bool = true, _ body: (inout State) -> Result
    ) throws(CUDAError) -> Result {
        let (result, failure): (Result?, CUDAResult?) = state.withLock { state in
            let index = state.calls.count
            state.calls.append(name)
            if needsContext && state.contexts.isEmpty { state.violations.append("\(name) without a context") }
            // Leaving a context works after the loss of the device too.
            let failure = state.failures[index] ?? (name == "pop" ? nil : state.permanentFailure)
            if let failure {
                if failure.isPermanent { state.permanentFailure = failure }
                return (nil, failure)
            }
            return (body(&state), nil)
        }
        guard let result else {
            throw .failed(call: name, result: failure ?? .unknown, message: "an error of the test")
        }
        return result
    }

    static func handle<Kind>(_ state: inout State) -> CUDAHandle<Kind> {
        state.nextHandle += 1
        return CUDAHandle(bits: state.nextHandle)
    }

    // MARK: Devices and contexts

    func version() throws(CUDAError) -> Int { try call("version", needsContext: false) { $0.version } }

    func deviceCount() throws(CUDAError) -> Int { try call("deviceCount", needsContext: false) { $0.deviceCount } }

    func describeDevice(_ index: Int) throws(CUDAError) -> CUDADeviceDescription {
        try call("describeDevice", needsContext: false) { $0.description }
    }

    func retainPrimaryContext(ofDevice index: Int) throws(CUDAError) -> CUDAContext {
        try call("retainPrimaryContext", needsContext: false) {
            $0.retained += 1
            return Self.handle(&$0)
        }
    }

    func releasePrimaryContext(ofDevice index: Int) throws(CUDAError) {
        try call("releasePrimaryContext", needsContext: false) { $0.retained -= 1 }
    }

    func push(_ context: CUDAContext) throws(CUDAError) {
        try call("push", needsContext: false) { $0.contexts.append(context.bits) }
    }

    func pop() throws(CUDAError) { try call("pop") { _ = $0.contexts.popLast() } }

    func currentDevice() throws(CUDAError) -> Int { try call("currentDevice") { _ in 0 } }

    // MARK: Memory

    func allocate(_ byteCount: Int, on stream: CUDAStream?) throws(CUDAError) -> UInt64 {
        let address: UInt64? = try call("allocate") { state in
            if byteCount <= 0 { state.violations.append("an allocation of \(byteCount) bytes") }
            if stream != nil, !state.description.hasMemoryPools { state.violations.append("the wrong allocator") }
            if state.allocated + byteCount > state.memoryLimit { return nil }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 256)
            // A device's memory has what was there before.
            memory.initializeMemory(as: UInt8.self, repeating: 0xa5, count: byteCount)
            let address = UInt64(UInt(bitPattern: memory))
            state.memory[address] = (byteCount, stream?.bits)
            return address
        }
        guard let address else { throw .failed(call: "allocate", result: .outOfMemory, message: "the limit") }
        return address
    }

    func free(_ address: UInt64, on stream: CUDAStream?) throws(CUDAError) {
        let release: Work = { state in
            guard let memory = state.memory.removeValue(forKey: address), memory.stream == stream?.bits else {
                state.violations.append("memory that doesn't exist is freed")
                return
            }
            UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
        }
        try call("free") { state in
            if let stream {
                Self.enqueue(release, stream, &state)
            } else {
                if state.lateness.values.contains(.max) { state.violations.append("a wait without end") }
                for stream in state.streams.keys { Self.drain(stream, &state) }
                release(&state)
            }
        }
    }

    func copy(_ copy: CUDACopy, on stream: CUDAStream) throws(CUDAError) {
        let (host, device) = (UInt(bitPattern: copy.host), copy.device)
        try call(copy.direction == .toDevice ? "copyToDevice" : "copyFromDevice") { state in
            if copy.width > min(copy.hostBytesPerRow, copy.deviceBytesPerRow) || copy.rows < 1 || copy.width < 1 {
                state.violations.append("a copy of overlapping rows, or of none")
            }
            let work: Work = { state in
                let byteCount = (copy.rows - 1) * copy.deviceBytesPerRow + copy.width
                guard Self.isAllocated(device, byteCount, &state) else { return }
                for row in 0..<copy.rows {
                    guard let a = UnsafeMutableRawPointer(bitPattern: host + UInt(row * copy.hostBytesPerRow)),
                        let b = UnsafeMutableRawPointer(bitPattern: UInt(device) + UInt(row * copy.deviceBytesPerRow))
                    else { return }
                    let (target, source) = copy.direction == .toDevice ? (b, a) : (a, b)
                    target.copyMemory(from: source, byteCount: copy.width)
                }
            }
            Self.enqueue(work, stream, &state)
        }
    }

    func fill(_ address: UInt64, with word: UInt32, count: Int, on stream: CUDAStream) throws(CUDAError) {
        try call("fill \(word)") { state in
            state.fills.append(count)
            let work: Work = { state in
                guard Self.isAllocated(address, 4 * count, &state),
                    let words = UnsafeMutablePointer<UInt32>(bitPattern: UInt(address))
                else { return }
                words.update(repeating: word, count: count)
            }
            Self.enqueue(work, stream, &state)
        }
    }

    /// Whether bytes are in one allocation. If not, that is recorded.
    static func isAllocated(_ address: UInt64, _ byteCount: Int, _ state: inout State) -> Bool {
        let isAllocated = state.memory.contains { start, memory in
            start <= address && address + UInt64(byteCount) <= start + UInt64(memory.byteCount)
        }
        if !isAllocated { state.violations.append("\(byteCount) bytes that aren't allocated") }
        return isAllocated
    }

    // MARK: Streams

    func createStream() throws(CUDAError) -> CUDAStream {
        try call("createStream") { state in
            let stream: CUDAStream = Self.handle(&state)
            state.streams[stream.bits] = []
            state.streamContexts[stream.bits] = state.contexts.last
            return stream
        }
    }

    func destroy(_ stream: CUDAStream) throws(CUDAError) {
        try call("destroyStream") { state in
            Self.drain(stream.bits, &state)
            if state.streams.removeValue(forKey: stream.bits) == nil { state.violations.append("no such stream") }
        }
    }

    func synchronize(_ stream: CUDAStream) throws(CUDAError) {
        try call("synchronize") { Self.drain(stream.bits, &$0) }
    }

    func createEvent() throws(CUDAError) -> CUDAEvent {
        try call("createEvent") { state in
            let event: CUDAEvent = Self.handle(&state)
            state.events[event.bits] = .some(nil)
            return event
        }
    }

    func destroy(_ event: CUDAEvent) throws(CUDAError) {
        try call("destroyEvent") { state in
            if state.events.removeValue(forKey: event.bits) == nil { state.violations.append("no such event") }
        }
    }

    func record(_ event: CUDAEvent, on stream: CUDAStream?) throws(CUDAError) {
        try call("record") { state in
            if state.events[event.bits] == nil { state.violations.append("no such event") }
            state.events[event.bits] = stream?.bits ?? 0
            state.polled = 0
        }
    }

    func isReached(_ event: CUDAEvent) throws(CUDAError) -> Bool {
        try call("isReached") { state in
            guard let stream = state.events[event.bits] ?? nil else {
                state.violations.append("an event that isn't recorded")
                return true
            }
            state.polled += 1
            guard state.polled > state.lateness[stream] ?? state.polls else {
                for other in state.streams.keys where other != stream && state.lateness[other] == nil {
                    Self.drain(other, &state)
                }
                return false
            }
            Self.drain(stream, &state)
            return true
        }
    }

    func launch(_ launch: CUDALaunch, on stream: CUDAStream) throws(CUDAError) {
        try call("launch") { state in
            guard let module = state.functions[launch.function.bits], let kernel = state.modules[module] else {
                state.violations.append("a kernel that isn't loaded")
                return
            }
            if launch.grid.min() == 0 || launch.grid.y > 65_535 || launch.block.x * launch.block.y > 1024 {
                state.violations.append("a grid of \(launch.grid) blocks of \(launch.block)")
            }
            let work: Work = { state in
                guard Self.isAllocated(launch.argument, 16, &state) else { return }
                for row in 0..<launch.grid.y * launch.block.y {
                    for column in 0..<launch.grid.x * launch.block.x { kernel(launch.argument, column, row) }
                }
            }
            Self.enqueue(work, stream, &state)
        }
    }

    static func enqueue(_ work: @escaping Work, _ stream: CUDAStream, _ state: inout State) {
        if state.streams[stream.bits]?.append(work) == nil { state.violations.append("no such stream") }
    }

    static func drain(_ stream: UInt, _ state: inout State) {
        guard let work = state.streams[stream] else {
            state.violations.append("no such stream")
            return
        }
        state.streams[stream] = []
        for item in work { item(&state) }
    }
}
