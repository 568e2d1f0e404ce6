import Foundation
import KernelLanguage
import Pixels
import TestSupport

@testable import ImageGraph

/// Recipes of every kind of step, made from a seed.
struct RandomRecipe {
    private var random: SeededGenerator
    private let images: [ImageNode]

    /// Runs the recipes' kernels.
    static let backend = ClosureBackend([
        "copy": { x, y, _, images in images[0].raster[x, y] },
        "grade": { x, y, arguments, images in images[0].raster[x, y] * arguments[1][0] + SIMD4(repeating: 0.01) },
        "spread": { x, y, _, images in (images[0].raster[x - 3, y + 2] + images[0].raster[x + 3, y - 1]) * 0.5 },
        "swirl": { x, y, _, _ in
            let (u, v) = (Float(x) - 6.3, Float(y) - 5.1)
            let square = u * u + v * v
            // Pixels outside the disc don't move, so regions of interest are finite.
            let angle = square < 64 ? (64 - square) / 32 : 0
            return SIMD4(6.3 + u * cos(angle) - v * sin(angle), 5.1 + u * sin(angle) + v * cos(angle), 0, 0)
        },
        "mix": { x, y, _, images in images[0].raster[x, y] * 0.625 + images[1].raster[x, y] * 0.375 },
    ])

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        images = [
            .source(PatternSource(13, 9)), .source(PatternSource(31, 26)),
            .constant(GraphColor(components: SIMD4(0.5, 0.25, 1, 0.75), colorSpace: nil)),
        ]
    }

    private mutating func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(random.below(1024)) / 1023
    }

    private mutating func rect() -> CGRect {
        CGRect(x: number(-6, 8), y: number(-6, 6), width: number(1, 20), height: number(1, 16))
    }

    mutating func make(depth: Int) throws -> ImageNode {
        if depth == 0 { return images[random.below(images.count)] }
        let image = try make(depth: depth - 1)
        switch random.below(11) {
        case 0: return image.cropped(to: rect())
        case 1: return image.clamped(to: rect())
        case 2:
            return image.transformed(
                by: CGAffineTransform(translationX: CGFloat(random.below(9) - 4), y: CGFloat(random.below(5))))
        case 3:
            return image.transformed(
                by: CGAffineTransform(rotationAngle: number(-1, 1)).scaledBy(x: number(0.4, 2), y: number(0.4, 2)),
                interpolation: random.below(2) == 0 ? .linear : .nearest)
        case 4: return image.gaussianBlurred(sigma: number(0.3, 6))
        case 5: return image.unpremultiplied()
        case 6: return .native(Intermediate(image), extent: image.extent)
        case 7:
            return try .kernel(
                .named("spread", .general, parameters: [.sampler], samplesFreely: true),
                arguments: [.image(SampledImage(image))], extent: image.extent.insetBy(dx: -3, dy: -2)
            ) { $1.insetBy(dx: -3, dy: -2) }
        case 8:
            let disc = CGRect(x: -2, y: -3, width: 17, height: 17)
            return try .kernel(
                .named("swirl", .warp, parameters: []), arguments: [.image(SampledImage(image))],
                extent: image.extent
            ) { _, output in output.intersects(disc) ? output.union(disc) : output }
        case 9:
            return try .kernel(
                .named("grade", parameters: [.sample, .float]),
                arguments: [.image(SampledImage(image)), .numbers([Float(number(0, 2))])], extent: image.extent)
        default:
            let other =
                random.below(3) == 0
                ? image.gaussianBlurred(sigma: number(0.5, 6)) : try make(depth: random.below(depth))
            return try .kernel(
                .named("mix", parameters: [.sample, .sample]),
                arguments: [.image(SampledImage(image)), .image(SampledImage(other))],
                extent: image.extent.union(other.extent))
        }
    }
}
