import Foundation
import ImageGraph
import Pixels

/// A step of a recipe whose pixels are computed by code of the application: subclass it, override `process(with:arguments:output:)`, and make
/// images with `apply(withExtent:inputs:arguments:)`.
///
/// ```swift
/// final class Threshold: CIImageProcessorKernel {
///     override class func formatForInput(at input: Int32) -> CIFormat { .R8 }
///     override class var outputFormat: CIFormat { .R8 }
///     override class func process(
///         with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
///     ) throws { … }
/// }
/// let mask = try Threshold.apply(withExtent: image.extent, inputs: [image], arguments: ["level": 128])
/// ```
///
/// **Threads.** A picture is computed in tiles: every class method is called from several threads at the same time, for any part of the picture
/// and more than once. A pixel must not depend on the part that it is computed with.
/// **Rows.** Memory runs from the top down, as in bitmaps; regions are in working space, with the origin at the bottom left. So the first
/// pixel of an input is at (`region.minX`, `region.maxY`).
/// **Errors.** What a method throws, the rendering throws, in a `RenderingError` that names the class.
open class CIImageProcessorKernel: NSObject {
    /// Computes the pixels of `output.region`. Override it; an error that it throws ends the rendering.
    ///
    /// - Parameters:
    ///   - inputs: One for each image given to `apply(withExtent:inputs:arguments:)`, in order.
    ///   - arguments: What was given to `apply(withExtent:inputs:arguments:)`.
    ///   - output: Where to compute to.
    open class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        throw ProcessorError.notOverridden(processor: String(describing: self))
    }

    /// The part of an input that a part of the result is computed from, both in working space; the same rectangle unless overridden.
    ///
    /// A larger `outputRect` must not need less. `CGRect.infinite` asks for all of the image.
    open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

    /// The parts of an input, rectangles in working space, that a part of the result is computed from one after the other:
    /// `process(with:arguments:output:)` is called for each, from the first to the last, with the same output. For processors that need
    /// more of an image than they can hold. Inputs must have the same number of tiles.
    ///
    /// Unless overridden there is one tile: what `roi(forInput:arguments:outputRect:)` answers.
    open class func roiTileArray(
        forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
    ) -> [CIVector] {
        [CIVector(cgRect: roi(forInput: input, arguments: arguments, outputRect: outputRect))]
    }

    /// The format in which an input's pixels are handed over; `CIFormat(rawValue: 0)`, which it is unless overridden, stands for `RGBAf`.
    open class func formatForInput(at input: Int32) -> CIFormat { CIFormat(rawValue: 0) }

    /// The format in which the result is computed; `CIFormat(rawValue: 0)`, which it is unless overridden, stands for `RGBAf`.
    open class var outputFormat: CIFormat { CIFormat(rawValue: 0) }

    /// Whether all pixels of the result are opaque; their alpha is set to 1 then. False unless overridden.
    open class var outputIsOpaque: Bool { false }

    /// Whether inputs have to be in the memory of the processor before `process(with:arguments:output:)` is called. There is no
    /// other memory on Linux: they always are, whatever an override says.
    open class var synchronizeInputs: Bool { true }

    /// The recipe of an image that the class computes.
    ///
    /// - Parameters:
    ///   - extent: Where the image is defined; an empty one gives an empty image.
    ///   - inputs: Images to read.
    ///   - arguments: Values for the class's methods, which get them from several threads at once. Renderings may keep results for
    ///     equal arguments where these are numbers, texts, data, vectors and colours, and arrays and dictionaries of such.
    /// - Throws: `CIError.unsupportedFormat`.
    public class func apply(
        withExtent extent: CGRect, inputs: [CIImage]?, arguments: [String: Any]?
    ) throws -> CIImage {
        let images = inputs ?? []
        let processor = try ClassProcessor(self, inputCount: images.count, arguments: arguments)
        if extent.isNull || extent.isEmpty { return .empty() }
        let computation = ProcessorOperator(processor, inputs: images.map(\.node))
        return CIImage(
            node: .native(computation, extent: extent.standardized), properties: images.first?.properties ?? [:])
    }
}
