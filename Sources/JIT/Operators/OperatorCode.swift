/// The generated functions that operators are made of: a few loops over rows, to which weights and sizes are arguments.
///
/// Thread-safe. The functions live as long as this object.
final class OperatorCode: Sendable {
    /// Changes with the generated text, so that a cache never hands out code of another version.
    static let version = 1

    /// `output[x] = bias + Σ weights[t] · input[x + offsets[t]]`.
    let weightedSum: WeightedSumText.Function
    /// Interpolation, four output pixels from a few input pixels.
    let spread: SpreadText.Function
    /// Interpolation with four weights that repeat.
    let spreadFour: SpreadText.FourTapFunction
    /// Sums of long runs of input pixels.
    let gather: GatherText.Function
    /// Running sums for averages, for each of `averageShapes`.
    let average: [[AverageText.Action: AverageText.Function]]
    /// Lines that the average functions take at a time, the most first.
    let averageShapes: [AverageText.Shape]
    /// Sums and extremes of rectangles.
    let reduction: [ReductionText.Kind: ReductionText.Function]
    /// Counts of values in rectangles.
    let histogram: ReductionText.HistogramFunction

    private let code: MachineCode

    /// Loads the functions. Throws `ObjectFileError` where one is missing.
    init(code: MachineCode, lanes: Int) throws(ObjectFileError) {
        weightedSum = unsafeBitCast(try code.address(of: WeightedSumText.name), to: WeightedSumText.Function.self)
        spread = unsafeBitCast(try code.address(of: SpreadText.name), to: SpreadText.Function.self)
        spreadFour = unsafeBitCast(try code.address(of: SpreadText.fourTapName), to: SpreadText.FourTapFunction.self)
        gather = unsafeBitCast(try code.address(of: GatherText.name), to: GatherText.Function.self)
        averageShapes = AverageText.shapes(lanes: lanes)
        var average: [[AverageText.Action: AverageText.Function]] = []
        for shape in averageShapes {
            var functions: [AverageText.Action: AverageText.Function] = [:]
            for action in AverageText.Action.allCases {
                functions[action] = unsafeBitCast(
                    try code.address(of: AverageText.name(action, shape)), to: AverageText.Function.self)
            }
            average.append(functions)
        }
        self.average = average
        var reduction: [ReductionText.Kind: ReductionText.Function] = [:]
        for kind in ReductionText.Kind.allCases {
            reduction[kind] = unsafeBitCast(
                try code.address(of: ReductionText.name(kind)), to: ReductionText.Function.self)
        }
        self.reduction = reduction
        histogram = unsafeBitCast(
            try code.address(of: ReductionText.histogramName), to: ReductionText.HistogramFunction.self)
        self.code = code
    }

    /// The text of all functions.
    static func text(for processor: TargetProcessor) -> String {
        let text = OperatorText(lanes: processor.lanes)
        let spread = SpreadText(text: text)
        return [
            text.declarations, WeightedSumText(text: text).definition, spread.definition, spread.fourTapDefinition,
            GatherText(text: text).definition, AverageText(text: text).definitions,
            ReductionText(text: text).definitions, "attributes #0 = { \(processor.functionAttributes) }\n",
        ].joined(separator: "\n")
    }
}
