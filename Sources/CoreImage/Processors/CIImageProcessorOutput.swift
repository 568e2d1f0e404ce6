import Foundation

/// Pixels that a `CIImageProcessorKernel` computes. Valid until `process(with:arguments:output:)` returns.
public protocol CIImageProcessorOutput {
    /// The part of the result to compute, in whole pixels.
    var region: CGRect { get }
    /// Bytes from a row to the one below it.
    var bytesPerRow: Int { get }
    /// How a pixel is stored: what `outputFormat` says.
    var format: CIFormat { get }
    /// The first pixel of the topmost row. All bytes are zero before: pixels that aren't written are transparent, or black in a format
    /// without alpha. Colours are premultiplied, in the context's working space.
    var baseAddress: UnsafeMutableRawPointer { get }
}
