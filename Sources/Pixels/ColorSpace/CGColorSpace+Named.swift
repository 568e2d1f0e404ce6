extension CGColorSpace {
    /// IEC 61966-2-1 sRGB.
    public static let sRGB = "kCGColorSpaceSRGB"
    /// Linear values with the primaries of sRGB.
    public static let linearSRGB = "kCGColorSpaceLinearSRGB"
    /// sRGB with a curve that is mirrored below 0 and continues above 1.
    public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
    /// Linear sRGB with values outside 0…1; the usual working space.
    public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
    /// P3 primaries, D65 white, sRGB's curve.
    public static let displayP3 = "kCGColorSpaceDisplayP3"
    /// P3 primaries, D65 white, linear values.
    public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
    /// Display P3 with a curve that is mirrored below 0 and continues above 1.
    public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
    /// Linear Display P3 with values outside 0…1.
    public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
    /// SMPTE RP 431-2 theatre P3: gamma 2.6.
    public static let dcip3 = "kCGColorSpaceDCIP3"
    /// Gray with a gamma of 2.2.
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
    /// Gray 2.2 with a curve that is mirrored below 0 and continues above 1.
    public static let extendedGray = "kCGColorSpaceExtendedGray"
    /// Linear gray.
    public static let linearGray = "kCGColorSpaceLinearGray"
    /// Linear gray with values outside 0…1.
    public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
    /// Adobe RGB (1998).
    public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
    /// ITU-R BT.709 with the inverse of its camera curve.
    public static let itur_709 = "kCGColorSpaceITUR_709"
    /// ITU-R BT.2020 with the inverse of its camera curve.
    public static let itur_2020 = "kCGColorSpaceITUR_2020"
    /// BT.2020 with a curve that is mirrored below 0 and continues above 1.
    public static let extendedITUR_2020 = "kCGColorSpaceExtendedITUR_2020"
    /// Linear values with the primaries of BT.2020.
    public static let linearITUR_2020 = "kCGColorSpaceLinearITUR_2020"
    /// Linear BT.2020 with values outside 0…1.
    public static let extendedLinearITUR_2020 = "kCGColorSpaceExtendedLinearITUR_2020"
    /// ITU-R BT.2100 with the perceptual quantizer: BT.2020's primaries, linear 1 is 203 cd/m², signal 1 is 10 000.
    public static let itur_2100_PQ = "kCGColorSpaceITUR_2100_PQ"
    /// ITU-R BT.2100 with hybrid log-gamma: BT.2020's primaries, light of the scene, linear 1 is signal 0.75.
    public static let itur_2100_HLG = "kCGColorSpaceITUR_2100_HLG"
    /// P3 primaries, D65 white, and the perceptual quantizer of BT.2100.
    public static let displayP3_PQ = "kCGColorSpaceDisplayP3_PQ"
    /// P3 primaries, D65 white, and the hybrid log-gamma of BT.2100.
    public static let displayP3_HLG = "kCGColorSpaceDisplayP3_HLG"
    /// ROMM RGB (ProPhoto).
    public static let rommrgb = "kCGColorSpaceROMMRGB"
    /// ACEScg: AP1 primaries, linear values.
    public static let acescgLinear = "kCGColorSpaceACESCGLinear"
    /// CIE XYZ relative to D50.
    public static let genericXYZ = "kCGColorSpaceGenericXYZ"
    /// CIE L*a*b* relative to D50; L 0…100, a and b −128…127.
    public static let genericLab = "kCGColorSpaceGenericLab"

    /// The names that `CGColorSpace(name:)` supports, sorted.
    package static var supportedNames: [String] { named.keys.sorted() }

    static let deviceRGB = CGColorSpace(
        name: "kCGColorSpaceDeviceRGB", model: .rgb, components: 3, definition: .rgb(.sRGB, .rec709))
    static let deviceGray = CGColorSpace(
        name: "kCGColorSpaceDeviceGray", model: .monochrome, components: 1, definition: .gray(.sRGB))
    static let deviceCMYK = CGColorSpace(
        name: "kCGColorSpaceDeviceCMYK", model: .cmyk, components: 4, definition: .deviceCMYK)

    struct Entry: Sendable {
        var model: CGColorSpaceModel
        var components: Int
        var definition: ColorSpaceDefinition

        static func rgb(_ curve: TransferCurve, _ primaries: Primaries) -> Entry {
            Entry(model: .rgb, components: 3, definition: .rgb(curve, primaries))
        }
        static func gray(_ curve: TransferCurve) -> Entry {
            Entry(model: .monochrome, components: 1, definition: .gray(curve))
        }
    }

    static let named: [String: Entry] = [
        sRGB: .rgb(.sRGB, .rec709), extendedSRGB: .rgb(.sRGB, .rec709),
        linearSRGB: .rgb(.linear, .rec709), extendedLinearSRGB: .rgb(.linear, .rec709),
        displayP3: .rgb(.sRGB, .displayP3), extendedDisplayP3: .rgb(.sRGB, .displayP3),
        linearDisplayP3: .rgb(.linear, .displayP3), extendedLinearDisplayP3: .rgb(.linear, .displayP3),
        dcip3: .rgb(.gamma(2.6), .dciP3),
        adobeRGB1998: .rgb(.adobe, .adobeRGB),
        itur_709: .rgb(.rec709, .rec709),
        itur_2020: .rgb(.rec709, .rec2020), extendedITUR_2020: .rgb(.rec709, .rec2020),
        linearITUR_2020: .rgb(.linear, .rec2020), extendedLinearITUR_2020: .rgb(.linear, .rec2020),
        itur_2100_PQ: .rgb(.perceptualQuantizer, .rec2020), itur_2100_HLG: .rgb(.hybridLogGamma, .rec2020),
        displayP3_PQ: .rgb(.perceptualQuantizer, .displayP3), displayP3_HLG: .rgb(.hybridLogGamma, .displayP3),
        rommrgb: .rgb(.romm, .romm),
        acescgLinear: .rgb(.linear, .acescg),
        genericGrayGamma2_2: .gray(.gamma(2.2)), extendedGray: .gray(.gamma(2.2)),
        linearGray: .gray(.linear), extendedLinearGray: .gray(.linear),
        genericXYZ: Entry(model: .XYZ, components: 3, definition: .xyz),
        genericLab: Entry(model: .lab, components: 3, definition: .lab),
        "kCGColorSpaceDeviceRGB": .rgb(.sRGB, .rec709),
        "kCGColorSpaceDeviceGray": .gray(.sRGB),
        "kCGColorSpaceDeviceCMYK": Entry(model: .cmyk, components: 4, definition: .deviceCMYK),
    ]

    /// Returns the name of the space with this definition; the plain name if an extended space has the same definition.
    static func name(of definition: ColorSpaceDefinition) -> String? {
        let plain = [
            sRGB, linearSRGB, displayP3, linearDisplayP3, dcip3, adobeRGB1998, itur_709, itur_2020, linearITUR_2020,
            itur_2100_PQ, itur_2100_HLG, displayP3_PQ, displayP3_HLG,
            rommrgb, acescgLinear, genericGrayGamma2_2, linearGray, genericXYZ, genericLab,
        ]
        return plain.first { named[$0]?.definition == definition }
    }
}
