import Foundation
import TestSupport
import Testing

/// A defect that a picture can pick up between the scene and the file.
///
/// The result is rounded to 8 bits of sRGB and clipped, as a camera does.
struct Degradation: Sendable, CustomTestStringConvertible {
    let name: String
    /// From linear sRGB to linear sRGB.
    private let change: @Sendable (SIMD3<Double>) -> SIMD3<Double>

    private init(_ name: String, _ change: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>) {
        (self.name, self.change) = (name, change)
    }

    var testDescription: String { name }

    func callAsFunction(_ color: SIMD3<Float>) -> SIMD3<Float> {
        let result = change(SIMD3<Double>(color)).mapped {
            Self.decoded[Int((min(max(SRGBFormula.encoded($0), 0), 1) * 255).rounded())]
        }
        return SIMD3<Float>(result)
    }

    /// The linear values of 8-bit ones.
    private static let decoded = (0...255).map { SRGBFormula.decoded(Double($0) / 255) }

    /// Multiplies the light by two to the power of `stops`.
    private static func exposure(_ stops: Double) -> Degradation {
        Degradation("exposure \(stops > 0 ? "+" : "−")\(abs(stops))") { $0 * exp2(stops) }
    }

    /// Moves sRGB values towards the middle gray, to `part` of their distance.
    private static func contrast(_ part: Double) -> Degradation {
        Degradation("contrast \(part)") { color in
            color.mapped { SRGBFormula.decoded(0.5 + (SRGBFormula.encoded($0) - 0.5) * part) }
        }
    }

    /// Adds a light gray veil over everything.
    private static func fog(_ part: Double) -> Degradation {
        Degradation("fog \(part)") { $0 * (1 - part) + 0.7 * part }
    }

    /// Raises black to an sRGB gray.
    private static func liftedBlack(_ black: Double) -> Degradation {
        Degradation("black at \(black)") { color in
            color.mapped { SRGBFormula.decoded(black + (1 - black) * SRGBFormula.encoded($0)) }
        }
    }

    /// Darkens black by `stops` and white not at all, with a smooth transition.
    private static func backlit(_ stops: Double) -> Degradation {
        Degradation("shadows −\(stops)") { color in
            let light = min(SRGBFormula.encoded(color.luma), 1)
            return color * exp2(-stops * (1 - light) * (1 - light))
        }
    }

    private static func saturation(_ part: Double) -> Degradation {
        Degradation("saturation \(part)") { color in
            SIMD3(repeating: color.luma) + (color - SIMD3(repeating: color.luma)) * part
        }
    }

    /// Changes the colour of the light, and keeps the luminance of gray.
    private static func tint(_ name: String, _ light: SIMD3<Double>) -> Degradation {
        Degradation(name) { $0 * light / light.luma }
    }

    private static func gamma(_ power: Double) -> Degradation {
        Degradation("gamma \(power)") { color in
            color.mapped { SRGBFormula.decoded(pow(min(SRGBFormula.encoded($0), 1), power)) }
        }
    }

    /// Applies one degradation to the rounded result of another.
    private static func both(_ first: Degradation, _ second: Degradation) -> Degradation {
        Degradation("\(first.name), \(second.name)") { color in
            SIMD3<Double>(second(first(SIMD3<Float>(color))))
        }
    }

    /// Changes of tone.
    static let tones = [
        exposure(-0.7), exposure(-1.3), exposure(-2), exposure(0.5), exposure(1), contrast(0.7), contrast(0.5),
        fog(0.2),
        fog(0.4), liftedBlack(0.12), liftedBlack(0.2), backlit(1.3), backlit(2.2), gamma(1.4), gamma(0.7),
    ]
    /// Changes of saturation.
    static let saturations = [saturation(0.7), saturation(0.4), saturation(1.5), saturation(1.9)]
    /// Colour casts in two strengths each.
    static let tints = [
        tint("warm", SIMD3(1.15, 1, 0.8)), tint("very warm", SIMD3(1.3, 1, 0.6)), tint("cool", SIMD3(0.85, 1, 1.2)),
        tint("very cool", SIMD3(0.7, 1, 1.45)), tint("green", SIMD3(0.92, 1.06, 0.92)),
        tint("very green", SIMD3(0.8, 1.1, 0.8)), tint("magenta", SIMD3(1.06, 0.95, 1.06)),
        tint("very magenta", SIMD3(1.12, 0.88, 1.12)),
    ]
    /// Pairs of degradations.
    static let combinations = [
        both(contrast(0.7), exposure(-1)), both(tints[1], exposure(-1)), both(saturation(0.5), exposure(-1)),
        both(tints[2], fog(0.3)), both(tints[5], contrast(0.6)), both(contrast(1.25), exposure(-0.6)),
    ]
    static let all = tones + saturations + tints + combinations
    /// One or two of each kind, for a quick test: lighter and darker, less contrast, fog, lifted black, dark shadows,
    /// another gamma, less saturation, two casts and a pair.
    static let kinds =
        [tones[1], tones[4], tones[6], tones[8], tones[10], tones[11], tones[13]]
        + [saturations[1], tints[1], tints[5], combinations[0]]
}

extension SIMD3<Double> {
    fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3<Double> {
        SIMD3(function(x), function(y), function(z))
    }

    /// Luminance (Rec. 709).
    fileprivate var luma: Double { (self * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
}
