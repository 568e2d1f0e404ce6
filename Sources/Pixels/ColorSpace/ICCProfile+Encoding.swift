import CLCMS
import Foundation

extension ICCProfile {
    /// Returns a version 4 profile for a space defined by formulas; nil if ICC has no equivalent.
    static func encoded(_ definition: ColorSpaceDefinition, name: String?) -> Data? {
        if case .icc(let profile) = definition { return profile.data }
        return EncodedProfileCache.profile(definition, name: name) { encodedAnew(definition, name: name) }
    }

    private static func encodedAnew(_ definition: ColorSpaceDefinition, name: String?) -> Data? {
        let handle: cmsHPROFILE?
        switch definition {
        case .rgb(let curves, let matrix):
            handle = curves.allSatisfy { $0.form == .power } ? rgbProfile(curves, matrix) : nil
        case .gray(let curve): handle = curve.form == .power ? grayProfile(curve) : nil
        case .xyz: handle = cmsCreateXYZProfile()
        case .lab: handle = cmsCreateLab4Profile(nil)
        case .deviceCMYK, .icc: handle = nil
        }
        guard let handle else { return nil }
        defer { cmsCloseProfile(handle) }
        write(title(name), to: handle)
        return bytes(of: handle)
    }

    private static func title(_ name: String?) -> String {
        let known: [String: String] = [
            CGColorSpace.sRGB: "sRGB IEC61966-2.1", CGColorSpace.extendedSRGB: "sRGB IEC61966-2.1",
            "kCGColorSpaceDeviceRGB": "sRGB IEC61966-2.1", CGColorSpace.displayP3: "Display P3",
            CGColorSpace.extendedDisplayP3: "Display P3", CGColorSpace.adobeRGB1998: "Adobe RGB (1998)",
            CGColorSpace.rommrgb: "ROMM RGB", CGColorSpace.genericGrayGamma2_2: "Generic Gray Gamma 2.2",
        ]
        guard let name else { return "RGB" }
        return known[name] ?? name.replacingOccurrences(of: "kCGColorSpace", with: "")
    }

    private static func rgbProfile(_ curves: [TransferCurve], _ matrix: Matrix3) -> cmsHPROFILE? {
        guard let handle = cmsCreateProfilePlaceholder(nil) else { return nil }
        cmsSetProfileVersion(handle, 4.3)
        cmsSetDeviceClass(handle, cmsSigDisplayClass)
        cmsSetColorSpace(handle, cmsSigRgbData)
        cmsSetPCS(handle, cmsSigXYZData)
        writeWhite(to: handle)
        let signatures = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        for (signature, column) in zip(signatures, [matrix.c0, matrix.c1, matrix.c2]) {
            var value = cmsCIEXYZ(X: column.x, Y: column.y, Z: column.z)
            cmsWriteTag(handle, signature, &value)
        }
        for (signature, curve) in zip([cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag], curves) {
            write(curve, as: signature, to: handle)
        }
        return handle
    }

    private static func grayProfile(_ curve: TransferCurve) -> cmsHPROFILE? {
        guard let handle = cmsCreateProfilePlaceholder(nil) else { return nil }
        cmsSetProfileVersion(handle, 4.3)
        cmsSetDeviceClass(handle, cmsSigDisplayClass)
        cmsSetColorSpace(handle, cmsSigGrayData)
        cmsSetPCS(handle, cmsSigXYZData)
        writeWhite(to: handle)
        write(curve, as: cmsSigGrayTRCTag, to: handle)
        return handle
    }

    private static func writeWhite(to handle: cmsHPROFILE) {
        var white = cmsCIEXYZ(X: Primaries.pcsWhite.x, Y: Primaries.pcsWhite.y, Z: Primaries.pcsWhite.z)
        cmsWriteTag(handle, cmsSigMediaWhitePointTag, &white)
    }

    private static func write(_ curve: TransferCurve, as signature: cmsTagSignature, to handle: cmsHPROFILE) {
        let plain = curve.d <= 0 && curve.a == 1 && curve.b == 0 && curve.e == 0
        let parameters = plain ? [curve.g] : [curve.g, curve.a, curve.b, curve.c, curve.d, curve.e, curve.f]
        guard let tone = cmsBuildParametricToneCurve(nil, plain ? 1 : 5, parameters) else { return }
        defer { cmsFreeToneCurve(tone) }
        cmsWriteTag(handle, signature, UnsafeRawPointer(tone))
    }

    private static func write(_ title: String, to handle: cmsHPROFILE) {
        for (signature, text) in [
            (cmsSigProfileDescriptionTag, title), (cmsSigCopyrightTag, "No copyright, use freely"),
        ] {
            guard let record = cmsMLUalloc(nil, 1) else { continue }
            defer { cmsMLUfree(record) }
            cmsMLUsetASCII(record, "en", "US", text)
            cmsWriteTag(handle, signature, UnsafeRawPointer(record))
        }
    }

    private static func bytes(of handle: cmsHPROFILE) -> Data? {
        var size: cmsUInt32Number = 0
        guard cmsSaveProfileToMem(handle, nil, &size) != 0, size > 0 else { return nil }
        var data = Data(count: Int(size))
        let saved = data.withUnsafeMutableBytes { cmsSaveProfileToMem(handle, $0.baseAddress, &size) }
        // The header's date (bytes 24–35) is the time of writing. It is replaced, because equal spaces must give equal
        // files.
        data.replaceSubrange(24..<36, with: [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8])
        return saved != 0 ? data : nil
    }
}
