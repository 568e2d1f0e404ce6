import Foundation
import UnitProcesses

/// Behaviours with memory that the host shares.
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
                    // Enough to tell contents apart, and quick where the memory is large.
                    let sum = try memory.map(forWriting: false).withUnsafeMutableBytes { bytes in
                        bytes.prefix(10_000).reduce(0) { $0 + Int($1) }
                    }
                    return "\(memory.byteCount) \(memory.isWritable) \(sum)"
                }.joined(separator: "\n").utf8)
        default:
            // The worker's own descriptors aren't handed out, so it looks for the one that is memory.
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
