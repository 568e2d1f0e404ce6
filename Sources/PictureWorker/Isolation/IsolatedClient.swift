import CSandbox
import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import UntrustedInput

/// A running process that does jobs, as its worker sees it. What it sends isn't trusted. The process ends when this
/// object is released. For use by one thread at a time.
final class IsolatedClient {
    private typealias Stream = MessageStream<IsolatedMessage, HostMessage>

    /// The time in which the process has to start.
    private static let startTime = Duration.seconds(30)
    /// The time between the deadline of a job and the end of the process that doesn't keep it.
    private static let grace = Duration.seconds(1)
    private static let exitTime = Duration.milliseconds(500)

    private let stream: Stream
    private let process: ProcessHandle
    private let page: StatusPage
    private let errors: ProcessErrorOutput

    /// Starts a process and waits until it is sandboxed.
    ///
    /// - Parameter readable: Files and folders that it may read, besides its image units.
    /// - Throws: `JobFailure` of the kind `internal`.
    init(_ isolation: Isolation, _ settings: WorkerSettings, readable: [String]) throws(JobFailure) {
        do {
            let (own, other) = try FileDescriptor.socketPair()
            let (null, output) = (try FileDescriptor.null(), try FileDescriptor.pipe())
            errors = ProcessErrorOutput(output.reading)
            page = try StatusPage()
            // In the order of IsolatedProcess.Descriptors.
            let files = [null, null, output.writing, page.descriptor, other]
            process = try withExtendedLifetime(files) {
                try ProcessHandle.start(
                    isolation.program, arguments: [IsolatedProcess.argument], environment: Self.environment(),
                    files: files.map(\.number))
            }
            stream = Stream(own)
            var orders = SandboxOrders(
                addressSpace: settings.memory + (2 << 30), openFiles: 128, fileSize: 0, landlock: .standard)
            orders.readable = readable + isolation.units
            orders.compilesCode = true
            var settings = settings
            settings.isIsolated = true
            try stream.send(.setup(orders, settings, units: isolation.units))
        } catch {
            throw JobFailure(
                .internal, "A sandboxed process can't be started: \(error).",
                remedy: "Free memory, processes or open files, or start the worker without --isolate.")
        }
        try awaitReadiness()
    }

    deinit { process.kill() }

    /// The process number, for tests.
    var identifier: Int32 { process.identifier }

    /// Variables that the program needs. Others, which may hold secrets, aren't passed on. Compiled kernels are kept in
    /// memory only, and the CPU renders, because drivers of devices don't belong in a sandbox.
    static func environment(of own: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        let fixed = [
            "HOME": "/", "COREIMAGE_CACHE": "none", "COREIMAGE_DEVICE": "cpu", "SWIFT_BACKTRACE": "enable=no",
            "MALLOC_ARENA_MAX": "4",
        ]
        let passed = own.filter {
            ["LD_LIBRARY_PATH", "LANG", "LC_ALL"].contains($0.key) || $0.key.hasPrefix("COREIMAGE_")
        }
        return passed.merging(fixed) { $1 }.map { "\($0.key)=\($0.value)" }
    }

    private func awaitReadiness() throws(JobFailure) {
        switch try receive(until: .now + Self.startTime).message {
        case .ready: return
        case .unprotected(let reason):
            throw JobFailure(
                .internal, "A sandboxed process can't be started: \(printable(reason)).",
                remedy: "Use a kernel that has what is missing, or start the worker without --isolate.")
        default: throw malformed
        }
    }

