import MediaTime
import VideoExchange
import VideoFiles

/// A frame that is shown for so long that a grid would repeat it too often: a file may state any time.
struct TooManyRepetitions: Error, CustomStringConvertible {
    /// The most repetitions of a frame: four hours and a half at 30 frames a second.
    static let limit = 500_000

    /// The time in the source at which the frame is shown.
    let time: RationalTime

    /// The cause, as a sentence without a full stop.
    var description: String { "this frame is shown so long that it would be repeated more than \(Self.limit) times" }

    /// The error for a file.
    func error(in file: String) -> VideoFileError {
        VideoFileError(
            .limit, file: file, time: time, cause: description,
            remedy: "End the range before it, or choose a lower frame rate.")
    }
}

/// Decides when the frames of a source are shown in the result.
///
/// Without a grid, frames keep their times and durations exactly; those outside of the range are left out, and the
/// first and last ones are cut at its ends. With a grid, each of its times shows the frame that the source shows then,
/// so that frames are repeated and left out.
struct FrameSchedule<Frame: Sendable>: Sendable {
    /// A frame of the result.
    struct Output: Sendable {
        /// The frame.
        let frame: Frame
        /// The time in the source at which the frame is shown.
        let sourceTime: RationalTime
        /// The time in the result, in units of its time base.
        let time: Int64
        /// The duration in the same units; 0 if it isn't known.
        let duration: Int64
    }

    /// Frames of the result, which are computed one by one: a gap in the source's times can repeat a frame for any
    /// time.
    struct Outputs: Sequence, IteratorProtocol, Sendable {
        fileprivate var single: Output?
        fileprivate var frame: Frame?
        fileprivate var indices: Range<Int64> = 0..<0
        fileprivate var timeBase = Ratio(1, 1)
        fileprivate var origin = RationalTime.zero

        /// Returns the next frame; nil at the end.
        mutating func next() -> Output? {
            if let output = single {
                single = nil
                return output
            }
            guard let frame, let index = indices.first, let relative = RationalTime(stamp: index, in: timeBase) else {
                return nil
            }
            indices = index + 1..<indices.upperBound
            return Output(frame: frame, sourceTime: relative + origin, time: index, duration: 1)
        }
    }

    /// The unit of the result's times, in seconds.
    let timeBase: Ratio
    /// The unit of the source's times, in seconds.
    private let sourceBase: Ratio
    /// The range in units of the source, of which the result shows frames.
    private let start: Int64?
    private let end: Int64?
    /// The time in the source at which the result's time is 0.
    private let origin: RationalTime
    private let isGrid: Bool
    /// With a grid, the last frame, which is shown until the next one comes.
    private var held: (frame: Frame, time: Int64, duration: Int64)?
    /// The next time of the grid.
    private var nextIndex: Int64?

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - sourceBase: The unit of the source's times.
    ///   - start: The start of the part that is shown, which becomes time 0; nil for all with the source's times.
    ///   - end: The end of the part that is shown; nil for that of the source.
    ///   - frameDuration: The distance of the grid's times; nil for the times of the source.
    ///   - origin: The time in the source that becomes time 0 if there is no start; nil for 0.
    init(
        sourceBase: Ratio, start: RationalTime?, end: RationalTime?, frameDuration: Ratio?, origin: RationalTime? = nil
    ) {
        self.sourceBase = sourceBase
        self.start = start?.stampAtOrAfter(in: sourceBase)
        self.end = end?.stampAtOrAfter(in: sourceBase)
        self.origin = start ?? origin ?? .zero
        isGrid = frameDuration != nil
        timeBase = frameDuration ?? Self.commonBase(sourceBase, self.origin)
    }

    /// Whether a frame at this time, and all later ones, are behind the end of the range.
    func isAfterEnd(_ time: Int64) -> Bool { end.map { time >= $0 } ?? false }

    /// Adds a frame of the source, whose time is later than those before.
    ///
    /// - Returns: What the result shows until this frame, or without a grid this frame.
    mutating func add(_ frame: Frame, time: Int64, duration: Int64) throws(TooManyRepetitions) -> Outputs {
        guard isGrid else {
            return Outputs(single: isAfterEnd(time) ? nil : output(frame, time: time, duration: duration))
        }
        defer { held = (frame, time, duration) }
        guard let held else { return Outputs() }
        return try gridOutputs(held.frame, from: held.time, until: time)
    }

    /// Returns what the result shows of the last frame. Its duration counts, and if it isn't known, the frame is shown
    /// once.
    mutating func finish() throws(TooManyRepetitions) -> Outputs {
        guard let last = held else { return Outputs() }
        held = nil
        return try gridOutputs(
            last.frame, from: last.time, until: last.duration > 0 ? Self.sum(last.time, last.duration) : nil)
    }

    private func output(_ frame: Frame, time: Int64, duration: Int64) -> Output {
        // A reading begins with the frame that is shown at the start of the range.
        let shown = max(time, start ?? time)
        let stop = min(Self.sum(time, duration), end ?? .max)
        let result = resultTime(shown)
        let length = Int64(clamping: Int128(resultTime(stop)) - Int128(result))
        return Output(
            frame: frame, sourceTime: exact(shown), time: result, duration: duration > 0 && stop > shown ? length : 0)
    }

    private mutating func gridOutputs(
        _ frame: Frame, from time: Int64, until stop: Int64?
    ) throws(TooManyRepetitions) -> Outputs {
        /// Returns the first index whose time isn't before a time of the source.
        func index(_ stamp: Int64) -> Int64 { (exact(stamp) - origin).stampAtOrAfter(in: timeBase) }
        let begin = max(time, start ?? time)
        let first = max(nextIndex ?? .min, index(begin))
        let last = min(stop.map(index) ?? Self.sum(first, 1), end.map(index) ?? .max)
        let (count, overflows) = last.subtractingReportingOverflow(first)
        if count > TooManyRepetitions.limit || overflows && last > first {
            throw TooManyRepetitions(time: exact(begin))
        }
        nextIndex = max(first, last)
        return Outputs(frame: frame, indices: first..<max(first, last), timeBase: timeBase, origin: origin)
    }

    /// Returns a sum, limited to 64 bits.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 { Int64(clamping: Int128(one) + Int128(other)) }

    private func exact(_ stamp: Int64) -> RationalTime { RationalTime(stamp: stamp, in: sourceBase) ?? .zero }

    /// Returns a time of the source in the result.
    private func resultTime(_ stamp: Int64) -> Int64 {
        origin == .zero ? stamp : (exact(stamp) - origin).stampAtOrAfter(in: timeBase)
    }

    /// Returns a time base in which differences between times of the source and `origin` are whole, if there is one;
    /// else that of the source, to which times are rounded.
    private static func commonBase(_ base: Ratio, _ origin: RationalTime) -> Ratio {
        if RationalTime(stamp: origin.stamp(in: base), in: base) == origin { return base }
        var (large, small) = (Int64(base.denominator), Int64(origin.timescale))
        while small != 0 { (large, small) = (small, large % small) }
        let common = Int64(base.denominator) / large * Int64(origin.timescale)
        return Int32(exactly: common).map { Ratio(1, $0) } ?? base
    }
}
