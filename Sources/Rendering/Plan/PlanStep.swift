import Foundation
import ImageGraph
import Pixels

/// One node of a recipe, ready to be computed region by region: colours converted, arguments checked.
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
    /// The work for one pixel in steps, loops counted as if they ran once.
    let stepsPerPixel: Double

    init(work: StepWork, operation: ImageOperation?, inputs: [Int], bounds: PixelRect, name: String) {
        (self.work, self.operation, self.inputs, self.bounds, self.name) = (work, operation, inputs, bounds, name)
        stepsPerPixel = work.stepsPerPixel
    }

    /// The step as a recipe's result in `format`: integers hold no colour beyond 0…1, and none brighter than its alpha either.
    func resulting(in format: PixelFormat) -> PlanStep {
        guard !format.isFloat, case .convert(let conversion) = work else { return self }
        return PlanStep(
            work: .convertForIntegers(conversion), operation: operation, inputs: inputs, bounds: bounds, name: name)
    }

    /// Whether the step's region function can fail, so that it has to be asked whether it did.
    var mayFailRegions: Bool { operation?.regionFailures.isEmpty == false }

    /// Whether the step's region function is called once for everything that is rendered, so that its inputs are stored.
    var computesRegionOnce: Bool {
        if case .kernel(let application)? = operation { application.computesRegionOnce } else { false }
    }

    /// Throws when the step's region function has failed.
    func checkRegions() throws(RenderingError) {
        guard let error = operation?.regionFailures.lazy.compactMap(\.error).first else { return }
        throw .regionFailed(step: name, underlying: error)
    }

    /// The kernel's name in its source; the step's own where it runs none.
    var kernelName: String { work.kernel?.name ?? name }

    /// Pixels of input `index` needed for `output`, cut to that input's `bounds`.
    func region(ofInput index: Int, for output: PixelRect, bounds: PixelRect) -> PixelRect {
        guard let operation else { return output.intersection(bounds) }
        return PixelRect(enclosing: region(ofInput: index, for: output, operation)).intersection(bounds)
    }

    private func region(ofInput index: Int, for output: PixelRect, _ operation: ImageOperation) -> CGRect {
        guard case .kernel(let kernel) = work, kernel.readers.indices.contains(index) else {
            return operation.region(ofInput: index, for: output.cgRect)
        }
        // As `operation.region` does, without collecting the images from the arguments for every tile.
        let reader = kernel.readers[index]
        return reader.image.region(
            for: kernel.regionOfInterest(index, output.cgRect), atPixelCenters: reader.isAtPixelCenters)
    }
}

/// What a step does to pixels.
enum StepWork: Sendable {
    /// Nothing: the pixels are in memory as they are, in a format that kernels read.
    case bitmap(PixelView)
    /// Nothing: the rows that a part of the picture needs are read before it is computed.
    case streamed(StreamedSource)
    /// Takes a source's numbers, the input, to premultiplied pixels in the space that the conversion leads to.
    case imported(AlphaState, ColorConversion?)
    /// Reads a source and converts its colours, if need be.
    case source(any PixelSource, ColorConversion?)
    /// Reads a source's numbers as they are stored.
    case stored(any PixelSource)
    /// Fills with a premultiplied working-space colour.
    case constant(SIMD4<Float>)
    /// Shows the input's pixels moved by whole pixels, without copying them.
    case view(dx: Int, dy: Int)
    /// Shows the input's pixels, kept in memory where the recipe asks for it.
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
    /// Converts colours and holds the results within 0…1, before they are multiplied by alpha again: what an integer format can hold.
    case convertForIntegers(ColorConversion)
    /// Calls an operator.
    case native(any NativeOperator)

    /// Whether the pixels cost about as much as a copy, so that computing them again is better than keeping them.
    var isCheap: Bool {
        switch self {
        case .constant, .view, .clamp, .bitmap, .streamed: true
        default: false
        }
    }

    /// The work for one pixel in steps, loops counted as if they ran once.
    var stepsPerPixel: Double {
        switch self {
        case .kernel(let kernel): max(1, Double(kernel.program.instructionCount))
        case .native(let computation): max(1, computation.stepsPerPixel)
        case .view, .intermediate, .bitmap, .streamed: 0
        default: 1
        }
    }

    /// Whether the step hands on its input's memory.
    var isView: Bool { viewOffset != nil }

    /// How far a view moves its input's pixels; nil for other steps.
    var viewOffset: (dx: Int, dy: Int)? {
        switch self {
        case .view(let dx, let dy): (dx, dy)
        case .intermediate: (0, 0)
        default: nil
        }
    }

    /// The pixels that are in memory before anything is computed.
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

    /// The kernel that the step runs.
    var kernel: KernelWork? {
        if case .kernel(let work) = self { work } else { nil }
    }
}
