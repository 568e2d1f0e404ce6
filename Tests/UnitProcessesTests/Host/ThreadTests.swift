import Foundation
import Synchronization
import SystemResources
import Testing

@testable import UnitProcesses

/// Threads of a worker: what they may do, and how many there may be.
@Suite("Threads of workers")
struct ThreadTests {
    /// Dispatch looks at its threads every second; `ThreadLongTests` lets it look for longer.
    @Test("200 tasks and 200 blocks of Dispatch compute for seconds, while Dispatch looks at its threads")
    func busy() throws { try Self.expectBusyWorker(seconds: 3) }

    /// Expects that a worker computes on many threads for some seconds.
    static func expectBusyWorker(seconds: Int) throws {
        var policy = Probe.policy
        policy.processorTime = .seconds(3600)
        let worker = try Probe.start(policy)
        #expect(try worker.request("busy \(seconds)", deadline: .seconds(seconds + 120)) == "408")
        #expect(worker.ending == nil)
    }

    @Test("the state of a thread is what the processor time says, and only the worker's own threads have one")
    func states() throws {
        var policy = Probe.policy
        policy.processorTime = .seconds(60)
        let worker = try Probe.start(policy)
        // On a machine that is busy with other things, a thread may get no processor for a while.
        #expect(try (0..<100).contains { _ in try worker.request("answer own") == "N (worker) R\n" })
        #expect(try worker.request("answer blocked") == "N (worker) S\n")
        #expect(try worker.request("answer colliding", deadline: .seconds(120)) == "N (worker) S\nN (worker) S\n")
        for number in ["1", "\(getpid())", "0", "4194304", "99999999999999999999"] {
            let answer = try worker.request("answer \(number)")
            #expect(answer == "error \(ENOENT)" || answer == "error \(EACCES)", "\(number): \(answer)")
        }
        // None of these reads was reported as a forbidden write.
        #expect(worker.ending == nil)
    }

    @Test("more threads than the policy allows end the worker", arguments: [true, false])
    func tooMany(usesControlGroup: Bool) throws {
        var policy = Probe.policy
        policy.threads = 40
        policy.usesControlGroup = usesControlGroup
        let worker = try Probe.start(policy)
        #expect(try worker.request("threads 20") == "\(19 * 20)")
        // Otherwise, the call would end by its deadline.
        #expect(worker.failure("startThreads 500") == .tooManyThreads(limit: 40))
        #expect(kill(worker.identifier, 0) == -1)
    }

    @Test("a control group refuses threads at once, and is removed with its worker")
    func controlGroup() throws {
        let branch = ControlGroups.current.branch(of: "pids")
        func groups() -> [String] {
            (branch?.folders.prefix(1) ?? []).flatMap {
                (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
            }
        }
        let identifier: Int32
        do {
            let worker = try Probe.start()
            identifier = worker.identifier
            // Where no control group can be created, the host counts the threads instead (see the test above).
            let own = groups().filter { $0.hasPrefix("coreimage-worker-\(identifier)-") }
            #expect(own.count <= 1)
            #expect(try worker.request("echo on") == "on")
            if let name = own.first {
                let folder = try #require(branch?.folders.prefix(1).first { access("\($0)/\(name)", F_OK) == 0 })
                let limit = try String(contentsOfFile: "\(folder)/\(name)/pids.max", encoding: .utf8)
                #expect(limit == "\(worker.policy.threads)\n")
            }
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while groups().contains(where: { $0.hasPrefix("coreimage-worker-\(identifier)-") }) {
            try #require(ContinuousClock.now < deadline)
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    @Test("a library of the Swift runtime that the worker hadn't loaded is found from inside")
    func runtimeLibraries() throws {
        let maps = try WholeMaps.text()
        let runtime = try #require(maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") })
        let folder = URL(fileURLWithPath: String(runtime[runtime.firstIndex(of: "/")!...])).deletingLastPathComponent()
        let worker = try Probe.start()
        for name in ["libswiftRegexBuilder.so", "libswiftObservation.so", "libFoundationNetworking.so"] {
            let path = folder.appendingPathComponent(name).path
            try #require(access(path, R_OK) == 0)
            #expect(try worker.request("load \(path)") == "", "\(name)")
        }
    }
}

/// This process's list of mappings, read by Foundation.
private enum WholeMaps {
    static func text() throws -> String {
        String(
            decoding: try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd() ?? Data(),
            as: UTF8.self)
    }
}
