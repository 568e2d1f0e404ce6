import Foundation
import PixelBuffers
import Pixels
import Testing

@Suite("Attachments of buffers")
struct AttachmentTests {
    @Test("values are set, read, propagated and removed with their modes")
    func modes() throws {
        let (a, b) = (
            try Buffers.make(2, 2, kCVPixelFormatType_32BGRA), try Buffers.make(2, 2, kCVPixelFormatType_32BGRA)
        )
        CVBufferSetAttachment(
            a, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_P3_D65, .shouldPropagate)
        CVBufferSetAttachment(a, "note", 7, .shouldNotPropagate)
        var mode = CVAttachmentMode.shouldNotPropagate
        #expect(CVBufferCopyAttachment(a, kCVImageBufferColorPrimariesKey, &mode) as? String == "P3_D65")
        #expect(mode == .shouldPropagate)
        #expect(CVBufferGetAttachment(a, "note", nil)?.takeUnretainedValue() as? Int == 7)
        #expect(CVBufferCopyAttachments(a, .shouldPropagate)?.keys.sorted() == [kCVImageBufferColorPrimariesKey])
        CVBufferPropagateAttachments(a, b)
        #expect(CVBufferHasAttachment(b, kCVImageBufferColorPrimariesKey) && !CVBufferHasAttachment(b, "note"))
        CVBufferRemoveAttachment(a, "note")
        #expect(CVBufferCopyAttachments(a, .shouldNotPropagate) == nil && CVBufferCopyAttachment(a, "note", nil) == nil)
        CVBufferSetAttachments(a, ["x": 1, "y": "z"], .shouldPropagate)
        #expect(CVBufferGetAttachments(a, .shouldPropagate)?.count == 3)
        CVBufferRemoveAllAttachments(a)
        #expect(CVBufferCopyAttachments(a, .shouldPropagate) == nil)
        #expect(CVBufferCopyAttachments(b, .shouldPropagate)?.count == 1)
    }

