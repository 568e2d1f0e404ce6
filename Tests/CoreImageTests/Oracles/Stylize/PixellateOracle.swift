import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The measured rule: squares show the image at their centre, positions halfway between squares are rounded to
    /// even, and the extent grows by half a square on each side.
    static let pixellate = FilterOracle("CIPixellate", .formula) {
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        let window = CGRect(x: -8, y: -11, width: 33, height: 27)
        let settings: [(CGPoint, Float)] = [
            (CGPoint(x: 150, y: 150), 4), (CGPoint(x: 0.5, y: 3), 3), (CGPoint(x: -7.3, y: 2.2), 2.75),
            (CGPoint(x: 6, y: 1), 50), (CGPoint(x: 0, y: 0), 1), (CGPoint(x: 0.5, y: 0.5), 2),
        ]
        for (corner, scale) in settings {
            let image = grid.image.applyingFilter(
                "CIPixellate", parameters: [kCIInputCenterKey: CIVector(cgPoint: corner), kCIInputScaleKey: scale])
            let size = CGFloat(scale)
            func middle(_ value: CGFloat, _ start: CGFloat) -> CGFloat {
                start + (((value - start) / size - 0.5).rounded(.toNearestOrEven) + 0.5) * size
            }
            try expect(image, in: window, tolerance: 2e-4) { x, y in
                let p = pixelCenter(x, y)
                return grid.bilinear(at: CGPoint(x: middle(p.x, corner.x), y: middle(p.y, corner.y)))
            }
        }
        for scale in [0, -4, .nan, 1] as [Float] {
            let same = grid.image.applyingFilter("CIPixellate", parameters: [kCIInputScaleKey: scale])
            try expect(same, in: grid.bounds.insetBy(dx: -2, dy: -2)) { grid[$0, $1] }
        }
        let large = grid.image.applyingFilter(
            "CIPixellate", parameters: [kCIInputCenterKey: CIVector(x: 1, y: 0), kCIInputScaleKey: 10])
        #expect(large.extent == CGRect(x: -2, y: -7, width: 22, height: 19))
    }
}
