import CoreImage
import Pixels

/// Names of colour spaces for people.
enum ColorSpaceName {
    /// Returns the common name of a named space, or else the name in the profile.
    static func text(_ space: CGColorSpace) -> String {
        guard let name = space.name else { return space.profileDescription ?? space.description }
        return known[name] ?? name
    }

    private static let known: [String: String] = [
        CGColorSpace.sRGB: "sRGB", CGColorSpace.linearSRGB: "linear sRGB", CGColorSpace.extendedSRGB: "extended sRGB",
        CGColorSpace.extendedLinearSRGB: "extended linear sRGB",
        CGColorSpace.displayP3: "Display P3", CGColorSpace.linearDisplayP3: "linear Display P3",
        CGColorSpace.extendedDisplayP3: "extended Display P3",
        CGColorSpace.extendedLinearDisplayP3: "extended linear Display P3",
        CGColorSpace.dcip3: "DCI-P3", CGColorSpace.adobeRGB1998: "Adobe RGB (1998)", CGColorSpace.itur_709: "BT.709",
        CGColorSpace.itur_2020: "BT.2020", CGColorSpace.extendedITUR_2020: "extended BT.2020",
        CGColorSpace.linearITUR_2020: "linear BT.2020",
        CGColorSpace.extendedLinearITUR_2020: "extended linear BT.2020",
        CGColorSpace.rommrgb: "ProPhoto RGB", CGColorSpace.acescgLinear: "ACEScg",
        CGColorSpace.genericGrayGamma2_2: "gray, gamma 2.2", CGColorSpace.extendedGray: "extended gray, gamma 2.2",
        CGColorSpace.linearGray: "linear gray", CGColorSpace.extendedLinearGray: "extended linear gray",
        CGColorSpace.genericXYZ: "CIE XYZ", CGColorSpace.genericLab: "CIE L*a*b*",
        "kCGColorSpaceDeviceRGB": "sRGB, assumed", "kCGColorSpaceDeviceGray": "gray, assumed",
        "kCGColorSpaceDeviceCMYK": "CMYK without a profile",
    ]
}
