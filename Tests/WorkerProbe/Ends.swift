import Foundation
import UnitProcesses

/// Behaviours that end the worker process, or keep it from replying.
enum Ends {
    static func run(_ behaviour: Behaviour, _ argument: String, _ request: WorkerRequest) throws -> [UInt8] {
        switch behaviour {
        case .sleep:
            // Signals the host that the request is running.
            try request.memories.first?.map(forWriting: true).withUnsafeMutableBytes { $0[0] = 1 }
            Thread.sleep(forTimeInterval: Double(argument) ?? 1e6)
        case .spin: spin()
        case .spinInBackground: Thread.detachNewThread { spin() }
        case .blockSignals:
            Thread.detachNewThread { spinDeaf() }
        case .allocate: allocate()
        case .overflow: return [UInt8("\(recurse(1) & 1)".utf8.first!)]
        case .overflowInThread:
            let thread = Thread { print(recurse(1)) }
            thread.start()
            Thread.sleep(forTimeInterval: 5)
        case .abort: abort()
        case .null: readNull()
        case .nullInThread:
            Thread.detachNewThread { readNull() }
            Thread.sleep(forTimeInterval: 5)
        case .exit: exit(Int32(argument) ?? 0)
        case .speak:
            FileHandle.standardError.write(Data(argument.utf8))
            abort()
        default: raise(SIGFPE)
        }
        return []
    }

    private static func spin() {
        // An opaque call keeps the compiler from removing the loop.
        while clock() >= 0 {}
    }

    /// Spins with all signals blocked, including the one for the end of the processor time.
    private static func spinDeaf() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        spin()
    }

    private static func allocate() {
        var kept: [[UInt8]] = []
        while true { kept.append([UInt8](repeating: 1, count: 16 << 20)) }
    }

    @inline(never)
    private static func recurse(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
            bytes[0] = UInt8(truncatingIfNeeded: depth)
            return depth == Int.max ? 0 : recurse(depth + 1) + Int(bytes[0])
        }
    }

    private static func readNull() {
        let address = UnsafePointer<Int>(bitPattern: Int(getpid()) - Int(getpid()) + 8)!
        print(address.pointee)
    }
}
