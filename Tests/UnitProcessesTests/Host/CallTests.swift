import ChildProcesses
import Foundation
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Tests of calls that succeed.
@Suite("Calls of a worker")
struct CallTests {
    @Test("what is sent comes back, empty or of many megabytes, on a worker that starts once")
    func echo() throws {
        // Megabytes of text take a debug build seconds on a busy machine.
        var policy = Probe.policy
        (policy.processorTime, policy.callDeadline) = (.seconds(60), .seconds(120))
        let worker = try Probe.start(policy)
        #expect(try worker.setUp([UInt8]("echo ready".utf8)) == [UInt8]("ready".utf8))
        for length in [0, 1, 4071, 4072, 4073, 1 << 20, 20 << 20] {
            let text = String(repeating: "x", count: length)
            #expect(try worker.request("echo \(text)", deadline: policy.callDeadline) == text)
        }
        #expect(worker.ending == nil)
    }

    @Test("the reason that the code gives for having no result arrives, printable, and the worker goes on")
    func refusal() throws {
        let worker = try Probe.start()
        #expect(worker.failure("refuse no \u{1B}[2J result") == .refused(reason: "no \u{FFFD}[2J result"))
        #expect(worker.failure("dance") == .refused(reason: "no behaviour is called dance"))
        #expect(try worker.request("echo on") == "on")
    }

    @Test("eight threads call at once through four channels, and each gets its own reply")
    func concurrentCalls() async throws {
        let worker = try Probe.start()
        let wrong = await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            let texts = (0..<100).map { "\(thread) \($0)" }
                            continuation.resume(returning: texts.count { (try? worker.request("echo \($0)")) != $0 })
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test("memory is shared both ways, and read-only where the host says so")
    func sharedMemory() throws {
        let worker = try Probe.start()
        let (open, closed) = (
            try SharedMemory(byteCount: 10_000, workersMayWrite: true),
            try SharedMemory(byteCount: 5000, workersMayWrite: false)
        )
        _ = closed.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 3) }
        #expect(try worker.request("fill", memories: [open, closed]) == "")
        let expected = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        #expect(open.withUnsafeBytes { Array($0) } == expected)
        #expect(closed.withUnsafeBytes { $0.allSatisfy { $0 == 3 } })
        let sum = expected.reduce(0) { $0 + Int($1) }
        #expect(try worker.request("shared", memories: [open, closed]) == "10000 true \(sum)\n5000 false 15000")
    }

    @Test("shared memory can be larger than what the worker may map for itself, call after call")
    func largeMemory() throws {
        var policy = Probe.policy
        policy.addressSpace = 128 << 20
        let worker = try Probe.start(policy)
        let memory = try SharedMemory(byteCount: 900 << 20, workersMayWrite: true)
        for _ in 0..<3 {
            #expect(try worker.request("shared", memories: [memory]) == "\(900 << 20) true 0")
        }
    }

    @Test("shared memory can't be shrunk by a worker")
    func seals() throws {
        let worker = try Probe.start()
        let memory = try SharedMemory(byteCount: 12_345, workersMayWrite: true)
        #expect(try worker.request("shrink", memories: [memory]) == "\(EPERM)")
        #expect(memory.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
    }

    @Test("memory of no bytes is an error that says so")
    func noMemory() {
        #expect(throws: SharedMemoryError(bytes: 0, reason: "the size must be positive")) {
            try SharedMemory(byteCount: 0, workersMayWrite: true)
        }
    }

    @Test(
        "memory that the system refuses is an error with the remedy",
        arguments: [
            (EFBIG, "Raise the limit on the size of files (ulimit -f)."),
            (EMFILE, "Raise the limit on open files (ulimit -n)."),
            (ENOMEM, "Free memory, or use smaller pictures, if it is short."),
        ])
    func refusedMemory(code: Int32, remedy: String) {
        let problem = SystemProblem("making it", code: code)
        let error = SharedMemoryError(bytes: 5, reason: "\(problem)", code: problem.code)
        let reason = String(cString: strerror(code))
        #expect("\(error)" == "5 bytes can't be shared with the worker: making it failed: \(reason). \(remedy)")
    }

    @Test("threads, Dispatch and Swift's tasks work in a worker")
    func threads() throws {
        #expect(try Probe.start().request("threads 200") == "\(199 * 200)")
    }

    @Test("a round trip takes far less than the millisecond that an outputImage may cost")
    func overhead() throws {
        let worker = try Probe.start()
        _ = try worker.setUp([UInt8]("echo ready".utf8))
        let text = "echo " + String(repeating: "x", count: 200)
        // The best of many calls: the others may have waited for a busy machine.
        let times = try (0..<400).map { _ in try ContinuousClock().measure { _ = try worker.request(text) } }
        #expect(try #require(times.min()) < .milliseconds(1))
    }
}
