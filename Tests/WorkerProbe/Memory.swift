import Foundation
import Sandboxing
import UnitProcesses

/// Behaviours that use memory shared with the host.
enum Memory {
    static func run(_ behaviour: Behaviour, _ request: WorkerRequest) throws -> [UInt8] {
        switch behaviour {
        case .fill:
            for memory in request.memories where memory.isWritable {
                try memory.map(forWriting: true).withUnsafeMutableBytes { bytes in
                    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 7) }
                }
            }
            return []
        case .shared:
            return [UInt8](
                try request.memories.map { memory in
                    // A prefix is enough to distinguish contents, and fast for large memories.
                    let sum = try memory.map(forWriting: false).withUnsafeMutableBytes { bytes in
                        bytes.prefix(10_000).reduce(0) { $0 + Int($1) }
                    }
                    return "\(memory.byteCount) \(memory.isWritable) \(sum)"
                }.joined(separator: "\n").utf8)
        default:
            // The API doesn't expose the worker's descriptors, so the one of the memory is found by its size.
            for descriptor in Int32(5)..<64 {
                var information = stat()
                if fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
                    Int(information.st_size) == request.memories[0].byteCount
                {
                    return ProbeProblem.code(ftruncate(descriptor, 0))
                }
            }
            throw ProbeProblem("no shared memory found")
        }
    }
}
