import Pixels

extension CGColorSpace {
    /// sRGB, the default space of colours, pictures and results.
    package static let standard = builtIn(sRGB)
    /// Extended linear sRGB, the default working space.
    package static let workingDefault = builtIn(extendedLinearSRGB)

    /// CIE L\*a\*b\* relative to D50.
    static let lab = builtIn(genericLab)

    private static func builtIn(_ name: String) -> CGColorSpace {
        CGColorSpace(name: name) ?? CGColorSpaceCreateDeviceRGB()
    }
}