    @Test("attributes may bring attachments")
    func initial() throws {
        let buffer = try Buffers.make(
            2, 2, kCVPixelFormatType_32BGRA,
            [
                kCVBufferPropagatedAttachmentsKey: [kCVImageBufferFieldCountKey: 2] as CFDictionary,
                kCVBufferNonPropagatedAttachmentsKey: ["private": kCFBooleanTrue as Any] as CFDictionary,
            ])
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) as? [String: Int] == [kCVImageBufferFieldCountKey: 2])
        #expect(CVBufferCopyAttachment(buffer, "private", nil) as? Bool == true)
        #expect(CVPixelBufferCopyCreationAttributes(buffer)[kCVPixelBufferWidthKey] as? Int == 2)
    }

    @Test("sizes for display: clean aperture, shape of pixels and dimensions")
    func geometry() throws {
        let buffer = try Buffers.make(720, 480, kCVPixelFormatType_422YpCbCr8)
        #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 480))
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 720, height: 480))
        #expect(CVImageBufferIsFlipped(buffer))
        CVBufferSetAttachment(
            buffer, kCVImageBufferCleanApertureKey,
            [
                kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: NSNumber(value: 470),
                kCVImageBufferCleanApertureHorizontalOffsetKey: 2, kCVImageBufferCleanApertureVerticalOffsetKey: 3.0,
            ] as CFDictionary, .shouldPropagate)
        // Centred, it would begin at (8, 5); 2 to the right and 3 down, where y goes up.
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 10, y: 2, width: 704, height: 470))
        CVBufferSetAttachment(
            buffer, kCVImageBufferPixelAspectRatioKey,
            [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 10,
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11,
            ] as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 640, height: 470))
        CVBufferSetAttachment(
            buffer, kCVImageBufferDisplayDimensionsKey,
            [kCVImageBufferDisplayWidthKey: 639, kCVImageBufferDisplayHeightKey: 479] as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 639, height: 479))
    }

    @Test("colour spaces of attachments")
    func colorSpaces() throws {
        let buffer = try Buffers.make(2, 2, kCVPixelFormatType_32BGRA)
        #expect(CVImageBufferGetColorSpace(buffer) == nil)
        func space(_ primaries: CFString, _ curve: CFString, gamma: Any? = nil) -> CGColorSpace? {
            var attachments: CFDictionary = [
                kCVImageBufferColorPrimariesKey: primaries, kCVImageBufferTransferFunctionKey: curve,
            ]
            attachments[kCVImageBufferGammaLevelKey] = gamma
            return CVImageBufferCreateColorSpaceFromAttachments(attachments)?.takeRetainedValue()
        }
        let names: [(CFString, CFString, String)] = [
            (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_sRGB, CGColorSpace.sRGB),
            (
                kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2,
                CGColorSpace.itur_709
            ),
            (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_Linear, CGColorSpace.linearSRGB),
            (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_sRGB, CGColorSpace.displayP3),
            (
                kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2020,
                CGColorSpace.itur_2020
            ),
            (kCVImageBufferColorPrimaries_DCI_P3, kCVImageBufferTransferFunction_SMPTE_ST_428_1, CGColorSpace.dcip3),
        ]
        for (primaries, curve, name) in names { #expect(space(primaries, curve)?.name == name) }
        let unnamed = space(kCVImageBufferColorPrimaries_SMPTE_C, kCVImageBufferTransferFunction_SMPTE_240M_1995)
        #expect(unnamed != nil && unnamed?.name == nil && unnamed?.model == .rgb)
        let useGamma = kCVImageBufferTransferFunction_UseGamma
        #expect(space(kCVImageBufferColorPrimaries_DCI_P3, useGamma, gamma: 2.6)?.name == CGColorSpace.dcip3)
        #expect(space(kCVImageBufferColorPrimaries_DCI_P3, useGamma) == nil)
        let hdr = kCVImageBufferColorPrimaries_ITU_R_2020
        #expect(space(hdr, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)?.name == CGColorSpace.itur_2100_PQ)
        #expect(space(hdr, kCVImageBufferTransferFunction_ITU_R_2100_HLG)?.name == CGColorSpace.itur_2100_HLG)
        #expect(space(hdr, "unheard of") == nil)
        #expect(space("nonsense", kCVImageBufferTransferFunction_sRGB) == nil)

        CVBufferSetAttachments(
            buffer,
            [
                kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_P3_D65,
                kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_sRGB,
            ], .shouldPropagate)
        #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue().name == CGColorSpace.displayP3)
        let adobe = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
        CVBufferSetAttachment(buffer, kCVImageBufferICCProfileKey, try #require(adobe.copyICCData()), .shouldPropagate)
        #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue().name == CGColorSpace.adobeRGB1998)
        let gray = CGColorSpaceCreateDeviceGray()
        CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, gray, .shouldPropagate)
        #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue() === gray)
        CVBufferRemoveAllAttachments(buffer)
        #expect(CVImageBufferGetColorSpace(buffer) == nil)
    }

    @Test("code points are those of ITU-T H.273")
    func codePoints() {
        let primaries: [(CFString, Int32)] = [
            ("ITU_R_709_2", 1), ("EBU_3213", 5), ("SMPTE_C", 6), ("ITU_R_2020", 9), ("DCI_P3", 11), ("P3_D65", 12),
            ("P22", 22),
        ]
        for (name, number) in primaries {
            #expect(CVColorPrimariesGetIntegerCodePointForString(name) == number)
            #expect(CVColorPrimariesGetStringForIntegerCodePoint(number)?.takeUnretainedValue() == name)
        }
        let curves: [(CFString, Int32)] = [
            ("ITU_R_709_2", 1), ("SMPTE_240M_1995", 7), ("Linear", 8), ("IEC_sRGB", 13), ("ITU_R_2020", 14),
            ("SMPTE_ST_2084_PQ", 16), ("SMPTE_ST_428_1", 17), ("ITU_R_2100_HLG", 18),
        ]
        for (name, number) in curves {
            #expect(CVTransferFunctionGetIntegerCodePointForString(name) == number)
            #expect(CVTransferFunctionGetStringForIntegerCodePoint(number)?.takeRetainedValue() == name)
        }
        for (name, number): (CFString, Int32) in [
            ("ITU_R_709_2", 1), ("ITU_R_601_4", 6), ("SMPTE_240M_1995", 7), ("ITU_R_2020", 9),
        ] {
            #expect(CVYCbCrMatrixGetIntegerCodePointForString(name) == number)
            #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(number)?.takeUnretainedValue() == name)
        }
        #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(5)?.takeUnretainedValue() == "ITU_R_601_4")
        #expect(CVColorPrimariesGetIntegerCodePointForString(nil) == 2)
        #expect(CVTransferFunctionGetIntegerCodePointForString("UseGamma") == 2)
        for unknown: Int32 in [-1, 0, 2, 3, 99] {
            #expect(CVColorPrimariesGetStringForIntegerCodePoint(unknown) == nil)
            #expect(CVTransferFunctionGetStringForIntegerCodePoint(unknown) == nil)
            #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(unknown) == nil)
        }
    }

    @Test("threads attach and read at the same time")
    func threads() async throws {
        let buffer = try Buffers.make(2, 2, kCVPixelFormatType_32BGRA)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for i in 0..<500 {
                        CVBufferSetAttachment(buffer, "key\(i % 8)", "\(task) \(i)", .shouldPropagate)
                        _ = CVBufferCopyAttachments(buffer, .shouldPropagate)
                        _ = CVBufferCopyAttachment(buffer, "key\(i % 8)", nil)
                        if i % 50 == 0 { CVBufferRemoveAllAttachments(buffer) }
                    }
                }
            }
        }
        CVBufferRemoveAllAttachments(buffer)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    }
}
