import Foundation
import UnitProcesses

/// `WorkerProbe host CALL ERROR USE`: a host under a filter in which one system call fails, as on an old kernel or in a container. It starts a
/// worker, which inherits the filter, and prints what came of it. `USE` is a `LandlockUse`.
enum HostWithout {
    static func run(_ arguments: [String]) throws {
        let (name, code) = (arguments[0], Int32(arguments[1]) ?? ENOSYS)
        // Kernels without filters know the call `prctl`, and refuse this use of it.
        let conditions: [SystemCallRule.Condition] = name == "prctl" ? [.int(0, 22)] : []
        guard let number = SystemCallFilter.number(of: name) else { throw ProbeProblem("no call is named \(name)") }
        let rules = [
            SystemCallRule(name: name, outcome: .failed(code), conditions: conditions),
            SystemCallRule(name: name, outcome: .allowed),
        ]
        try FilterProgram([(UInt32(number), rules)], other: .allowed).enforce()
        var policy = WorkerPolicy()
        policy.landlock = LandlockUse(rawValue: arguments[2]) ?? .prefer
        policy.startDeadline = .seconds(60)
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        do {
            let worker = try WorkerProcess(executable: program, policy: policy)
            let reply = try worker.call([UInt8]("echo on".utf8))
            let memory = try SharedMemory(byteCount: 10, workersMayWrite: true)
            _ = try worker.call([UInt8]("fill".utf8), memories: [memory])
            print(
                String(decoding: reply, as: UTF8.self),
                worker.protection.landlockVersion == nil ? "unguarded" : "guarded")
        } catch {
            print(error)
        }
    }
}
