import Foundation

/// A colour space: how the numbers in a pixel are to be read.
///
/// Spaces are immutable values behind a reference; they compare by meaning and name, and may be shared between threads. Named
/// spaces are exact formulas (piecewise transfer function, matrix from the published primaries, Bradford adaptation to the
/// D50 connection space); spaces made from an ICC profile are evaluated by Little CMS unless the profile is such a formula.
public final class CGColorSpace: Sendable, Hashable {
    /// The Core Graphics name, such as `kCGColorSpaceSRGB`; nil for a space made from a profile that matches no named one.
    public let name: String?
    /// The family of the components.
    public let model: CGColorSpaceModel
    /// Number of colour components, without alpha.
    public let numberOfComponents: Int
    let definition: ColorSpaceDefinition
    private let profileData: Data?

    init(
        name: String?, model: CGColorSpaceModel, components: Int, definition: ColorSpaceDefinition, iccData: Data? = nil
    ) {
        self.name = name
        self.model = model
        numberOfComponents = components
        self.definition = definition
        profileData = iccData
    }

    /// The space with a Core Graphics name (the constants of this class); nil when the name is not one of `supportedNames`.
    public convenience init?(name: String) {
        guard let entry = Self.named[name] else { return nil }
        self.init(name: name, model: entry.model, components: entry.components, definition: entry.definition)
    }

    /// The space that an ICC profile describes; nil when the bytes are not a profile for gray, RGB, CMYK, Lab or XYZ data.
    public convenience init?(iccData: Data) {
        guard let profile = ICCProfile(data: iccData) else { return nil }
        let definition = profile.parametricDefinition ?? .icc(profile)
        self.init(
            name: Self.name(of: definition), model: profile.model, components: profile.componentCount,
            definition: definition, iccData: iccData)
    }

    /// The space as an ICC profile: the bytes it was made from, or a version 4 profile written from the formula.
    ///
    /// Extended spaces give the profile of the space they extend, as profiles have no range; device CMYK has none and gives nil.
    public func copyICCData() -> Data? { profileData ?? ICCProfile.encoded(definition, name: name) }

    /// Whether values outside 0…1 have a meaning: true of every space that is a formula, whose curves continue both ways.
    public var supportsExtendedRange: Bool {
        switch definition {
        case .rgb, .gray, .xyz, .lab: true
        case .deviceCMYK, .icc: false
        }
    }

    /// Whether some colours of this space lie outside sRGB by a visible amount.
    public var isWideGamutRGB: Bool {
        guard model == .rgb else { return false }
        switch definition {
        case .rgb(_, let matrix):
            guard let fromXYZ = Primaries.rec709.toXYZD50.inverse else { return false }
            let inSRGB = fromXYZ * matrix
            return [inSRGB.c0, inSRGB.c1, inSRGB.c2].contains { $0.min() < -0.01 }
        default: return false
        }
    }

    /// Whether numbers mean the same colours in both spaces, whatever their names: no conversion is needed between them.
    public func hasSameColors(as other: CGColorSpace) -> Bool { self === other || definition == other.definition }

    /// Whether both spaces have the same name and meaning.
    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
        a === b || (a.name == b.name && a.definition == b.definition)
    }

    /// Hashes name and meaning.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(definition)
    }
}

extension CGColorSpace: CustomStringConvertible {
    /// The name, or the family and the number of components.
    public var description: String { name ?? "\(model) colour space with \(numberOfComponents) components" }
}

/// The device's RGB space, which is sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// The device's gray space: sRGB's transfer function on one component.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// CMYK without a profile, converted by the plain formula `r = (1 − c)(1 − k)` into sRGB.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

/// The space with a Core Graphics name, or nil when it is not supported; the C spelling of `CGColorSpace(name:)`.
public func CGColorSpaceCreateWithName(_ name: String) -> CGColorSpace? { CGColorSpace(name: name) }
