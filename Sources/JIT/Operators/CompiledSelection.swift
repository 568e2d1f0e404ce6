import ImageGraph
import Pixels

/// A compiled operator whose results are values of its inputs, such as extremes and medians. The same steps compute
/// floats and bytes.
protocol CompiledSelection: CompiledOperator, StoredPixelOperator {
    /// Computes `region` into `output`, which has the format of the inputs.
    func select(from inputs: [PixelView], region: PixelRect, into output: PixelView) throws
}

extension CompiledSelection {
    func resultFormat(reading format: PixelFormat) -> PixelFormat? { format.isFourBytes ? format : nil }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        try select(from: inputs.map(\.view), region: region, into: output.view)
    }

    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        try select(from: inputs, region: region, into: output)
    }
}
