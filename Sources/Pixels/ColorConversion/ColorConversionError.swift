import Foundation

/// An error in creating a conversion between two colour spaces.
package enum ColorConversionError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// Little CMS can read the profile, but can't convert between it and the connection space.
    case unusableProfile(space: String)

    /// A message that states the problem and the remedy.
    package var description: String {
        switch self {
        case .unusableProfile(let space):
            "The ICC profile of the colour space “\(space)” can't be used for conversions. "
                + "Use a display, printer or input profile, or a named space such as CGColorSpace.sRGB."
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
