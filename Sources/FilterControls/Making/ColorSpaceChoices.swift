import CoreImageEssentials
import Pixels

/// The colour spaces to choose from.
enum ColorSpaceChoices {
    private static let names: [(name: String, text: String)] = [
        ("\(CGColorSpace.sRGB)", "sRGB"), ("\(CGColorSpace.extendedSRGB)", "sRGB, extended"),
        ("\(CGColorSpace.linearSRGB)", "sRGB, linear"),
        ("\(CGColorSpace.extendedLinearSRGB)", "sRGB, extended linear"),
        ("\(CGColorSpace.displayP3)", "Display P3"), ("\(CGColorSpace.adobeRGB1998)", "Adobe RGB (1998)"),
        ("\(CGColorSpace.itur_709)", "ITU-R BT.709"), ("\(CGColorSpace.itur_2020)", "ITU-R BT.2020"),
    ]

    /// The choices, which every filter with a colour space takes.
    static let all = names.map { CIFilterControl.Choice(value: .text($0.name), name: $0.text) }
}
