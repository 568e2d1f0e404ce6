import Foundation
import ImageGraph
import Pixels
import TestSupport

/// Images and kernels that sample them.
package enum SamplingCases {
    /// Reads the current pixel.
    package static let here = "kernel vec4 k(__sample s) { return s; }"
    /// Samples at points on curves, inside and outside of the image.
    package static let points = """
        kernel vec4 k(sampler s, float scale) {
            vec2 d = destCoord();
            return sample(s, samplerTransform(s, d + (d - vec2(2.0, 1.0)) * (scale * dot(d, vec2(0.31, 0.27)))));
        }
        """
    /// Transforms of images, some of which move by whole pixels.
    package static let transforms: [CGAffineTransform] = [
        .identity, CGAffineTransform(translationX: -3, y: 2), CGAffineTransform(translationX: 0.25, y: -0.5),
        CGAffineTransform(a: -0.8, b: 0.3, c: 0.4, d: 1.7, tx: 3.25, ty: 1),
        CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 1e15, ty: 0),
    ]

    /// Returns an image with random pixels. If `special` is true, edge values are among them.
    package static func image(_ bounds: PixelRect, seed: UInt64, special: Bool) -> Raster {
        var random = SeededGenerator(seed: seed)
        let raster = Raster(bounds: bounds)
        for i in 0..<bounds.area {
            for component in 0..<4 {
                raster.pixels[i][component] = special ? random.float() : Float(random.below(256)) / 255
            }
        }
        return raster
    }

    /// Extents that equal the raster, are smaller (so that pixels in memory don't belong to the image), larger (so that
    /// pixels are missing), null and infinite.
    package static func extents(_ bounds: PixelRect) -> [CGRect] {
        [bounds.cgRect, bounds.outset(by: -2).cgRect, bounds.outset(by: 3).cgRect, .null, .infinite]
    }
}
