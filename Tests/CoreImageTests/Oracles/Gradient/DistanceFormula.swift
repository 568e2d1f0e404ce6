import CoreImage
import Foundation
import Testing

/// Distances to a mask by exhaustive search.
enum DistanceFormula {
    /// Islands, a hole, and a border that touches the edges, with values on both sides of ½, some of them with little
    /// alpha.
    static let mask = PixelGrid(x: -7, y: 4, width: 23, height: 17) { x, y in
        let isRing = (3...6).contains(Int(hypot(Double(x), Double(y - 12)).rounded()))
        let isDot = (x == 12 && y == 6) || x == -7
        return isRing || isDot ? SIMD4(0.51, 0, 0.2, 0.6) : SIMD4(0.5, 1, 1, 1)
    }

    /// Compares a filter's picture around the mask with the right one.
    static func check(_ filter: String, isSigned: Bool) throws {
        let bounds = mask.bounds.insetBy(dx: -9, dy: -11)
        let pixels = (0..<Int(bounds.width * bounds.height)).map { index in
            (Int(bounds.minX) + index % Int(bounds.width), Int(bounds.minY) + index / Int(bounds.width))
        }
        let inside = pixels.filter { mask[$0.0, $0.1].x > 0.5 }
        // Pixels outside the picture aren't in the mask. The nearest of them lies within a pixel of the picture's edge,
        // so those in `bounds` suffice.
        let outside = pixels.filter { mask[$0.0, $0.1].x <= 0.5 }
        for maximum in [0.0, 1, 2.5, 7, 100] {
            let image = mask.image.applyingFilter(filter, parameters: ["inputMaximumDistance": maximum])
            #expect(image.extent.isInfinite)
            try expect(image, in: bounds, tolerance: 1e-6) { x, y in
                func nearest(_ others: [(Int, Int)]) -> Double {
                    let distance = others.map { hypot(Double($0.0 - x), Double($0.1 - y)) }.min() ?? .infinity
                    return distance == 0 ? 0 : min(distance / maximum, 1)
                }
                return SIMD4(Float(nearest(inside) - (isSigned ? nearest(outside) : 0)), 0, 0, 1)
            }
            try expectSameInParts(image, in: bounds, part: 8)
        }
        // Far away from any mask, and without one, everything is at the maximum.
        for image in [mask.image, CIImage.empty(), CIImage(color: .black)] {
            let far = image.applyingFilter(filter, parameters: ["inputMaximumDistance": 10.0])
            try expect(far, in: CGRect(x: 900, y: -900, width: 3, height: 3), tolerance: 0) { _, _ in SIMD4(1, 0, 0, 1)
            }
        }
    }
}
