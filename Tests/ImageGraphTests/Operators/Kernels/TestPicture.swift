import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

/// A picture of random pixels, and an image of its extent.
struct TestPicture: Sendable {
    let pixels: Raster
    /// An image with the picture's extent. Operators in these tests get the pixels separately.
    let node: ImageNode

    /// What the pixels are.
    enum Content: CaseIterable {
        /// Numbers from −1 to 3.
        case finite
        /// Also NaN, infinities, zeros of both signs, a large and a tiny number.
        case special
    }

    init(_ bounds: PixelRect, _ content: Content = .finite, seed: UInt64 = 1) {
        var random = SeededGenerator(seed: seed)
        pixels = Raster(bounds: bounds)
        let numbers: [Float] = [.nan, .infinity, -.infinity, 0, -0.0, 3e37, 0x1p-140]
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                var pixel = SIMD4<Float>.zero
                for component in 0..<4 {
                    let isSpecial = content == .special && random.below(12) == 0
                    pixel[component] = isSpecial ? random.element(numbers) : random.number(-1...3)
                }
                pixels[x, y] = pixel
            }
        }
        node = Self.image(of: bounds)
    }

    private static func image(of bounds: PixelRect) -> ImageNode {
        if bounds.isEmpty { return .empty }
        return .constant(GraphColor(components: .one, colorSpace: nil)).cropped(to: bounds.cgRect)
    }

    /// A picture without pixels.
    static var empty: TestPicture { TestPicture(.empty) }

    /// Bounds of different sizes and places.
    static let bounds = [
        PixelRect(x: -7, y: -5, width: 23, height: 19), PixelRect(x: 3, y: 4, width: 1, height: 1),
        PixelRect(x: -40, y: 11, width: 64, height: 3), PixelRect(x: 0, y: -33, width: 2, height: 41),
    ]

    /// Regions inside, across the edge of, around and outside of a picture.
    var regions: [PixelRect] {
        let box = pixels.bounds
        return [
            box, box.outset(by: 6), PixelRect(x: box.x + box.width / 2, y: box.y - 3, width: 5, height: 7),
            PixelRect(x: box.maxX - 1, y: box.y, width: 1, height: 1),
            PixelRect(x: box.maxX + 4, y: box.maxY + 9, width: 4, height: 3),
            PixelRect(x: box.x - 500, y: box.y - 2, width: 9, height: 4),
        ]
    }

    /// Pictures of all bounds and contents.
    static let all = bounds.enumerated().flatMap { index, bounds in
        Content.allCases.map { TestPicture(bounds, $0, seed: UInt64(index)) }
    }
}

/// Expects that runs compute what an operator computes in all regions of all pictures, and of an empty one.
func expectRuns(
    _ closeness: Closeness, of computation: (_ image: ImageNode) -> any KernelComposedOperator,
    location: SourceLocation = #_sourceLocation
) throws {
    for picture in TestPicture.all + [.empty] {
        for region in picture.regions where !region.isEmpty {
            try expectRuns(
                of: computation(picture.node), on: [picture.pixels], in: region, closeness, location: location)
        }
    }
}
