/// The meaning of a colour space, independent of its name. Spaces with equal definitions need no conversion between
/// them.
enum ColorSpaceDefinition: Hashable, Sendable {
    /// One curve per channel, followed by a matrix to XYZ under D50.
    case rgb(curves: [TransferCurve], toXYZD50: Matrix3)
    /// A curve from gray to luminance.
    case gray(TransferCurve)
    /// The connection space itself.
    case xyz
    /// CIE L*a*b* under D50: L 0…100, a and b −128…127.
    case lab
    /// Ink amounts without a profile: `r = (1 − c)(1 − k)` and so on, in sRGB.
    case deviceCMYK
    /// Any other space that an ICC profile describes, evaluated by Little CMS.
    case icc(ICCProfile)

    static func rgb(_ curve: TransferCurve, _ primaries: Primaries) -> ColorSpaceDefinition {
        .rgb(curves: [curve, curve, curve], toXYZD50: primaries.toXYZD50)
    }
}
