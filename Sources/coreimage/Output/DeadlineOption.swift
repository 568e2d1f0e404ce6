import ArgumentParser

/// `--deadline`: the longest that rendering may take.
struct DeadlineOption: ParsableArguments {
    @Option(
        name: .customLong("deadline"),
        help: ArgumentHelp(
            "The longest that rendering may take, in seconds, or 'none'; 60 when left out where recipes, units or their kernels take part, else none.",
            valueName: "seconds"))
    var deadline: RenderingDeadline?

    /// For `CIContextOption.renderingDeadline`; nil where nothing was said.
    var seconds: Double? { deadline?.seconds }
}

/// A number of seconds above 0, or `none`.
struct RenderingDeadline: ExpressibleByArgument, Equatable {
    /// Infinite for none.
    let seconds: Double

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
