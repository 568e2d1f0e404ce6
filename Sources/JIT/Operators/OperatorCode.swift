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

    private let code: MachineCode

    /// Loads the functions. Throws `ObjectFileError` where one is missing.
    init(code: MachineCode) throws(ObjectFileError) {
        weightedSum = unsafeBitCast(try code.address(of: WeightedSumText.name), to: WeightedSumText.Function.self)
        spread = unsafeBitCast(try code.address(of: SpreadText.name), to: SpreadText.Function.self)
        spreadFour = unsafeBitCast(try code.address(of: SpreadText.fourTapName), to: SpreadText.FourTapFunction.self)
        gather = unsafeBitCast(try code.address(of: GatherText.name), to: GatherText.Function.self)
        self.code = code
    }

    /// The text of all functions.
    static func text(for processor: TargetProcessor) -> String {
        let text = OperatorText(lanes: processor.lanes)
        let spread = SpreadText(text: text)
        return [
            text.declarations, WeightedSumText(text: text).definition, spread.definition, spread.fourTapDefinition,
            GatherText(text: text).definition, "attributes #0 = { \(processor.functionAttributes) }\n",
        ].joined(separator: "\n")
    }
}
