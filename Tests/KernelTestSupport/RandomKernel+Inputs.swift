import Foundation
import ImageGraph
import Pixels
import TestSupport

extension RandomKernel {
    /// The images for the kernel of a seed.
    package static func images(seed: UInt64) -> [SamplerBinding] {
        var random = SeededGenerator(seed: seed &+ 77)
        return (0..<2).map { _ in
            let bounds = PixelRect(
                x: random.below(7) - 3, y: random.below(5) - 2, width: random.below(24), height: random.below(9))
            let raster = Raster(bounds: bounds)
            let hasEdges = random.below(3) == 0
            for i in 0..<bounds.area {
                for component in 0..<4 {
                    raster.pixels[i][component] = hasEdges ? random.float() : Float(random.below(1000)) / 999
                }
            }
            let extents = [bounds, bounds.outset(by: -1), bounds.outset(by: 2)].map(\.cgRect) + [CGRect.infinite]
            let transforms: [CGAffineTransform] = [
                .identity, .identity, CGAffineTransform(translationX: 2, y: -1),
                CGAffineTransform(a: 0.7, b: 0.2, c: -0.1, d: 1.3, tx: 0.25, ty: -1.5),
            ]
            return SamplerBinding(
                raster: raster, extent: extents[random.below(4)], transform: transforms[random.below(4)],
                interpolation: random.below(2) == 0 ? .linear : .nearest,
                wrap: random.below(2) == 0 ? .transparent : .clamp)
        }
    }

    /// The arguments for the kernel of a seed.
    package static func arguments(seed: UInt64) -> [[Float]] {
        var random = SeededGenerator(seed: seed &+ 99)
        return [
            [random.float()], [Float(random.int())], [Float(random.below(2))], [random.float(), random.float()], [], [],
        ]
    }
}