    /// Does a job.
    ///
    /// - Parameters:
    ///   - files: The descriptors of its pictures.
    ///   - deadline: The time at which it must be finished, if any.
    ///   - admit: Waits for memory, in bytes.
    /// - Returns: The result with its bytes, and the process's highest resident memory.
    /// - Throws: `JobFailure`. After one of the kind `crashed`, or if ``isUsable`` is false, this object is of no use.
    func run(
        _ request: JobRequest, files: [FileDescriptor], deadline: ContinuousClock.Instant?, mostBytes: Int,
        admit: (Int) throws(JobFailure) -> MemoryBudget.Lease
    ) throws(JobFailure) -> (result: JobResult, memory: SharedMemory?, peak: Int) {
        isUsable = false
        try send(.job(request, seconds: deadline.map { ($0 - .now) / .seconds(1) }), files: files)
        var lease: MemoryBudget.Lease?
        defer { withExtendedLifetime(lease) {} }
        var memory: SharedMemory?
        while true {
            switch try receive(until: deadline.map { $0 + Self.grace }).message {
            case .admission(let bytes) where lease == nil && bytes >= 0:
                do throws(JobFailure) {
                    lease = try admit(bytes)
                    try send(.admitted)
                } catch {
                    try send(.refused(error))
                }
            case .result(let bytes) where memory == nil && bytes > 0 && bytes <= mostBytes:
                do throws(SharedMemoryError) {
                    memory = try SharedMemory(byteCount: bytes, workersMayWrite: true)
                } catch {
                    throw JobFailure(.memory, "The result has no room in shared memory: \(error.reason).")
                }
                try send(.room, files: [memory].compactMap { $0?.descriptor })
            case .finished(let result, let peak):
                guard memory.map({ $0.byteCount == result.bytes }) ?? true else { throw malformed }
                isUsable = true
                return (result, memory, max(0, peak))
            case .failed(let failure, let peak):
                isUsable = true
                failurePeak = max(0, peak)
                throw JobFailure(
                    failure.kind, printable(failure.message, limit: 2000), remedy: printable(failure.remedy, limit: 500)
                )
            default: throw malformed
            }
        }
    }

    /// Whether the process can do another job.
    private(set) var isUsable = true
    /// The highest resident memory of the process during the job that failed last, in bytes, if it said so.
    var failurePeak: Int?

    /// Whether the process has ended since its last job, for instance because the system was short of memory. It sends
    /// nothing between jobs, so the socket is readable only at its end.
    var hasEnded: Bool { !Polling.wait([(stream.channel.readable, POLLIN)], until: .now).isEmpty }

    private func send(_ message: HostMessage, files: [FileDescriptor] = []) throws(JobFailure) {
        do { try stream.send(message, files: files) } catch { throw crash }
    }

    private struct Late: Error {}

    private func receive(
        until deadline: ContinuousClock.Instant?
    ) throws(JobFailure) -> (message: IsolatedMessage, files: [FileDescriptor]) {
        do {
            return try stream.receive { [errors] socket in
                while true {
                    let output = errors.pollRequest
                    let ready = Polling.wait(
                        [(socket, POLLIN)] + (output.map { [$0] } ?? []),
                        until: min(deadline ?? .now + .seconds(60), .now + .seconds(60)))
                    if ready.contains(1) { errors.drain() }
                    if ready.contains(0) { return }
                    if let deadline, ContinuousClock.now >= deadline { throw Late() }
                }
            }
        } catch is Late {
            process.kill()
            throw JobFailure(.deadline, "The job took longer than its deadline, and its process was ended.")
        } catch {
            throw crash
        }
    }

    private var malformed: JobFailure {
        process.kill()
        return JobFailure(.crashed, "The process that did the job sent an invalid message.")
    }

    /// Describes the end of the process.
    private var crash: JobFailure {
        let ending = process.end(within: Self.exitTime)
        process.kill()
        var text = "The process that did the job "
        switch ending {
        case .signalled(let signal):
            text +=
                "was ended by "
                + (csandbox_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)")
        case .exited(let code): text += "ended itself with the exit code \(code)"
        case .unknown, nil: text += "closed its connection"
        }
        let actions = page.newActions(of: 0).filter { !Self.isOfFontCache($0) }.prefix(3).map(\.description)
        if !actions.isEmpty { text += " after it tried to " + actions.joined(separator: ", ") }
        let output = errors.text
        if !output.isEmpty { text += "; it wrote “\(output)”" }
        return JobFailure(.crashed, text + ".")
    }

    /// Whether an action concerned the cache of fonts, which filters that draw text try to update. It is never the
    /// reason for the end of a process.
    static func isOfFontCache(_ action: ForbiddenAction) -> Bool {
        action.path?.split(separator: "/").contains { $0 == "fontconfig" || $0 == ".fontconfig" } ?? false
    }
}
