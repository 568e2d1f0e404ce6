import CLCMS
import Foundation

/// The bytes of an ICC profile, which have been checked to be readable and to have a colour model that pixels can hold.
///
/// Profiles are compared by their bytes. They are opened again where transforms are made. Transforms are cached, and
/// Little CMS handles are never shared between threads.
struct ICCProfile: Hashable, Sendable {
    let data: Data
    let model: CGColorSpaceModel
    let componentCount: Int

    init(data: Data) throws(ColorSpaceError) {
        guard data.count >= 128 else {
            throw .unusableProfile(reason: "they are \(data.count) bytes, fewer than the 128 of a profile's header")
        }
        guard data.count <= 64 << 20 else {
            throw .unusableProfile(reason: "they are \(data.count) bytes, more than the limit of 64 MiB")
        }
        guard let handle = Self.open(data) else {
            throw .unusableProfile(reason: "their header or their table of tags is damaged")
        }
        defer { cmsCloseProfile(handle) }
        switch cmsGetColorSpace(handle) {
        case cmsSigGrayData: (model, componentCount) = (.monochrome, 1)
        case cmsSigRgbData: (model, componentCount) = (.rgb, 3)
        case cmsSigCmykData: (model, componentCount) = (.cmyk, 4)
        case cmsSigLabData: (model, componentCount) = (.lab, 3)
        case cmsSigXYZData: (model, componentCount) = (.XYZ, 3)
        default: throw .unusableProfile(reason: "it describes none of the supported kinds of pixels")
        }
        self.data = data
    }

    static func open(_ data: Data) -> cmsHPROFILE? {
        data.withUnsafeBytes { cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count)) }
    }

    /// The profile as a formula, if it contains nothing else: a gray curve, or three curves and a matrix.
    ///
    /// A profile that equals a well-known space up to rounding becomes exactly that space, so the many slightly
    /// different sRGB profiles in circulation need no conversion between them.
    var parametricDefinition: ColorSpaceDefinition? {
        guard let handle = Self.open(data) else { return nil }
        defer { cmsCloseProfile(handle) }
        switch model {
        case .rgb where cmsIsMatrixShaper(handle) != 0: return rgbDefinition(handle)
        case .monochrome:
            guard cmsGetPCS(handle) == cmsSigXYZData, let tone = tag(handle, cmsSigGrayTRCTag) else { return nil }
            return Self.curve(tone).map { .gray($0) }
        default: return nil
        }
    }

    private func rgbDefinition(_ handle: cmsHPROFILE) -> ColorSpaceDefinition? {
        // Lookup tables take precedence over a profile's matrix, so a profile with tables is not a formula.
        guard cmsGetPCS(handle) == cmsSigXYZData, cmsIsTag(handle, cmsSigAToB0Tag) == 0,
            cmsIsTag(handle, cmsSigAToB1Tag) == 0, cmsIsTag(handle, cmsSigDToB0Tag) == 0,
            let columns = readColumns(handle)
        else { return nil }
        let matrix = Matrix3(columns: columns[0], columns[1], columns[2])
        guard matrix.inverse != nil else { return nil }
        var curves: [TransferCurve] = []
        for signature in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
            guard let tone = tag(handle, signature), let curve = Self.curve(tone) else { return nil }
            curves.append(curve)
        }
        let known: [Primaries] = [.rec709, .displayP3, .adobeRGB, .rec2020, .romm]
        let snapped = known.map(\.toXYZD50).first { $0.distance(to: matrix) < 2e-3 } ?? matrix
        return .rgb(curves: curves, toXYZD50: snapped)
    }

    private func readColumns(_ handle: cmsHPROFILE) -> [SIMD3<Double>]? {
        var columns: [SIMD3<Double>] = []
        for signature in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
            guard let pointer = tag(handle, signature) else { return nil }
            let value = UnsafeRawPointer(pointer).load(as: cmsCIEXYZ.self)
            columns.append([value.X, value.Y, value.Z])
        }
        return columns
    }

    private func tag(_ handle: cmsHPROFILE, _ signature: cmsTagSignature) -> UnsafeMutableRawPointer? {
        cmsReadTag(handle, signature)
    }

    /// Returns the curve as a formula: a well-known one that it matches to half a 12-bit step, or one with its own
    /// parameters.
    private static func curve(_ pointer: UnsafeMutableRawPointer) -> TransferCurve? {
        let tone = OpaquePointer(pointer)
        let steps = 64
        func matches(_ candidate: TransferCurve) -> Bool {
            (0...steps).allSatisfy { step in
                let x = Float(step) / Float(steps)
                return abs(Double(cmsEvalToneCurveFloat(tone, x)) - candidate.decode(Double(x))) < 1.2e-4
            }
        }
        let known: [TransferCurve] = [.linear, .sRGB, .adobe, .gamma(2.2), .gamma(1.8), .rec709, .romm]
        if let match = known.first(where: matches) { return match }
        guard let p = cmsGetToneCurveParams(tone) else { return nil }
        let parameters = cmsGetToneCurveParametricType(tone)
        let own: TransferCurve
        switch parameters {
        case 1: own = TransferCurve(g: p[0])
        case 4: own = TransferCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
        case 5: own = TransferCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
        default: return nil
        }
        guard own.g > 0, own.a != 0, matches(own) else { return nil }
        return own
    }
}
