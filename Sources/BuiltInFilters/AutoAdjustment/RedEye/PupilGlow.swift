import CoreImageEssentials
import Foundation

/// The light of a flash that a pupil reflects.
struct PupilGlow: Hashable, Sendable {
    /// The kind of a glow, by its colour.
    enum Kind: Float, Sendable {
        /// The glow of people: the colour of blood.
        case red
        /// The glow of some people and animals, and of overexposed flashes: gold.
        case amber
        /// The glow of animals: the colour of the flash.
        case white
    }

    let kind: Kind
    /// Value of the brightest component, in linear sRGB.
    let level: Float
    /// Least strength of colour with which a pixel in the pupil belongs to the glow. The strength is `1 − blue / red`,
    /// and for red glows `1 − max(green, blue) / red`.
    let leastStrength: Float

    /// Creates a glow from its colour in linear sRGB, or nil for black and for components that aren't finite.
    init?(red: Double, green: Double, blue: Double) {
        let components = [red, green, blue].map { max($0, 0) }
        guard components.allSatisfy(\.isFinite), let most = components.max(), most > 0 else { return nil }
        let (other, blueness) = (max(components[1], components[2]) / most, components[2] / most)
        let isWarm = components[0] == most
        kind = isWarm && other < Self.weakest ? .red : isWarm && blueness < Self.weakest ? .amber : .white
        level = Float(most)
        let strength = kind == .red ? 1 - other : 1 - blueness
        leastStrength = Float(Self.thresholdShare * strength)
    }

    /// A glow known only to be strongly red. It is for rectangles, in which only colour tells the glow from skin and
    /// iris.
    static let unmeasuredRed = PupilGlow(kind: .red, level: 0.15, leastStrength: 0.7)
    /// A typical red glow.
    static let typicalRed = PupilGlow(kind: .red, level: 0.4, leastStrength: Float(thresholdShare * 0.92))

    private init(kind: Kind, level: Float, leastStrength: Float) {
        (self.kind, self.level, self.leastStrength) = (kind, level, leastStrength)
    }

    /// Upper limit of the weak components of a coloured glow, as a part of red.
    private static let weakest = 0.45
    /// Share of the glow's strength from which on a pixel belongs to the glow. The kernel uses the same number.
    private static let thresholdShare = 0.45
}
