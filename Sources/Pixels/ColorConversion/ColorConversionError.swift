/// Why a conversion between two colour spaces can't be made.
public enum ColorConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Little CMS found the profile readable but has no path between it and the connection space.
    case unusableProfile(space: String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .unusableProfile(let space):
            "The ICC profile of the colour space “\(space)” can't be used for conversions. "
                + "Use a display, printer or input profile, or a named space such as CGColorSpace.sRGB."
        }
    }
}
