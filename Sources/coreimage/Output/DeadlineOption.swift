import ArgumentParser
import Pixels
import Rendering

/// `--deadline`: the longest that a command's work on pictures may take.
struct DeadlineOption: ParsableArguments {
    @Option(
        name: .customLong("deadline"),
        help: ArgumentHelp(
            "The longest that the work on pictures may take, from reading to writing, in seconds, or 'none'; of several pictures, on each. When left out, 60 for painting strokes, and for each rendering that recipes, units or their kernels take part in; else none.",
            valueName: "seconds"))
    var deadline: RenderingDeadline?

    /// For `CIContextOption.renderingDeadline`; nil where nothing was said.
    var seconds: Double? { deadline?.seconds }

    /// Does a command's work, all of which ends at the deadline: renderings, and loops that call `WorkMeter.check()`.
    ///
    /// - Parameter fallback: The deadline where nothing was said; nil for none.
    /// - Throws: what `work` throws; `RenderingError.deadlineExceeded` in place of it where the work was stopped.
    func bounding<Result>(orElse fallback: Duration? = nil, _ work: () throws -> Result) throws -> Result {
        let longest: Duration? = if let deadline { deadline.duration } else { fallback }
        guard let longest else { return try work() }
        let meter = WorkMeter()
        meter.begin(deadline: longest, steps: nil)
        do {
            return try WorkMeter.$current.withValue(meter) { try work() }
        } catch {
            // The error of a rendering names its step. Any other may be a mere consequence of the stop.
            if let error = error as? RenderingError, case .deadlineExceeded = error { throw error }
            guard case .deadline(let limit)? = meter.reason else { throw error }
            throw RenderingError.deadlineExceeded(limit: limit, overrun: meter.overrun, step: nil)
        }
    }
}

/// A number of seconds above 0, or `none`.
struct RenderingDeadline: ExpressibleByArgument, Equatable {
    /// Infinite for none.
    let seconds: Double

    /// The same; nil for none. Thirty years are the most that clocks have to count.
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
