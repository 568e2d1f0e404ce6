import Foundation
import Testing

@testable import JIT

/// Runs code for 64-bit ARM in another process, under qemu, as if it were code of this process.
///
/// Code is laid out and relocated here, by the loader under test, for an address that the other process maps. The
/// functions of a loaded object are small functions of this process that send their arguments there. The code reads and
/// writes the memory of this process, at the same addresses: `runner.c` fetches pages and returns changed bytes. So
/// kernels and operators run on arm64 in every test that can use another `MachineCodeStore`.
///
/// Thread-safe: a lock guards the mutable state, so calls run one after the other.
final class ARM64Runner: @unchecked Sendable {
    /// The runner of this process, or the reason why there is none.
    static let shared = Result { try ARM64Runner() }

    /// Whether code can be run.
    static let isAvailable: Bool = {
        #if arch(x86_64)
            let files = [ARM64Channel.compiler, "/usr/aarch64-linux-gnu/lib/libc.a"]
            return files.allSatisfy { FileManager.default.fileExists(atPath: $0) }
                && ARM64Channel.emulators.contains { FileManager.default.fileExists(atPath: $0) }
        #else
            return false
        #endif
    }()

    /// Words of the protocol, as in `runner.c`.
    private enum Command: UInt64 { case load = 1, unload, call }
    private enum Answer: UInt64 { case fetch = 1, changed, returned, crashed, occupied }

    static let pageSize = 4096
    /// Number of pages that are sent at a time, because neighbouring pages are often needed too.
    private static let pagesAtOnce = 4

    private struct State {
        let channel: ARM64Channel
        /// Where the next code is loaded: far from the program, so that calls of the C library need stubs.
        var nextAddress: UInt64 = 1 << 36
        /// A pipe through which pages are copied. Writing to it fails for an address without memory.
        let pipe = Pipe()
        var buffer = [UInt8](repeating: 0, count: pagesAtOnce * pageSize)
    }

    private let lock = NSLock()
    private var state: State
    /// The addresses of the C library's functions in the other process.
    let externalFunctions: [String: UInt64]

    private init() throws {
        let channel = try ARM64Channel()
        externalFunctions = Dictionary(uniqueKeysWithValues: zip(["memcpy", "memset", "memmove"], channel.first))
        state = State(channel: channel)
    }

    /// Stores of code that is run here: for any processor, and for one with more instructions.
    /// The latter has the largest pages that Linux has on ARM.
    static let store = store(.arm64, pageSize: pageSize)
    static let serverStore = store(.neoverseN1, pageSize: 65536)

    private static func store(_ processor: TargetProcessor, pageSize: Int) -> MachineCodeStore {
        MachineCodeStore(
            processor: processor, location: .standard, cache: nil, capacity: 64, report: { _ in },
            load: { object, _ in try shared.get().load(object, pageSize: pageSize) })
    }

    // MARK: Code

    /// Loads an object file into the other process, laid out for a page size.
    func load(_ object: [UInt8], pageSize: Int = pageSize) throws -> MachineCode {
        let code = try LinkableCode(object: object, architecture: .arm64, pageSize: pageSize)
        let size = code.layout.size
        let address = try lock.withLock {
            let address = (state.nextAddress + UInt64(pageSize) - 1) / UInt64(pageSize) * UInt64(pageSize)
            state.nextAddress = address + UInt64(size)
            var bytes = [UInt8](repeating: 0, count: size)
            try bytes.withUnsafeMutableBytes { memory in
                try code.link(into: memory.baseAddress!, at: address) { [externalFunctions] in externalFunctions[$0] }
                try state.channel.send([
                    Command.load.rawValue, address, UInt64(size), UInt64(code.layout.executableSize),
                ])
                try state.channel.send(UnsafeRawBufferPointer(memory))
            }
            let problem = try state.channel.word()
            guard problem == 0 else { throw ObjectFileError.memoryRefused(Int32(problem)) }
            return address
        }
        return try RemoteCode(self, address, size, code.functions).machineCode()
    }

    func unload(_ address: UInt64, size: Int) {
        // If the other process has ended, there is nothing to unload.
        lock.withLock { try? state.channel.send([Command.unload.rawValue, address, UInt64(size)]) }
    }

    /// Calls a function with eight floating-point registers and sixteen integers, and returns its result. Records an
    /// issue if that fails.
    func call(_ address: UInt64, _ arguments: UnsafeBufferPointer<UInt64>) -> UInt64 {
        lock.withLock {
            do {
                try state.channel.send([Command.call.rawValue, address])
                try state.channel.send(UnsafeRawBufferPointer(arguments))
                while true {
                    switch Answer(rawValue: try state.channel.word()) {
                    case .fetch: try Self.sendPages(&state)
                    case .changed: try Self.receivePage(&state)
                    case .returned: return try state.channel.word()
                    case .crashed:
                        let place = String(try state.channel.word(), radix: 16)
                        Issue.record("the code for arm64 accessed address \(place)")
                        return 0
                    case .occupied:
                        let place = String(try state.channel.word(), radix: 16)
                        Issue.record("the emulator itself has memory at address \(place); run the tests again")
                        return 0
                    case nil: throw ARM64Channel.Failure.ended
                    }
                }
            } catch {
                Issue.record(error)
                return 0
            }
        }
    }

    /// Sends a page and its successors, as far as they exist.
    private static func sendPages(_ state: inout State) throws {
        let start = UnsafeRawPointer(bitPattern: UInt(try state.channel.word()))
        let size = state.buffer.count
        let written = start.map { write(state.pipe.fileHandleForWriting.fileDescriptor, $0, size) } ?? 0
        let available = max(0, written)
        try state.buffer.withUnsafeMutableBytes { buffer in
            var copied = 0
            while copied < available {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<available])
                let count = read(state.pipe.fileHandleForReading.fileDescriptor, part.baseAddress, part.count)
                guard count > 0 else { throw ARM64Channel.Failure.system("a pipe", errno) }
                copied += count
            }
            let pages = available / pageSize
            try state.channel.send([UInt64(pages)])
            try state.channel.send(UnsafeRawBufferPointer(rebasing: buffer[..<(pages * pageSize)]))
        }
    }

    /// Receives a page and stores the bytes that have changed.
    private static func receivePage(_ state: inout State) throws {
        let page = UnsafeMutableRawPointer(bitPattern: UInt(try state.channel.word()))!
        let flags = pageSize / 8
        try state.buffer.withUnsafeMutableBytes { buffer in
            let message = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(flags + pageSize)])
            try state.channel.receive(into: message)
            for byte in 0..<pageSize where message[byte / 8] >> (byte % 8) & 1 != 0 {
                page.storeBytes(of: message[flags + byte], toByteOffset: byte, as: UInt8.self)
            }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// For suites that run code for 64-bit ARM under qemu.
    static var needsARM64Runner: Self {
        .enabled(
            if: ARM64Runner.isAvailable,
            """
            no code for arm64 can be run here: on x86-64, install qemu-user, gcc-aarch64-linux-gnu and \
            libc6-dev-arm64-cross (make setup does)
            """)
    }
}
