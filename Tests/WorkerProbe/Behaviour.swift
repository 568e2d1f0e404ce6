import Foundation
import UnitProcesses

/// The requests that the probe supports. Those that make a system call reply with its error number, 0 for success.
enum Behaviour: String {
    case echo, refuse, environment, descriptors, fill, shared
    case sleep, spin, spinInBackground, allocate, overflow, overflowInThread, abort, null, nullInThread, exit, speak,
        divide
    case closeChannel, junk, twice, huge, wrongCall, later
    case fork, exec, socket, connect, localSocket, read, write, remove, move, makeFolder, link, changeMode, signalHost,
        trace
    case call, answer, busy, startThreads, fillScratch, fillHidden, load
    case leave, forge, hangUp
    case threads, writableCode, shrink, openMany, blockSignals, limits, status

    func run(_ argument: String, _ request: WorkerRequest) throws -> [UInt8] {
        switch self {
        case .echo: [UInt8](argument.utf8)
        case .refuse: throw ProbeProblem(argument)
        case .environment: [UInt8](ProcessInfo.processInfo.environment.keys.sorted().joined(separator: " ").utf8)
        case .descriptors: try Files.open()
        case .fill, .shared, .shrink: try Memory.run(self, request)
        case .sleep, .spin, .spinInBackground, .allocate, .overflow, .overflowInThread, .abort, .null, .nullInThread,
            .exit, .speak,
            .divide, .blockSignals:
            try Ends.run(self, argument, request)
        case .closeChannel, .junk, .twice, .huge, .wrongCall, .later, .hangUp: Channels.run(self, argument)
        case .read, .write, .remove, .move, .makeFolder, .link, .changeMode, .openMany: try Files.run(self, argument)
        case .call, .answer, .load: try Attacks.run(self, argument)
        case .leave, .forge: try Bounds.run(self, argument, request)
        case .busy, .startThreads: try Threads.run(self, argument)
        case .fillScratch, .fillHidden: try Files.fill(self, argument)
        case .fork, .exec, .socket, .connect, .localSocket, .signalHost, .trace, .threads, .writableCode, .limits,
            .status:
            try Calls.run(self, argument)
        }
    }
}
