import Foundation
import Sandboxing
import UnitProcesses

/// A system call filter for this program and its children under which one call fails, as on an old kernel or in a
/// container.
enum WithoutCall {
    /// Installs the filter.
    ///
    /// - Parameters:
    ///   - name: The name of the call.
    ///   - code: The error number that it returns.
    static func enforce(_ name: String, _ code: Int32) throws {
        // Kernels without filters support the call `prctl`, but not this use of it.
        let conditions: [SystemCallRule.Condition] = name == "prctl" ? [.int(0, 22)] : []
        guard let number = SystemCallFilter.number(of: name) else { throw ProbeProblem("no call is named \(name)") }
        let rules = [
            SystemCallRule(name: name, outcome: .failed(code), conditions: conditions),
            SystemCallRule(name: name, outcome: .allowed),
        ]
        // PR_SET_NO_NEW_PRIVS, which unprivileged users need to install filters.
        typealias Control = @convention(c) (Int, Int, Int, Int, Int) -> Int32
        _ = unsafeBitCast(dlsym(nil, "prctl"), to: Control.self)(38, 1, 0, 0, 0)
        try FilterProgram([(UInt32(number), rules)], other: .allowed).enforce()
    }

    /// Implements `WorkerProbe without CALL ERROR host USE`: starts a worker under the filter, and prints the result.
    /// `USE` is a `LandlockUse`.
    static func host(_ use: String) {
        var policy = WorkerPolicy()
        policy.landlock = LandlockUse(rawValue: use) ?? .prefer
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

    /// Implements `WorkerProbe without CALL ERROR PROGRAM ARGUMENT…`: replaces this process by another program under
    /// the filter.
    static func become(_ program: [String]) throws -> Never {
        typealias Execute = @convention(c) (UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
        let execute = unsafeBitCast(dlsym(nil, "execv"), to: Execute.self)
        let arguments = program.map { strdup($0) } + [nil]
        _ = execute(program[0], arguments)
        throw ProbeProblem("\(program[0]) can't be run: \(errno)")
    }
}
