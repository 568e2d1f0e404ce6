import Foundation

/// An ICC profile in the segments of a JPEG (ICC.1, annex B.4). Each holds a part, with its number and their count.
struct JPEGProfile {
    private static let mark = Data("ICC_PROFILE\0".utf8)
    /// The size of a part's mark and numbers.
    private static let headSize = mark.count + 2
    /// The largest part that fits into a segment.
    private static let partSize = 65_533 - headSize
    /// The maximum number of parts.
    private static let maximumPartCount = 100

    private var parts: [UInt8: Data] = [:]

    /// Adds the part in a segment. Other segments are ignored.
    mutating func add(_ segment: Data) {
        guard segment.count > Self.headSize, segment.starts(with: Self.mark.dropLast()) else { return }
        parts[segment[segment.startIndex + Self.mark.count]] = segment.dropFirst(Self.headSize)
    }

    /// The parts up to the first missing one; nil if there are none.
    var data: Data? {
        var result = Data()
        for number in 1...UInt8(Self.maximumPartCount) {
            guard let part = parts[number] else { break }
            result.append(part)
        }
        return result.isEmpty ? nil : result
    }

    /// Returns the segments that hold a profile; none if it needs too many of them.
    static func segments(holding profile: Data) -> [Data] {
        let starts = Array(stride(from: 0, to: profile.count, by: partSize))
        guard starts.count <= maximumPartCount else { return [] }
        return starts.enumerated().map { index, start in
            mark + Data([UInt8(index + 1), UInt8(starts.count)]) + profile.dropFirst(start).prefix(partSize)
        }
    }
}
