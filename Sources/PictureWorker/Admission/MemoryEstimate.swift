import CoreImage
import Foundation
import ImageFiles
import ImageGraph
import PictureBatches
import Pixels
import SystemResources

/// The memory that a job needs beside that of the idle worker, as far as it follows from the sizes of its pictures.
///
/// An estimate is an upper limit for ordinary pictures: decoders of large HEIF or JPEG 2000 files may use more.
struct MemoryEstimate {
    /// What decoders, encoders and small pictures need.
    private static let base = 16 << 20
    /// The most bytes of a decoded picture that the library keeps in memory. It moves larger ones to a file.
    private static let mostDecoded = 1 << 30
    /// The bytes of a pixel while it is computed.
    private static let computedPixel = 16

    /// The bytes.
    let bytes: Int

    /// - Parameters:
    ///   - sources: The pictures of the job.
    ///   - result: The result, whose pixels aren't computed yet.
    ///   - size: The size of the result in pixels.
    ///   - encoded: The bytes of encoded pictures that are held in memory.
    ///   - isHeld: Whether the encoded result is held in memory.
    ///   - rendering: The memory that a rendering may use.
    init(sources: [CIImage], result: CIImage, size: CGSize, encoded: Int, isHeld: Bool, rendering: Int) {
        let results = Self.pixels(size)
        let reduced = Dictionary(
            result.node.reducedSources.map { (ObjectIdentifier($0.source), $0) },
            uniquingKeysWith: { first, _ in first })
        var (decoded, largest) = (0, results)
        for source in sources {
            var pixels = Self.pixels(source.extent.size)
            let bits = source.properties[kCGImagePropertyDepth] as? Int ?? 8
            var memory = pixels * 4 * max(1, bits / 8)
            if let (file, reduction) = source.pixelSource.flatMap({ reduced[ObjectIdentifier($0)] }) {
                pixels = reduction.width * reduction.height
                memory = file.decodingMemory(after: reduction)
            }
            decoded += min(Self.mostDecoded, memory)
            largest = max(largest, pixels)
        }
        bytes =
            Self.base + encoded + decoded + min(rendering, largest * Self.computedPixel) + (isHeld ? results * 4 : 0)
    }

    /// The number of pixels, at most that of the largest pictures that exist.
    private static func pixels(_ size: CGSize) -> Int {
        let count = size.width * size.height
        return count.isFinite ? Int(min(max(count, 0), 1e12)) : 0
    }
}

extension CIImage {
    /// The only source of the pixels; nil if there are none or several.
    fileprivate var pixelSource: (any PixelSource)? {
        let sources = node.nodesInputsFirst.compactMap { node in
            if case .source(let source, _) = node.operation { source } else { nil }
        }
        return sources.count == 1 ? sources[0] : nil
    }
}
