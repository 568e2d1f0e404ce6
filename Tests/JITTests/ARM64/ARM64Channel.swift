import Foundation
import TestSupport

/// The connection to the program that runs code for 64-bit ARM under qemu. Not thread-safe.
final class ARM64Channel {
    enum Failure: Error, CustomStringConvertible {
        case system(String, Int32)
        case compilerFailed(String)
        case ended
        case noPlace

        var description: String {
            switch self {
            case .system(let what, let number): "\(what): \(String(cString: strerror(number)))"
            case .compilerFailed(let text): "the runner could not be compiled: \(text)"
            case .ended: "the runner has ended"
            case .noPlace: "the emulator always has memory where this process has some; enable address randomisation"
            }
        }
    }

    static let compiler = "/usr/bin/aarch64-linux-gnu-gcc"
    static let emulators = ["/usr/bin/qemu-aarch64", "/usr/bin/qemu-aarch64-static"]

    private let socket: FileHandle
    private let program: LaunchedProgram

    /// Compiles the program and starts it.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arm64-runner-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The program is in memory when it has started, so its file isn't needed any more.
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("runner").path
        try Self.compile(to: file)
        // Systems put each process at random addresses, so the next one is elsewhere.
        for _ in 0..<20 {
            let (socket, program) = try Self.start(file)
            var words: [UInt64] = []
            for _ in 0..<3 { words.append(try Self.word(from: socket)) }
            if try !MemoryMap(of: getpid()).isNear(MemoryMap(of: program.processIdentifier)) {
                (self.socket, self.program, first) = (socket, program, words)
                return
            }
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
        throw Failure.noPlace
    }

    private static func compile(to file: String) throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("ARM64Runner/runner.c").path
        let errors = Pipe()
        let compilation = LaunchedProgram()
        compilation.executableURL = URL(fileURLWithPath: compiler)
        compilation.arguments = ["-O2", "-Wall", "-Werror", "-static", "-o", file, source]
        compilation.standardError = errors
        try compilation.run()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        compilation.waitUntilExit()
        guard compilation.terminationStatus == 0 else {
            throw Failure.compilerFailed(String(decoding: text, as: UTF8.self))
        }
    }

    private static func start(_ file: String) throws -> (FileHandle, LaunchedProgram) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure.system("a socket", errno)
        }
        let socket = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let program = LaunchedProgram()
        program.executableURL = URL(
            fileURLWithPath: emulators.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "")
        program.arguments = [file]
        program.standardInput = other
        program.standardOutput = other
        try program.run()
        return (socket, program)
    }

    /// The first three words that the program sent.
    let first: [UInt64]

    func send(_ words: [UInt64]) throws { try words.withUnsafeBytes { try send($0) } }

    func send(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.send(socket.fileDescriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Failure.ended }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    func receive(into bytes: UnsafeMutableRawBufferPointer) throws { try Self.receive(into: bytes, from: socket) }

    func word() throws -> UInt64 { try Self.word(from: socket) }

    private static func receive(into bytes: UnsafeMutableRawBufferPointer, from socket: FileHandle) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = recv(socket.fileDescriptor, rest.baseAddress, rest.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Failure.ended }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
        }
    }

    private static func word(from socket: FileHandle) throws -> UInt64 {
        var word: UInt64 = 0
        try withUnsafeMutableBytes(of: &word) { try receive(into: $0, from: socket) }
        return word
    }
}
