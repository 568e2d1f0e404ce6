import Foundation

/// The light that a pupil throws back at the flash.
struct PupilGlow: Hashable, Sendable {
    /// What a glow looks like.
    enum Kind: Float, Sendable {
        /// Of people: blood.
        case red
        /// Of some people and animals, and where the flash is overexposed: gold.
        case amber
        /// Of animals: the colour of the flash.
        case white
    }

    let kind: Kind
    /// How bright the brightest component is.
    let level: Float
    /// The part of red that blue (of red glows: the larger of green and blue) lacks, from which on a pixel in the pupil belongs to the
    /// glow.
    let leastStrength: Float

    /// A glow from its colour in linear sRGB; nil for black and what isn't a colour.
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

    /// A glow of which nothing is known but that it is strongly red: in a rectangle, skin and iris must be told apart by colour alone.
    static let anyRed = PupilGlow(kind: .red, level: 0.15, leastStrength: 0.7)
    /// What most red glows are like.
    static let commonRed = PupilGlow(kind: .red, level: 0.4, leastStrength: Float(thresholdShare * 0.92))

    private init(kind: Kind, level: Float, leastStrength: Float) {
        (self.kind, self.level, self.leastStrength) = (kind, level, leastStrength)
    }

    /// The largest part of red that the weak components of a coloured glow are.
    private static let weakest = 0.45
    /// The part of the glow's strength from which on a pixel belongs to it; the kernel counts on it.
    private static let thresholdShare = 0.45
}
