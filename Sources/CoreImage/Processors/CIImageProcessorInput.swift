import Foundation

/// Pixels that a `CIImageProcessorKernel` reads. Valid until `process(with:arguments:output:)` returns.
public protocol CIImageProcessorInput {
    /// The part of the image in memory: at least what `roi(forInput:arguments:outputRect:)` asked for, in whole pixels. Where it lies outside
    /// the image's extent the pixels are transparent.
    var region: CGRect { get }
    /// Bytes from a row to the one below it.
    var bytesPerRow: Int { get }
    /// How a pixel is stored: what `formatForInput(at:)` asked for.
    var format: CIFormat { get }
    /// The first pixel of the topmost row. Colours are premultiplied, in the context's working space.
    var baseAddress: UnsafeRawPointer { get }
    /// The number of the tile, from 0, for classes that override `roiTileArray(forInput:arguments:outputRect:)`.
    var roiTileIndex: Int { get }
    /// How many tiles there are; 1 for other classes.
    var roiTileCount: Int { get }
}
