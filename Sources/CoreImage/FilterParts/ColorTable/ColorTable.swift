import Foundation
import ImageGraph
import Pixels

/// A cube of premultiplied RGBA colours, red fastest, then green, then blue, as an image whose pixels kernels read as numbers.
///
/// The image is as wide as the cube's edge. Its rows, from the top down, are those of the data: green within blue.
struct ColorTable: Sendable {
    /// Entries along each edge, at least 2.
    let dimension: Int
    /// Whether every entry's alpha is 1.
    let isOpaque: Bool
    private let node: ImageNode

    /// Bytes of a table.
    static func byteCount(dimension: Int) -> Int { dimension * dimension * dimension * MemoryLayout<SIMD4<Float>>.size }

    /// A table over data; nil when its size isn't that of a table. The bytes aren't copied.
    init?(dimension: Int, data: Data) {
        guard dimension >= 2, data.count == Self.byteCount(dimension: dimension),
            let entries = ColorTableNodes.shared.node(dimension: dimension, data: data)
        else { return nil }
        (self.dimension, node, isOpaque) = (dimension, entries.node, entries.isOpaque)
    }

    /// A table of opaque colours computed from the colours from 0 to 1 that pick them.
    init?(dimension: Int, entry: (SIMD3<Float>) -> SIMD3<Float>) {
        let last = Float(dimension - 1)
        var entries: [SIMD4<Float>] = []
        entries.reserveCapacity(dimension * dimension * dimension)
        for blue in 0..<dimension {
            for green in 0..<dimension {
                for red in 0..<dimension {
                    entries.append(SIMD4(entry(SIMD3(Float(red), Float(green), Float(blue)) / last), 1))
                }
            }
        }
        self.init(dimension: dimension, data: entries.withUnsafeBytes { Data($0) })
    }

    /// The corners of the colour cube, which change nothing.
    static let identityData: Data = {
        let ends: [Float] = [0, 1]
        let entries: [Float] = ends.flatMap { blue in
            ends.flatMap { green in ends.flatMap { red in [red, green, blue, 1] } }
        }
        return entries.withUnsafeBytes { Data($0) }
    }()

    /// The entries as an image, read at single pixels.
    var image: CIImage { CIImage(node: node, interpolation: .nearest) }

    /// Number of the last entry along an edge, then the parts of the image that a column and a row are, as samplers count from 0 to 1.
    var scale: CIVector {
        let edge = CGFloat(dimension)
        return CIVector(x: edge - 1, y: 1 / edge, z: 1 / (edge * edge))
    }
}
