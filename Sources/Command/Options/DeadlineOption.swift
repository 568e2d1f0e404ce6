import ArgumentParser
import PictureBatches

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

    /// Runs a command's work with the deadline, as `RenderingDeadline.bounding` does.
    ///
    /// - Parameter fallback: The deadline without the option; nil for none.
    func bounding<Result>(orElse fallback: Duration? = nil, _ work: () throws -> Result) throws -> Result {
        let longest: Duration? = if let deadline { deadline.duration } else { fallback }
        return try RenderingDeadline.bounding(longest, work)
    }
}
