import Foundation
import KernelLanguage
import Pixels
import TestSupport

@testable import ImageGraph

/// A recipe of random steps over small pictures, the same for the same seed.
struct RandomGraph {
    private var random: SeededGenerator
    private var pool: [ImageNode] = []
    private let kernels: [Program]
    /// Whether resampling transforms may follow each other.
    private let resamples: Bool

    init(seed: UInt64, resamples: Bool = true) {
        random = SeededGenerator(seed: seed)
        kernels = Self.programs
        self.resamples = resamples
    }

    private static let spaces = [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.extendedLinearSRGB]
        .compactMap { CGColorSpace(name: $0) }

    /// The kernels of the random steps.
    static let programs: [Program] = KernelCompiler.compile(
        KernelSource(
            text: """
                kernel vec4 copy(__sample s) { return s; }
                kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }
                kernel vec4 gain(__sample s, float k) { return s * k; }
                kernel vec4 fill(__sample s) { return vec4(s.rgb, 1.0); }
                kernel vec4 over(__sample f, __sample b) { return f + b * (1.0 - f.a); }
                kernel vec4 multiply(__sample f, __sample b) { return f * b; }
                kernel vec4 straight(__sample s, float k) { return premultiply(unpremultiply(s) * vec4(k, k, k, 1.0)); }
                kernel vec4 ramp(__sample s) { return s * fract(destCoord().x * 0.25); }
                kernel vec4 select(__sample a, __sample b) { return a.r > 0.3 ? a : b; }
                kernel vec4 taps(sampler s) {
                    vec2 d = destCoord();
                    return 0.5 * (sample(s, samplerTransform(s, d)) + sample(s, samplerTransform(s, d + vec2(1.0, -1.0))));
                }
                kernel vec4 framed(sampler s) {
                    vec4 e = samplerExtent(s);
                    return sample(s, samplerCoord(s)) * (e.z > 4.0 ? 0.5 : 1.0);
                }
                kernel vec2 shift(float k) { return destCoord() + vec2(k, 1.5); }
                """)
    ).kernels

    mutating func number(_ range: Range<Int>) -> Int { range.lowerBound + random.below(range.count) }

    private mutating func rect() -> CGRect {
        let fraction = number(0..<3) == 0 ? CGFloat(number(0..<8)) / 8 : 0
        return CGRect(
            x: CGFloat(number(-4..<6)) + fraction, y: CGFloat(number(-4..<5)), width: CGFloat(number(1..<9)) + fraction,
            height: CGFloat(number(1..<8)))
    }

    private mutating func pick() -> ImageNode { pool[number(0..<pool.count)] }

    private mutating func leaf() -> ImageNode {
        switch number(0..<6) {
        case 0:
            let value = Float(number(0..<5)) / 4
            let color = GraphColor(
                components: SIMD4(value, 0.5, 1 - value, Float(number(0..<3)) / 2),
                colorSpace: number(0..<2) == 0 ? nil : Self.spaces[number(0..<3)])
            return .constant(color)
        case 1: return .empty
        default:
            let states: [AlphaState] = [.premultiplied, .unpremultiplied, .opaque]
            return .source(
                PatternSource(
                    number(2..<8), number(2..<7), colorSpace: number(0..<2) == 0 ? nil : Self.spaces[number(0..<3)],
                    alphaState: states[number(0..<3)]), colorManaged: number(0..<4) > 0)
        }
    }

    private mutating func transform() -> CGAffineTransform {
        let moved = CGAffineTransform(translationX: CGFloat(number(-3..<4)), y: CGFloat(number(-3..<4)))
        guard resamples else { return moved }
        switch number(0..<6) {
        case 0: return CGAffineTransform(scaleX: 0.5, y: 1.5)
        case 3: return CGAffineTransform(scaleX: 1 / CGFloat(number(1..<4)), y: 0.5).concatenating(moved)
        case 1: return CGAffineTransform(rotationAngle: 0.4).concatenating(moved)
        case 2: return CGAffineTransform(translationX: 0.3, y: -0.7)
        default: return moved
        }
    }

    private mutating func step() throws -> ImageNode {
        let image = pick()
        switch number(0..<13) {
        case 0, 1, 2: return image.cropped(to: rect())
        case 3: return image.clamped(to: rect())
        case 4: return image.transformed(by: transform(), interpolation: number(0..<2) == 0 ? .linear : .nearest)
        case 5: return image.premultiplied()
        case 6: return image.unpremultiplied()
        case 7: return image.converted(from: number(0..<2) == 0 ? nil : Self.spaces[0], to: Self.spaces[number(0..<3)])
        case 8: return image.converted(from: Self.spaces[number(0..<3)], to: number(0..<2) == 0 ? nil : Self.spaces[0])
        case 9: return image.gaussianBlurred(sigma: 0.4)
        default: return try kernel(kernels[number(0..<kernels.count)], over: image)
        }
    }

    private mutating func kernel(_ program: Program, over image: ImageNode) throws -> ImageNode {
        var arguments: [KernelArgument] = []
        var extent = CGRect.null
        for (index, parameter) in program.parameters.enumerated() {
            if parameter.type.isImage {
                let node = index == 0 ? image : pick()
                extent = number(0..<4) == 0 ? extent : extent.unionOrInfinite(node.extent)
                arguments.append(.image(SampledImage(node, wrap: number(0..<8) == 0 ? .clamp : .transparent)))
            } else {
                arguments.append(.numbers([Float(number(0..<5)) / 2]))
            }
        }
        if program.kind == .warp {
            extent = image.extent
            arguments.append(.image(SampledImage(image)))
        }
        if extent.isNull { extent = rect() }
        let isWide = program.kind != .color
        return try .kernel(program, arguments: arguments, extent: extent) {
            isWide && !$1.isInfinite ? $1.insetBy(dx: -4, dy: -3) : $1
        }
    }

    /// A recipe of `steps` steps.
    mutating func make(steps: Int) throws -> ImageNode {
        pool = [leaf(), leaf(), leaf()]
        for _ in 0..<steps { pool.append(try step()) }
        return pool[pool.count - 1]
    }
}
