import Foundation
import ImageGraph
import Pixels

/// The computation of a step.
enum StepOperation: Sendable {
    /// No computation: the pixels are in memory, in a format that kernels read.
    case bitmap(PixelView)
    /// No computation: the pixels of a source with a `textureFormat` are in memory, or in a device's.
    case texture(any PixelSource)
    /// No computation: the rows that a part of the image needs are read from the source before the part is computed.
    case streamed(StreamedSource)
    /// Converts a source's raw values, which are the input, to premultiplied pixels in the conversion's target
    /// space.
    case convertedSource(AlphaState, ColorConversion?)
    /// Reads a source, and converts its colours if there is a conversion.
    case source(any PixelSource, ColorConversion?)
    /// Reads a source's values without conversion, in its own colour space and alpha convention.
    case rawSource(any PixelSource)
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
    case kernel(BoundKernel)
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
        case .constant, .view, .clamp, .bitmap, .texture, .streamed: true
        default: false
        }
    }

    /// Whether the step's operator wants its inputs stored.
    var storesInputs: Bool {
        if case .native(let computation) = self { computation.storesInputs } else { false }
    }

    /// Work per pixel, with every loop counted as one repetition.
    var workPerPixel: Double {
        switch self {
        case .kernel(let kernel): max(1, Double(kernel.program.instructionCount))
        case .native(let computation): max(1, computation.workPerPixel)
        case .view, .intermediate, .bitmap, .texture, .streamed: 0
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

    /// A view with the bounds of the pixels that exist before the rendering begins, which must not be accessed; nil for
    /// other steps.
    var outline: PixelView? {
        switch self {
        case .bitmap(let view): view
        case .texture(let source):
            .outline(
                of: PixelRect(x: 0, y: 0, width: source.width, height: source.height),
                format: source.textureFormat ?? .RGBAf)
        default: nil
        }
    }

    /// The format of pixels that are in memory before a pass begins; nil for steps that compute theirs.
    var heldFormat: PixelFormat? {
        switch self {
        case .bitmap(let view): view.format
        case .texture(let source): source.textureFormat
        case .streamed(let stream): stream.format
        default: nil
        }
    }

    /// The operator that the step runs, if it can read pixels as they are stored; nil for other steps.
    var storedPixelOperator: (any StoredPixelOperator)? {
        if case .native(let computation) = self { computation as? any StoredPixelOperator } else { nil }
    }

    /// The operator that the step runs, if devices can compute it by kernels; nil for other steps.
    var kernelComposedOperator: (any KernelComposedOperator)? {
        guard case .native(let computation) = self, let composed = computation as? any KernelComposedOperator else {
            return nil
        }
        return composed.hasKernelRuns ? composed : nil
    }

    /// The kernel that the step runs; nil for other steps.
    var kernel: BoundKernel? {
        if case .kernel(let kernel) = self { kernel } else { nil }
    }
}
