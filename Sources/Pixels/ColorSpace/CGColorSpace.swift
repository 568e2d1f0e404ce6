import Foundation

/// A colour space: the meaning of a pixel's components.
///
/// Spaces are immutable, compare by name and definition, and may be shared between threads. Named spaces are exact
/// formulas (piecewise transfer function, matrix from the published primaries, Bradford adaptation to the D50
/// connection space). Spaces made from an ICC profile are evaluated by Little CMS, unless the profile is equivalent to
/// such a formula.
public final class CGColorSpace: Sendable, Hashable {
    /// The Core Graphics name, such as `kCGColorSpaceSRGB`; nil for a space made from a profile that equals no named
    /// one.
    public let name: String?
    /// The colour model of the components.
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

    /// Creates the space with a Core Graphics name (one of this class's constants); nil if it is not in
    /// `supportedNames`. `init(checkingName:)` throws the reason instead.
    public convenience init?(name: String) {
        guard let entry = Self.named[name] else { return nil }
        self.init(name: name, model: entry.model, components: entry.components, definition: entry.definition)
    }

    /// Creates the space with a Core Graphics name.
    ///
    /// The throwing variant of `init(name:)`.
    ///
    /// - Throws: `ColorSpaceError.unknownName`.
    public convenience init(checkingName name: String) throws(ColorSpaceError) {
        guard let entry = Self.named[name] else { throw .unknownName(String(name.prefix(200))) }
        self.init(name: name, model: entry.model, components: entry.components, definition: entry.definition)
    }

    /// Creates the space that an ICC profile describes; nil if the bytes are not a profile for gray, RGB, CMYK, Lab or
    /// XYZ data. `init(checkingICCData:)` throws the reason instead.
    public convenience init?(iccData: Data) { try? self.init(checkingICCData: iccData) }

    /// Creates the space that an ICC profile describes.
    ///
    /// The throwing variant of `init(iccData:)`.
    ///
    /// - Throws: `ColorSpaceError.unusableProfile`.
    public convenience init(checkingICCData iccData: Data) throws(ColorSpaceError) {
        let profile = try ICCProfile(data: iccData)
        let definition = profile.parametricDefinition ?? .icc(profile)
        self.init(
            name: Self.name(of: definition), model: profile.model, components: profile.componentCount,
            definition: definition, iccData: iccData)
    }

    /// Returns the space as an ICC profile: the bytes it was made from, or a version 4 profile that contains the
    /// formula.
    ///
    /// For extended spaces this is the profile of the space they extend, because profiles have no range. Returns nil
    /// for device CMYK, and for spaces with the perceptual quantizer or hybrid log-gamma, which have no profile.
    public func copyICCData() -> Data? { profileData ?? ICCProfile.encoded(definition, name: name) }

    /// Whether values outside 0…1 are meaningful. This is true for all spaces defined by formulas, whose curves
    /// continue in both directions.
    public var supportsExtendedRange: Bool {
        switch definition {
        case .rgb, .gray, .xyz, .lab: true
        case .deviceCMYK, .icc: false
        }
    }

    /// Whether some colours of this space are visibly outside of sRGB.
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

    /// Whether equal values are equal colours in both spaces, so that no conversion is needed. Names are ignored.
    package func hasSameColors(as other: CGColorSpace) -> Bool { self === other || definition == other.definition }

    /// Whether both spaces have the same name and definition.
    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
        a === b || (a.name == b.name && a.definition == b.definition)
    }

    /// Hashes the name and the definition.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(definition)
    }
}

extension CGColorSpace: CustomStringConvertible {
    /// The name, or the colour model and the number of components.
    public var description: String { name ?? "\(model) colour space with \(numberOfComponents) components" }
}

/// Returns the device's RGB space, which is sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the device's gray space: one component with the transfer function of sRGB.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns CMYK without a profile, which is converted to sRGB by the formula `r = (1 − c)(1 − k)`.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

/// Returns the space with a Core Graphics name, or nil if it is not supported; the C spelling of `CGColorSpace(name:)`.
public func CGColorSpaceCreateWithName(_ name: String) -> CGColorSpace? { CGColorSpace(name: name) }
