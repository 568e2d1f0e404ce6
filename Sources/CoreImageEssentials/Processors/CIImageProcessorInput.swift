import Foundation
import PixelBuffers

/// Pixels that a `CIImageProcessorKernel` reads. Valid until `process(with:arguments:output:)` returns.
public protocol CIImageProcessorInput {
    /// The rectangle of the pixels in working space, with integer coordinates. It covers at least the result of
    /// `roi(forInput:arguments:outputRect:)`. Pixels outside the image's extent are transparent.
    var region: CGRect { get }
    /// The distance in bytes from a row to the row below it.
    var bytesPerRow: Int { get }
    /// The pixel format, which is the result of `formatForInput(at:)`.
    var format: CIFormat { get }
    /// The address of the first pixel of the top row. Colours are premultiplied, in the context's working space.
    var baseAddress: UnsafeRawPointer { get }
    /// The pixels as a pixel buffer, which has the memory at `baseAddress`. nil if `region` has no pixels, and for
    /// formats that no pixel buffer has, such as `A8`, `LA8` and `RGBX8`. Red alone is in a buffer of one component.
    ///
    /// Don't write to it.
    var pixelBuffer: CVPixelBuffer? { get }
    /// The index of the tile, counted from 0, for classes that override `roiTileArray(forInput:arguments:outputRect:)`;
    /// else 0.
    var roiTileIndex: Int { get }
    /// The number of tiles; 1 for classes that don't override `roiTileArray(forInput:arguments:outputRect:)`.
    var roiTileCount: Int { get }
}
