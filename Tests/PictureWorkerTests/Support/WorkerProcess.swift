import Foundation
import PictureWorker
import Synchronization
import TestSupport
import Testing

/// Runs `coreimage worker` in a temporary folder, and checks that all of its lines match the protocol's schema.
///
/// The folder is removed, and the process ended, when this object is released.
final class WorkerProcess {
    let folder: URL
    let process = LaunchedProgram()
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private var rest: [UInt8] = []
    private let schema: JSONSchema

    /// The picture of 640 × 480 pixels that tests use.
    static var scene: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/scene.png").path
    }

    /// Starts the worker.
    ///
    /// - Parameter readsHello: Whether to read the first line.
    init(_ arguments: [String] = [], readsHello: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        schema = try JSONSchema(WorkerProtocol.schema)
        errors = folder.appendingPathComponent("errors.txt")
        try Data().write(to: errors)
        process.executableURL = ProductsFolder.product("coreimage")
        process.arguments = ["worker"] + arguments
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { _, new in new }
        for name in ["COREIMAGE_UNITS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "COREIMAGE_CACHE"] {
            environment[name] = nil
        }
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        if readsHello { try #require(try line()["health"] as? [String: Any] != nil) }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Sends text as it is.
    func send(text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Sends an object as a line that matches the schema.
    func send(_ object: [String: Any]) throws {
        let line = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        if let mismatch = schema.mismatch(line, "request") { Issue.record("a request: \(mismatch)") }
        try send(text: line + "\n")
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }

    func terminate() { kill(process.processIdentifier, SIGTERM) }

    /// Waits for a line, at most a minute.
    func line() throws -> [String: Any] {
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                if let mismatch = schema.mismatch(line, "answer") { Issue.record("an answer: \(mismatch)") }
                return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(max(0, deadline.timeIntervalSinceNow) * 1000)) > 0 else {
                throw Missing(reason: "no answer in a minute", errors: errorText)
            }
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { throw Missing(reason: "no more answers", errors: errorText) }
            rest += part
        }
    }

    struct Missing: Error {
        let reason: String
        let errors: String
    }

    var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Waits for a number of lines about jobs, and returns them by their identifiers.
    func answers(_ count: Int) throws -> [String: [String: Any]] {
        var answers: [String: [String: Any]] = [:]
        for _ in 0..<count {
            let line = try line()
            answers[line["id"] as? String ?? "null"] = line
        }
        return answers
    }

    /// Sends a job and waits for its answer.
    func answer(to job: [String: Any]) throws -> [String: Any] {
        try send(job)
        return try line()
    }

    /// Ends the input, and returns the exit code.
    func end() throws -> Int32 {
        try closeInput()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension Dictionary where Key == String, Value == Any {
    /// The kind of an answer's failure.
    var kind: String? { (self["error"] as? [String: Any])?["kind"] as? String }
    var message: String { (self["error"] as? [String: Any])?["message"] as? String ?? "" }
    var isOK: Bool { self["ok"] as? Bool ?? false }
}
