import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// A call that runs on another thread.
final class ConcurrentCall: Sendable {
    private let outcome = Mutex<Result<String, WorkerFailure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Makes the probe sleep, and returns when the probe has begun to.
    ///
    /// - Parameter call: Sends the given request, with the memory in which the probe reports that it has begun.
    init(seconds: Double, _ call: @escaping @Sendable ([UInt8], SharedMemory) throws(WorkerFailure) -> [UInt8]) throws {
        let memory = try SharedMemory(byteCount: 1, workersMayWrite: true)
        Thread.detachNewThread { [self] in
            let result = Result { () throws(WorkerFailure) in
                String(decoding: try call([UInt8]("sleep \(seconds)".utf8), memory), as: UTF8.self)
            }
            outcome.withLock { $0 = result }
            done.signal()
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while memory.withUnsafeBytes({ $0[0] }) == 0 {
            try #require(ContinuousClock.now < deadline)
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// The result of the call. Waits for its end.
    var result: Result<String, WorkerFailure> {
        done.wait()
        return outcome.withLock { $0! }
    }
}

/// The probe, a worker that misbehaves on request.
enum Probe {
    /// It stands beside the test runner.
    static var executable: URL { ProductsFolder.product("WorkerProbe") }

    /// Limits that tests don't have to wait long for.
    static var policy: WorkerPolicy {
        var policy = WorkerPolicy()
        policy.addressSpace = 512 << 20
        policy.processorTime = .seconds(1)
        policy.startDeadline = .seconds(60)
        return policy
    }

    static func start(_ policy: WorkerPolicy = Self.policy) throws -> WorkerProcess {
        try WorkerProcess(executable: executable, policy: policy)
    }

    static func supervise(
        _ rules: RestartRules = .init(), setUp: String = "echo ready",
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> WorkerSupervisor {
        WorkerSupervisor(executable: executable, policy: policy, setUp: [UInt8](setUp.utf8), rules: rules, now: now)
    }

    /// Runs the probe as a host with some arguments, and returns its output.
    static func output(_ arguments: [String]) throws -> String {
        let process = LaunchedProgram()
        process.executableURL = executable
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments)")
        return text.trimmingCharacters(in: .newlines)
    }
}

extension WorkerProcess {
    /// Sends a request to the probe, and returns its reply as text.
    func request(
        _ request: String, memories: [SharedMemory] = [], deadline: Duration = .seconds(20)
    ) throws(WorkerFailure) -> String {
        String(decoding: try call([UInt8](request.utf8), memories: memories, deadline: deadline), as: UTF8.self)
    }

    /// Sends a request to the probe, and returns the failure, or nil if there is a reply.
    func failure(_ request: String, deadline: Duration = .seconds(20)) -> WorkerFailure? {
        do throws(WorkerFailure) {
            _ = try self.request(request, deadline: deadline)
            return nil
        } catch {
            return error
        }
    }
}

extension WorkerSupervisor {
    func request(_ request: String) throws(WorkerFailure) -> String {
        String(decoding: try call([UInt8](request.utf8), deadline: .seconds(20)), as: UTF8.self)
    }

    func failure(_ request: String) -> WorkerFailure? {
        do throws(WorkerFailure) {
            _ = try self.request(request)
            return nil
        } catch {
            return error
        }
    }
}
