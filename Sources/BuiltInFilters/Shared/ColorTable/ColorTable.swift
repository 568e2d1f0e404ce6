import CoreImageEssentials
import Foundation
import ImageGraph

/// A cube of premultiplied RGBA colours, red fastest, then green, then blue, stored as an image whose pixels kernels
/// read as numbers.
///
/// The image is as wide as the cube's edge. Its rows, from the top down, follow the order of the data: green within
/// blue.
struct ColorTable: Sendable {
    /// Number of entries along each edge, at least 2.
    let dimension: Int
    /// Whether every entry's alpha is 1.
    let isOpaque: Bool
    private let node: ImageNode

    /// Size of a table in bytes.
    static func byteCount(dimension: Int) -> Int { dimension * dimension * dimension * MemoryLayout<SIMD4<Float>>.size }

    /// Creates a table over data, or nil if the data doesn't have the size of such a table. The bytes are copied only
    /// if they are misaligned or hold numbers that aren't finite.
    init?(dimension: Int, data: Data) {
        guard dimension >= 2, data.count == Self.byteCount(dimension: dimension),
            let entries = ColorTableNodes.shared.node(dimension: dimension, data: data)
        else { return nil }
        (self.dimension, node, isOpaque) = (dimension, entries.node, entries.isOpaque)
    }

    /// Creates a table of opaque colours. `entry` computes each of them from the colour, with components from 0 to 1,
    /// that selects it.
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

    /// Data of a table of dimension 2 that changes nothing: the corners of the colour cube.
    static let identityData: Data = {
        let ends: [Float] = [0, 1]
        let entries: [Float] = ends.flatMap { blue in
            ends.flatMap { green in ends.flatMap { red in [red, green, blue, 1] } }
        }
        return entries.withUnsafeBytes { Data($0) }
    }()

    /// The entries as an image, read at single pixels.
    var image: CIImage { CIImage(node: node, interpolation: .nearest) }

    /// Index of the last entry along an edge, then the width of a column and the height of a row in sampler coordinates
    /// (0…1).
    var scale: CIVector {
        let edge = CGFloat(dimension)
        return CIVector(x: edge - 1, y: 1 / edge, z: 1 / (edge * edge))
    }
}
