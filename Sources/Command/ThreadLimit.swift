import CommandOutput
import CoreImage
import Glibc

/// Checks that threads can be started. Dispatch waits forever for one that can't, and signals aren't answered then.
enum ThreadLimit {
    /// Threads beside those of Dispatch, which has one for each processor: for signals, workers and calls that wait.
    private static let others = 8
    private static let processorLimit = 64

    /// Starts as many threads at once as renderings and videos need, and ends them.
    ///
    /// - Throws: `Refusal` if one can't be started.
    static func check() throws {
        let needed = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), processorLimit) + others
        var gate: [Int32] = [-1, -1]
        // A lack of file descriptors has an error of its own.
        guard pipe(&gate) == 0 else { return }
        var threads: [pthread_t] = []
        var code: Int32 = 0
        while threads.count < needed, code == 0 {
            var thread = pthread_t()
            // The address stands for the descriptor.
            code = pthread_create(
                &thread, nil,
                { reading in
                    var byte: UInt8 = 0
                    _ = read(Int32(Int(bitPattern: reading)), &byte, 1)
                    return nil
                }, UnsafeMutableRawPointer(bitPattern: Int(gate[0])))
            if code == 0 { threads.append(thread) }
        }
        // Reading ends where nobody can write any more.
        close(gate[1])
        for thread in threads { pthread_join(thread, nil) }
        close(gate[0])
        guard code == 0 else {
            throw Refusal(
                "only \(threads.count) of \(needed) threads can be started (\(String(cString: strerror(code)))); allow more "
                    + "threads with ulimit -u, or more memory with ulimit -v")
        }
    }
}
