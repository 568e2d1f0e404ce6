import Foundation
import ImageGraph
import Pixels

/// One node of a recipe, prepared for computing any region: colours are converted and arguments checked.
struct PlanStep: Sendable {
    /// The computation.
    let work: StepWork
    /// The operation that determines regions of interest; nil for steps that no node of the recipe corresponds to,
    /// which read exactly the pixels that they write.
    let operation: ImageOperation?
    /// Indices of the steps that are read, in the order of the operation's inputs.
    let inputs: [Int]
    /// Bounds of the pixels that may be other than transparent; unbounded for infinite extents.
    let bounds: PixelRect
    /// Name of the step in error messages.
    let name: String
    /// Work per pixel in steps, with every loop counted as one repetition.
    let stepsPerPixel: Double

    init(work: StepWork, operation: ImageOperation?, inputs: [Int], bounds: PixelRect, name: String) {
        (self.work, self.operation, self.inputs, self.bounds, self.name) = (work, operation, inputs, bounds, name)
        stepsPerPixel = work.stepsPerPixel
    }

    /// Returns the step for a recipe's result in `format`. A colour conversion to an integer format clamps colours to
    /// 0…1 before they are multiplied by alpha, because the format holds no other colours.
    func resulting(in format: PixelFormat) -> PlanStep {
        guard !format.isFloat, case .convert(let conversion) = work else { return self }
        return PlanStep(
            work: .convertForIntegers(conversion), operation: operation, inputs: inputs, bounds: bounds, name: name)
    }

    /// Whether the step's region function can fail. `checkRegions()` must then be called after it.
    var mayFailRegions: Bool { operation?.regionFailures.isEmpty == false }

    /// Whether the step's region function is called once per rendering. The step's inputs are then stored.
    var computesRegionOnce: Bool {
        if case .kernel(let application)? = operation { application.computesRegionOnce } else { false }
    }

    /// Throws if the step's region function has failed.
    func checkRegions() throws(RenderingError) {
        guard let error = operation?.regionFailures.lazy.compactMap(\.error).first else { return }
        throw .regionFailed(step: name, underlying: error)
    }

    /// The kernel's name in its source, or the step's name if the step runs no kernel.
    var kernelName: String { work.kernel?.name ?? name }

    /// Returns the pixels of input `index` that `output` needs, clipped to that input's `bounds`.
    func region(ofInput index: Int, for output: PixelRect, bounds: PixelRect) -> PixelRect {
        guard let operation else { return output.intersection(bounds) }
        return PixelRect(enclosing: region(ofInput: index, for: output, operation)).intersection(bounds)
    }

    private func region(ofInput index: Int, for output: PixelRect, _ operation: ImageOperation) -> CGRect {
        guard case .kernel(let kernel) = work, kernel.readers.indices.contains(index) else {
            return operation.region(ofInput: index, for: output.cgRect)
        }
        // Same result as `operation.region`, without collecting the images from the arguments for every tile.
        let reader = kernel.readers[index]
        return reader.image.region(
            for: kernel.regionOfInterest(index, output.cgRect), atPixelCenters: reader.isAtPixelCenters)
    }
}

/// The computation of a step.
enum StepWork: Sendable {
    /// No computation: the pixels are in memory, in a format that kernels read.
    case bitmap(PixelView)
    /// No computation: the rows that a part of the image needs are read from the source before the part is computed.
    case streamed(StreamedSource)
    /// Converts a source's stored values, which are the input, to premultiplied pixels in the conversion's target
    /// space.
    case imported(AlphaState, ColorConversion?)
    /// Reads a source, and converts its colours if there is a conversion.
    case source(any PixelSource, ColorConversion?)
    /// Reads a source's values as they are stored.
    case stored(any PixelSource)
    /// Fills with a premultiplied working-space colour.
    case constant(SIMD4<Float>)
    /// Presents the input's pixels moved by whole pixels, without copying them.
    case view(dx: Int, dy: Int)
    /// Presents the input's pixels, which are stored because the recipe requests it.
    case intermediate
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
    /// Converts colours and clamps them to 0…1 before they are multiplied by alpha again, for an integer format.
    case convertForIntegers(ColorConversion)
    /// Runs a native operator.
    case native(any NativeOperator)

    /// Whether computing the pixels costs about as much as a copy, so that storing them gains nothing.
    var isCheap: Bool {
        switch self {
        case .constant, .view, .clamp, .bitmap, .streamed: true
        default: false
        }
    }

    /// Work per pixel in steps, with every loop counted as one repetition.
    var stepsPerPixel: Double {
        switch self {
        case .kernel(let kernel): max(1, Double(kernel.program.instructionCount))
        case .native(let computation): max(1, computation.stepsPerPixel)
        case .view, .intermediate, .bitmap, .streamed: 0
        default: 1
        }
    }

    /// Whether the step's result is its input's memory.
    var isView: Bool { viewOffset != nil }

    /// Offset in pixels by which a view moves its input; nil for other steps.
    var viewOffset: (dx: Int, dy: Int)? {
        switch self {
        case .view(let dx, let dy): (dx, dy)
        case .intermediate: (0, 0)
        default: nil
        }
    }

    /// The pixels that are in memory before the rendering begins; nil for other steps.
    var bitmap: PixelView? {
        if case .bitmap(let view) = self { view } else { nil }
    }

    /// The format of pixels that are in memory before a stage begins; nil for steps that compute theirs.
    var heldFormat: PixelFormat? {
        switch self {
        case .bitmap(let view): view.format
        case .streamed(let stream): stream.format
        default: nil
        }
    }

    /// The kernel that the step runs; nil for other steps.
    var kernel: KernelWork? {
        if case .kernel(let work) = self { work } else { nil }
    }
}
