import Foundation
import Pixels

/// The colour space that a buffer's attachments describe.
package enum AttachedColor {
    /// The attachments name no colour space, or only a part of one.
    case unspecified
    /// The space.
    case space(CGColorSpace)
    /// The attachments name something that can't be used; the text says what.
    case unusable(String)

    /// Reads attachments: a colour space, an ICC profile, or else primaries and transfer function.
    package init(_ attachments: CFDictionary) {
        if let value = attachments[kCVImageBufferCGColorSpaceKey] {
            self = (value as? CGColorSpace).map(Self.space) ?? .unusable("\(kCVImageBufferCGColorSpaceKey) \(value)")
        } else if let value = attachments[kCVImageBufferICCProfileKey] {
            self = (value as? Data).flatMap(CGColorSpace.init(iccData:)).map(Self.space) ?? .unusable("ICC profile")
        } else if let primaries = attachments[kCVImageBufferColorPrimariesKey],
            let curve = attachments[kCVImageBufferTransferFunctionKey]
        {
            self.init(primaries: primaries, curve: curve, gamma: attachments[kCVImageBufferGammaLevelKey])
        } else {
            self = .unspecified
        }
    }

    private init(primaries: Any, curve: Any, gamma: Any?) {
        guard let colors = (primaries as? String).flatMap({ Self.primaries[$0] }) else {
            self = .unusable("colour primaries \(primaries)")
            return
        }
        guard let name = curve as? String else {
            self = .unusable("transfer function \(curve)")
            return
        }
        if name == kCVImageBufferTransferFunction_UseGamma {
            guard let exponent = gamma.flatMap(AttributeNumber.double), exponent > 0, exponent.isFinite else {
                self = .unusable("transfer function \(name) without \(kCVImageBufferGammaLevelKey) above 0")
                return
            }
            self = .space(CGColorSpace(primaries: colors, curve: .gamma(exponent)))
        } else if let known = Self.curves[name] {
            self = .space(CGColorSpace(primaries: colors, curve: known))
        } else {
            self = .unusable("transfer function \(name)")
        }
    }

    private static let primaries: [CFString: Primaries] = [
        kCVImageBufferColorPrimaries_ITU_R_709_2: .rec709, kCVImageBufferColorPrimaries_EBU_3213: .ebu3213,
        kCVImageBufferColorPrimaries_SMPTE_C: .smpteC, kCVImageBufferColorPrimaries_P22: .p22,
        kCVImageBufferColorPrimaries_DCI_P3: .dciP3, kCVImageBufferColorPrimaries_P3_D65: .displayP3,
        kCVImageBufferColorPrimaries_ITU_R_2020: .rec2020,
    ]

    private static let curves: [CFString: TransferCurve] = [
        kCVImageBufferTransferFunction_ITU_R_709_2: .rec709, kCVImageBufferTransferFunction_ITU_R_2020: .rec709,
        kCVImageBufferTransferFunction_SMPTE_240M_1995: .smpte240M, kCVImageBufferTransferFunction_sRGB: .sRGB,
        kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: .perceptualQuantizer,
        kCVImageBufferTransferFunction_ITU_R_2100_HLG: .hybridLogGamma,
        kCVImageBufferTransferFunction_Linear: .linear, kCVImageBufferTransferFunction_SMPTE_ST_428_1: .gamma(2.6),
    ]
}

extension CVBuffer {
    /// All attachments.
    package var allAttachments: CFDictionary { attachments.withLock { $0 }.entries.mapValues(\.value) }
}
