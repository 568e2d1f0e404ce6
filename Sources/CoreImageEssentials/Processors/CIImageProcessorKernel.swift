import Foundation
import ImageGraph
import Pixels

/// A step of a recipe whose pixels are computed by the application's code.
///
/// Subclass it, override `process(with:arguments:output:)`, and create images with
/// `apply(withExtent:inputs:arguments:)`.
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
/// **Threads.** A picture is computed in tiles. Every class method is called on several threads at the same time, for
/// any part of the picture, and possibly more than once per part. A pixel must not depend on the part that it is
/// computed with.
///
/// **Rows.** Memory starts with the top row, as in bitmaps. Regions are in working space, with the origin at the bottom
/// left. The first pixel of an input is therefore the top left one: x from `region.minX`, y below `region.maxY`.
///
/// **Errors.** An error of a method ends the rendering, which throws a `RenderingError` that names the class.
open class CIImageProcessorKernel: NSObject {
    /// Computes the pixels of `output.region`. Subclasses must override it.
    ///
    /// - Parameters:
    ///   - inputs: One input for each image given to `apply(withExtent:inputs:arguments:)`, in order.
    ///   - arguments: The arguments given to `apply(withExtent:inputs:arguments:)`.
    ///   - output: The pixels to compute.
    /// - Throws: Any error. It ends the rendering.
    open class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
        throw ProcessorError.notOverridden(processor: String(describing: self))
    }

    /// Returns the part of an input that is needed to compute a part of the result, both in working space. By default
    /// `outputRect`.
    ///
    /// A larger `outputRect` must not need a smaller part. `CGRect.infinite` stands for all of the image.
    ///
    /// - Parameters:
    ///   - input: The index of the input, counted from 0.
    ///   - arguments: The arguments given to `apply(withExtent:inputs:arguments:)`.
    ///   - outputRect: The part of the result.
    open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

    /// Returns the parts of an input, as rectangles in working space, from which a part of the result is computed one
    /// after the other.
    ///
    /// For processors that need more of an image than they can hold. `process(with:arguments:output:)` is called for
    /// each tile in order, with the same output. All inputs must have the same number of tiles. By default there is one
    /// tile, the result of `roi(forInput:arguments:outputRect:)`.
    open class func roiTileArray(
        forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
    ) -> [CIVector] {
        [CIVector(cgRect: roi(forInput: input, arguments: arguments, outputRect: outputRect))]
    }

    /// Returns the pixel format of an input. The default, `CIFormat(rawValue: 0)`, stands for `RGBAf`.
    open class func formatForInput(at input: Int32) -> CIFormat { CIFormat(rawValue: 0) }

    /// The pixel format of the result. The default, `CIFormat(rawValue: 0)`, stands for `RGBAf`.
    open class var outputFormat: CIFormat { CIFormat(rawValue: 0) }

    /// Whether all pixels of the result are opaque. If true, their alpha is set to 1. The default is false.
    open class var outputIsOpaque: Bool { false }

    /// Whether inputs must be in the processor's memory before `process(with:arguments:output:)` is called. On Linux
    /// they always are, whatever an override returns.
    open class var synchronizeInputs: Bool { true }

    /// Returns an image whose pixels this class computes.
    ///
    /// - Parameters:
    ///   - extent: The rectangle in working space on which the image is defined. An empty extent gives an empty image.
    ///   - inputs: The images to read. The result has the properties of the first one.
    ///   - arguments: Values for the class's methods, which read them on several threads at the same time. Renderings
    ///     may reuse results for equal arguments if these are numbers, strings, data, vectors, colours, points and
    ///     rectangles, or arrays and dictionaries of them.
    /// - Throws: `CIError.unsupportedFormat` for the format of an input or of the result.
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
