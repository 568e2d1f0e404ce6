import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import TestSupport

/// Makes recipes from random steps over small pictures.
struct RandomRecipe {
    private var random: SeededGenerator
    private var pool: [ImageNode]
    /// Wrap modes for warped images and for images that kernels sample at any point.
    private let wraps: [WrapMode]

    /// The rendered region, which is larger than the pictures on every side.
    static let region = PixelRect(x: -3, y: -2, width: 13, height: 11)

    private let pointwise: [Program]

    /// - Parameters:
    ///   - clampsFreely: Whether images that are sampled at any point may be clamped.
    ///   - isContinuous: Whether to omit kernels that turn small differences of their arguments into large ones.
    init(seed: UInt64, clampsFreely: Bool = false, isContinuous: Bool = false) {
        random = SeededGenerator(seed: seed)
        pointwise = TestKernels.pointwise.filter { !isContinuous || !TestKernels.discontinuous.contains($0.name) }
        wraps = clampsFreely ? [.transparent, .clamp] : [.transparent]
        pool = (0..<2).map { .source(NoisePicture(6, 5, seed: seed &* 2 &+ $0)) }
        let color = GraphColor(components: [0.5, 0.25, random.number(0...1), 0.75], colorSpace: nil)
        pool.append(.constant(color))
    }

    /// A recipe of up to nine steps.
    mutating func recipe() throws -> ImageNode {
        for _ in 0..<(3 + random.below(7)) { pool.append(try step()) }
        return pool[pool.count - 1]
    }

    /// Mostly one of the latest images, so that recipes are deep.
    private mutating func image() -> ImageNode {
        random.below(3) == 0 ? random.element(pool) : pool[max(0, pool.count - 1 - random.below(3))]
    }

    private mutating func rect() -> CGRect {
        let (x, y) = (random.below(5) - 2, random.below(5) - 2)
        return CGRect(x: x, y: y, width: 1 + random.below(7), height: 1 + random.below(7))
    }

    private mutating func step() throws -> ImageNode {
        let image = image()
        switch random.below(16) {
        case 0: return image.cropped(to: rect())
        case 1: return image.extent.isInfinite ? image : image.clamped(to: image.extent)
        case 2: return image.clamped(to: rect())
        case 3, 4: return image.transformed(by: translation())
        case 5:
            let turn = CGAffineTransform(rotationAngle: CGFloat(random.number(0...6)))
            let map = random.element([
                CGAffineTransform(scaleX: 0.5, y: 0.5), CGAffineTransform(scaleX: 1.5, y: 2), turn,
                CGAffineTransform(translationX: 0.25, y: -1.5),
            ])
            return image.transformed(by: map, interpolation: random.element([.linear, .linear, .nearest]))
        case 6: return random.below(2) == 0 ? image.premultiplied() : image.unpremultiplied()
        case 7: return try kernel(random.element(TestKernels.samplers), margin: 3)
        case 8: return try warp(image)
        case 9: return try kernel(random.element(TestKernels.generators), margin: 0)
        default: return try kernel(random.element(pointwise), margin: 0)
        }
    }

    private mutating func translation() -> CGAffineTransform {
        CGAffineTransform(translationX: CGFloat(random.below(7) - 3), y: CGFloat(random.below(7) - 3))
    }

    private mutating func warp(_ image: ImageNode) throws -> ImageNode {
        let program = random.element(TestKernels.warps)
        var arguments = numbers(for: program)
        arguments.append(
            .image(
                SampledImage(
                    image, interpolation: random.element([.linear, .nearest]), wrap: random.element(wraps))))
        let extent = random.below(2) == 0 ? image.extent : rect()
        return try .kernel(program, arguments: arguments, extent: extent) { $1.insetBy(dx: -5, dy: -5) }
    }

    private mutating func numbers(for program: Program) -> [KernelArgument] {
        program.parameters.filter { !$0.type.isImage }.map { parameter in
            if parameter.type == .color {
                let color = SIMD4(
                    random.number(0...1), random.number(0...1), random.number(0...1), random.number(0...1))
                return .color(GraphColor(components: color, colorSpace: nil))
            }
            return .numbers((0..<parameter.type.componentCount).map { _ in random.number(0...2) })
        }
    }

    private mutating func kernel(_ program: Program, margin: CGFloat) throws -> ImageNode {
        var rest = numbers(for: program)[...]
        var extent = CGRect.null
        var arguments: [KernelArgument] = []
        let isFree = margin > 0
        for parameter in program.parameters {
            guard parameter.type.isImage else {
                arguments.append(rest.removeFirst())
                continue
            }
            let node = image()
            if node.extent.isInfinite { extent = .infinite }
            if !extent.isInfinite, !node.extent.isNull {
                extent = extent.isNull ? node.extent : extent.union(node.extent)
            }
            var sampled = SampledImage(node)
            if random.below(8) == 0 { sampled.transform = translation() }
            if random.below(12) == 0 { sampled.wrap = isFree ? random.element(wraps) : .clamp }
            if random.below(12) == 0 { sampled.interpolation = .nearest }
            arguments.append(.image(sampled))
        }
        if random.below(6) == 0 || program.samplerCount == 0 { extent = random.below(2) == 0 ? rect() : .infinite }
        return try .kernel(program, arguments: arguments, extent: extent) { $1.insetBy(dx: -margin, dy: -margin) }
    }
}
