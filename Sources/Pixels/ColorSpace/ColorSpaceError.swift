import Foundation

/// An error in creating a colour space, or a colour in it.
public enum ColorSpaceError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// No space has this name.
    case unknownName(String)
    /// The bytes are not an ICC profile that can be used.
    case unusableProfile(reason: String)
    /// The number of components doesn't fit the space. Both numbers include alpha.
    case wrongComponentCount(space: String, expected: Int, given: Int)

    /// A message that states the problem and the remedy.
    public var description: String {
        switch self {
        case .unknownName(let name):
            "There is no colour space with the name “\(name)”. "
                + "Use a constant of CGColorSpace, such as CGColorSpace.sRGB; CGColorSpace.supportedNames lists them all."
        case .unusableProfile(let reason):
            "The bytes can't be used as an ICC profile: \(reason). "
                + "Use a profile for gray, RGB, CMYK, Lab or XYZ data, or a named space such as CGColorSpace.sRGB."
        case .wrongComponentCount(let space, let expected, let given):
            "A colour in the space “\(space)” has \(expected) components with alpha, not \(given). Pass alpha as the last."
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
