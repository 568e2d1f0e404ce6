import Foundation
import ImageGraph
import Pixels

/// One node of a recipe, ready to be computed region by region: colours converted, kernels prepared.
struct PlanStep: Sendable {
    /// What is computed.
    let work: StepWork
    /// Where regions of interest come from; nil for steps that the recipe doesn't name, which read the pixels that they
    /// write.
    let operation: ImageOperation?
    /// Steps read, in the order of the operation's inputs.
    let inputs: [Int]
    /// Pixels that may not be transparent; unbounded for infinite extents.
    let bounds: PixelRect
    /// Name for errors.
    let name: String

    /// Pixels of input `index` needed for `output`, cut to that input's `bounds`.
    func region(ofInput index: Int, for output: PixelRect, bounds: PixelRect) -> PixelRect {
        guard let operation else { return output.intersection(bounds) }
        return PixelRect(enclosing: operation.region(ofInput: index, for: output.cgRect)).intersection(bounds)
    }
}

/// What a step does to pixels.
enum StepWork: Sendable {
    /// Reads a source and converts its colours, if need be.
    case source(any PixelSource, ColorConversion?)
    /// Reads a source's numbers as they are stored.
    case stored(any PixelSource)
    /// Fills with a premultiplied working-space colour.
    case constant(SIMD4<Float>)
    /// Shows the input's pixels moved by whole pixels, without copying them.
    case view(dx: Int, dy: Int)
    /// Repeats the pixels on the edge of the rectangle outwards.
    case clamp(PixelRect)
    /// Samples the input at pixel centres mapped by `inverse`.
    case affine(inverse: CGAffineTransform, Interpolation)
    /// Runs a kernel.
    case kernel(KernelWork)
    /// Multiplies colours by alpha.
    case premultiply
    /// Divides colours by alpha.
    case unpremultiply
    /// Converts colours.
    case convert(ColorConversion)
    /// Calls an operator.
    case native(any NativeOperator)

    /// Whether the pixels cost about as much as a copy, so that computing them again is better than keeping them.
    var isCheap: Bool {
        switch self {
        case .constant, .view, .clamp: true
        default: false
        }
    }

    /// Whether the step hands on its input's memory.
    var isView: Bool {
        if case .view = self { true } else { false }
    }
}

/// A prepared kernel with everything that is the same for all tiles.
final class KernelWork: Sendable {
    /// The kernel's name in its source.
    let name: String
    let kernel: any PreparedKernel
    let arguments: KernelArguments
    /// Bindings without pixels: each tile puts its rasters in.
    let samplers: [SamplerBinding]
    /// For a warp kernel, how its image is sampled.
    let warped: SamplerBinding?

    init(
        name: String, kernel: any PreparedKernel, arguments: KernelArguments, samplers: [SamplerBinding],
        warped: SamplerBinding?
    ) {
        self.name = name
        (self.kernel, self.arguments, self.samplers, self.warped) = (kernel, arguments, samplers, warped)
    }
}
