import Pixels

extension CGColorSpace {
    /// sRGB: what a colour or a picture is when nothing else is said.
    static let standard = builtIn(sRGB)
    /// Extended linear sRGB, the working space unless another is chosen.
    static let workingDefault = builtIn(extendedLinearSRGB)

    /// CIE L\*a\*b\* relative to D50.
    static let lab = builtIn(genericLab)

    private static func builtIn(_ name: String) -> CGColorSpace {
        CGColorSpace(name: name) ?? CGColorSpaceCreateDeviceRGB()
    }
}
