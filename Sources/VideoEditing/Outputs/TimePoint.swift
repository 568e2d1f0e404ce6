import CommandOutput
import FilterChains
import Foundation
import VideoExchange

/// A time in a video as users write it, with its text.
package struct TimePoint: Hashable, Sendable {
    private let text: TimeText

    /// Reads an argument. Nil if it isn't a time.
    package init?(argument: String) {
        guard let text = TimeText(argument) else { return nil }
        self.text = text
    }

    /// A number of frames.
    init(frames: Int) { text = .frames(Double(frames)) }

    /// The largest number of seconds or frames. Larger ones are behind the end of every video, too.
    private static let limit = 1e9

    /// Returns the time in the file: a number of microseconds, or of frames, behind its start.
    ///
    /// - Throws: `Refusal` for a number of frames, if the frame rate isn't known.
    func time(after origin: RationalTime, frameRate: Ratio?) throws -> RationalTime {
        switch text {
        case .seconds(let seconds):
            return Self.sum(origin, Int64((min(seconds, Self.limit) * 1e6).rounded()), 1_000_000)
        case .frames(let count):
            guard let rate = frameRate, rate.isPositive else {
                throw Refusal("the video states no frame rate, so frames can't be counted; write a time in seconds")
            }
            // Rounded to a whole frame, so that the time is exact.
            let whole = Int64(min(count, Self.limit).rounded())
            return Self.sum(origin, whole * Int64(rate.denominator), Int64(rate.numerator))
        }
    }

    /// Returns the sum of a time and a fraction of a second, as a reduced fraction; rounded to microseconds if that has
    /// too large numbers.
    private static func sum(_ origin: RationalTime, _ numerator: Int64, _ denominator: Int64) -> RationalTime {
        let top = Int128(origin.value) * Int128(denominator) + Int128(numerator) * Int128(origin.timescale)
        let bottom = Int128(origin.timescale) * Int128(denominator)
        var (large, small) = (top.magnitude, bottom.magnitude)
        while small != 0 { (large, small) = (small, large % small) }
        let divisor = Int128(max(large, 1))
        if let value = Int64(exactly: top / divisor), let scale = Int32(exactly: bottom / divisor) {
            return RationalTime(value: value, timescale: scale)
        }
        return RationalTime(value: Int64(clamping: top * 1_000_000 / bottom), timescale: 1_000_000)
    }
}
