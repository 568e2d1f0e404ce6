import Foundation

/// The addresses at which a process has memory.
struct MemoryMap {
    private let ranges: [Range<UInt>]

    /// Reads the map of a process, without the stack of its first thread and what the kernel adds. They are at the end
    /// of the address space in every process.
    init(of process: pid_t) throws {
        let text = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        ranges = text.split(separator: "\n").compactMap { line in
            let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, !line.hasSuffix("]") || line.hasSuffix("[heap]") else { return nil }
            return bounds[0]..<bounds[1]
        }
    }

    /// Whether memory that either process allocates later may be at addresses of the other.
    func isNear(_ other: MemoryMap) -> Bool {
        let distance: UInt = 8 << 30
        return ranges.contains { range in
            let (start, end) = (range.lowerBound - min(range.lowerBound, distance), range.upperBound + distance)
            return other.ranges.contains { $0.lowerBound < end && start < $0.upperBound }
        }
    }
}
