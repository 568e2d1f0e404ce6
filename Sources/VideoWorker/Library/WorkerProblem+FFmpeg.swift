import CFFmpeg
import Glibc
import VideoExchange

extension WorkerProblem {
    /// Creates a problem from a negative result of a function of FFmpeg.
    ///
    /// - Parameters:
    ///   - action: What failed, as the start of a sentence.
    ///   - kind: The kind, unless the number stands for missing memory.
    init(_ action: String, code: Int32, _ kind: Kind, time: RationalTime? = nil) {
        var text = [CChar](repeating: 0, count: 256)
        av_strerror(code, &text, text.count)
        let reason = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let isMemory = code == coreimage_error_memory
        self.init(
            isMemory ? .limit : kind, "\(action) failed: \(isMemory ? "the memory for the worker is used up" : reason)",
            time: time, log: LibraryLog.lines)
    }

    /// The problem if memory for a structure can't be allocated.
    static var memory: WorkerProblem { WorkerProblem(.limit, "the memory for the worker is used up") }
}

extension Ratio {
    /// Creates a ratio from FFmpeg's.
    init(_ ratio: AVRational) { self.init(ratio.num, ratio.den) }

    /// FFmpeg's ratio.
    var rational: AVRational { AVRational(num: numerator, den: denominator) }

    /// The ratio, or nil if it isn't positive.
    var known: Ratio? { isPositive ? self : nil }
}

/// Returns a time stamp, or nil for FFmpeg's number that stands for none, and for impossible ones of damaged files.
func knownTime(_ stamp: Int64) -> Int64? {
    stamp != coreimage_no_time && MediaPacket.times.contains(stamp) ? stamp : nil
}

/// Returns a duration, or 0 for an impossible one of a damaged file.
func knownDuration(_ duration: Int64) -> Int64 { MediaPacket.times.contains(duration) ? max(duration, 0) : 0 }
