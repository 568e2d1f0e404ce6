import Foundation
import PixelBuffers

/// Pixels that a `CIImageProcessorKernel` computes. Valid until `process(with:arguments:output:)` returns.
public protocol CIImageProcessorOutput {
    /// The rectangle of the pixels to compute, in working space, with integer coordinates.
    var region: CGRect { get }
    /// The distance in bytes from a row to the row below it.
    var bytesPerRow: Int { get }
    /// The pixel format, which is the value of `outputFormat`.
    var format: CIFormat { get }
    /// The address of the first pixel of the top row. Colours are premultiplied, in the context's working space.
    ///
    /// All bytes are initially zero: pixels that aren't written are transparent, or black in a format without alpha.
    var baseAddress: UnsafeMutableRawPointer { get }
    /// The pixels as a pixel buffer, which has the memory at `baseAddress`. nil for formats that no pixel buffer has,
    /// such as `A8`, `LA8` and `RGBX8`. Red alone is in a buffer of one component.
    var pixelBuffer: CVPixelBuffer? { get }
}
