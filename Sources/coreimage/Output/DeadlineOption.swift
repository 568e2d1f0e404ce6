import ArgumentParser
import Pixels
import Rendering

/// The option `--deadline`: the time limit for a command's work on pictures.
struct DeadlineOption: ParsableArguments {
    @Option(
        name: .customLong("deadline"),
        help: ArgumentHelp(
            "The longest that the work on pictures may take, from reading to writing, in seconds, or 'none'; of several pictures, on each. When left out, 60 for painting strokes, and for each rendering that recipes, units or their kernels take part in; else none.",
            valueName: "seconds"))
    var deadline: RenderingDeadline?

    /// The value for `CIContextOption.renderingDeadline`, or nil without the option.
    var seconds: Double? { deadline?.seconds }

    /// Runs a command's work with the deadline. It applies to renderings, and to loops that call `WorkMeter.check()`.
    ///
    /// - Parameter fallback: The deadline without the option; nil for none.
    /// - Throws: The error of `work`, or `RenderingError.deadlineExceeded` if the deadline stopped it.
    func bounding<Result>(orElse fallback: Duration? = nil, _ work: () throws -> Result) throws -> Result {
        let longest: Duration? = if let deadline { deadline.duration } else { fallback }
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

/// A number of seconds above 0, or `none`.
struct RenderingDeadline: ExpressibleByArgument, Equatable {
    /// The number of seconds, infinite for `none`.
    let seconds: Double

    /// The duration, or nil for `none`. Limited to about 30 years, because clocks can't represent much longer
    /// durations.
    var duration: Duration? { seconds.isFinite ? Duration.seconds(min(seconds, 1e9)) : nil }

    init?(argument: String) {
        if argument == "none" {
            seconds = .infinity
        } else if let number = Double(argument), number > 0, number.isFinite {
            seconds = number
        } else {
            return nil
        }
    }
}
