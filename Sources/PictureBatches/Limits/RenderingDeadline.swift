import Pixels
import Rendering

/// The value of `--deadline`: a number of seconds above 0, or `none`.
package struct RenderingDeadline: Equatable, Sendable {
    /// The number of seconds, infinite for `none`.
    package let seconds: Double

    /// The duration, or nil for `none`. Limited to about 30 years, because clocks can't represent much longer
    /// durations.
    package var duration: Duration? { seconds.isFinite ? Duration.seconds(min(seconds, 1e9)) : nil }

    /// Returns the deadline for an argument, or nil for other texts.
    package init?(argument: String) {
        if argument == "none" {
            seconds = .infinity
        } else if let number = Double(argument), number > 0, number.isFinite {
            seconds = number
        } else {
            return nil
        }
    }

    /// Runs work with a time limit. It applies to renderings, and to loops that call `WorkMeter.check()`.
    ///
    /// - Parameter longest: The limit. Nil for none.
    /// - Throws: The error of `work`, or `RenderingError.deadlineExceeded` if the deadline stopped it.
    package static func bounding<Result>(_ longest: Duration?, _ work: () throws -> Result) throws -> Result {
        guard let longest else { return try work() }
        let meter = WorkMeter()
        meter.begin(deadline: longest, steps: nil)
        do {
            return try WorkMeter.$current.withValue(meter) { try work() }
        } catch {
            // The error of a rendering names its step. Any other error may only be a consequence of the deadline.
            if let error = error as? RenderingError, case .deadlineExceeded = error { throw error }
            guard case .deadline(let limit)? = meter.reason else { throw error }
            throw RenderingError.deadlineExceeded(limit: limit, overrun: meter.overrun, step: nil)
        }
    }
}
