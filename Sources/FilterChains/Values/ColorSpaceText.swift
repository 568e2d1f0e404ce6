import CoreImage
import Pixels
import UntrustedInput

/// A colour space as people write its name: `kCGColorSpaceDisplayP3`, `DisplayP3`, `display p3` or `device RGB`.
///
/// Case, spaces, hyphens and underscores don't matter, nor does a remark in parentheses at the end, as in
/// `device RGB (sRGB)`.
struct ColorSpaceText {
    /// The named colour space; nil if there is none.
    let space: CGColorSpace?
    /// The name that may have been meant; nil if none is similar.
    let nearest: String?

    private static let prefix = "kCGColorSpace"

    init(_ text: String) {
        let key = Self.key(text)
        switch key {
        case "devicergb": space = CGColorSpaceCreateDeviceRGB()
        case "devicegray", "devicegrey": space = CGColorSpaceCreateDeviceGray()
        default:
            space = CGColorSpace.supportedNames.first { Self.key($0) == key }.flatMap { CGColorSpace(name: $0) }
        }
        let name = String(text.prefix { $0 != "(" }.filter { $0 != " " })
        nearest =
            space == nil
            ? NearestName.of(name, among: CGColorSpace.supportedNames, optionalPrefix: Self.prefix) : nil
    }

    /// The letters and digits of a name, in lower case, without the constants' prefix.
    private static func key(_ text: String) -> String {
        let name = text.prefix { $0 != "(" }.lowercased().filter { $0.isLetter || $0.isNumber }
        return name.hasPrefix(prefix.lowercased()) ? String(name.dropFirst(prefix.count)) : name
    }
}
