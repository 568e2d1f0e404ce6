import CoreImageEssentials
import Foundation
import PixelBuffers
import VideoExchange

/// The colours that a file states as attachments of pixel buffers, and the other way round.
enum ColourAttachments {
    /// A statement for which Core Video has no name.
    struct Unsupported: Error {
        /// What is stated, for a message.
        let statement: String
    }

    // H.273's numbers of powers, which Core Video states by their exponents.
    private static let powers: [UInt8: Double] = [4: 2.2, 5: 2.8]
    // H.273's xvYCC is the curve of BT.709, continued below 0 and above 1.
    private static let equivalentTransfers: [UInt8: UInt8] = [11: 1]

    /// Returns the attachments for tags. The range isn't one of them: it is a part of the pixel format.
    static func attachments(for tags: ColourTags, _ format: VideoPixelFormat) throws(Unsupported) -> CFDictionary {
        var result: CFDictionary = [:]
        if let number = tags.primaries {
            guard let name = CVColorPrimariesGetStringForIntegerCodePoint(Int32(number)) else {
                throw Unsupported(statement: "the primaries number \(number) of H.273")
            }
            result[kCVImageBufferColorPrimariesKey] = name.takeUnretainedValue()
        }
        if let number = tags.transfer {
            if let exponent = powers[number] {
                result[kCVImageBufferTransferFunctionKey] = kCVImageBufferTransferFunction_UseGamma
                result[kCVImageBufferGammaLevelKey] = exponent
            } else {
                let known = equivalentTransfers[number] ?? number
                guard let name = CVTransferFunctionGetStringForIntegerCodePoint(Int32(known)) else {
                    throw Unsupported(statement: "the transfer function number \(number) of H.273")
                }
                result[kCVImageBufferTransferFunctionKey] = name.takeUnretainedValue()
            }
        }
        // Other formats have no matrix, whatever the file says.
        if let number = tags.matrix, format.model == .yCbCr {
            guard let name = CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(number)) else {
                throw Unsupported(statement: "the matrix number \(number) of H.273")
            }
            result[kCVImageBufferYCbCrMatrixKey] = name.takeUnretainedValue()
        }
        if let location = tags.chromaLocation, format.model == .yCbCr {
            result[kCVImageBufferChromaLocationTopFieldKey] = names[location]
            result[kCVImageBufferChromaLocationBottomFieldKey] = names[location]
        }
        return result
    }

    /// Returns the tags for attachments. What has no number isn't stated.
    ///
    /// - Parameter stated: Tags whose numbers are kept where they mean the same as the attachments, as several numbers
    ///   can have one name.
    static func tags(
        for attachments: CFDictionary, _ type: OSType, keeping stated: ColourTags? = nil
    ) -> ColourTags {
        var tags = ColourTags()
        let isYCbCr = PixelBufferFormat.named(type)?.content == .yCbCr
        tags.range = PixelBufferFormat.named(type)?.range == .video ? .video : .full
        tags.primaries = number(
            CVColorPrimariesGetIntegerCodePointForString(attachments[kCVImageBufferColorPrimariesKey] as? String))
        let transfer = attachments[kCVImageBufferTransferFunctionKey] as? String
        if transfer == kCVImageBufferTransferFunction_UseGamma {
            let exponent = attachments[kCVImageBufferGammaLevelKey].flatMap(AttributeNumber.double)
            tags.transfer = powers.first { $0.value == exponent }?.key
        } else {
            tags.transfer = number(CVTransferFunctionGetIntegerCodePointForString(transfer))
        }
        if isYCbCr {
            tags.matrix = number(
                CVYCbCrMatrixGetIntegerCodePointForString(attachments[kCVImageBufferYCbCrMatrixKey] as? String))
            let location = attachments[kCVImageBufferChromaLocationTopFieldKey] as? String
            tags.chromaLocation = names.first { $0.value == location }?.key
        }
        guard let stated, let format = VideoPixelFormat.allCases.first(where: { ($0.model == .yCbCr) == isYCbCr }),
            let meant = try? Self.attachments(for: stated, format)
        else { return tags }
        func isSame(_ key: CFString) -> Bool { meant[key] as? String == attachments[key] as? String }
        if isSame(kCVImageBufferColorPrimariesKey) { tags.primaries = stated.primaries }
        if isSame(kCVImageBufferTransferFunctionKey) { tags.transfer = stated.transfer }
        if isYCbCr, isSame(kCVImageBufferYCbCrMatrixKey) { tags.matrix = stated.matrix }
        return tags
    }

    private static func number(_ code: Int32) -> UInt8? { code == 2 ? nil : UInt8(exactly: code) }

    private static let names: [ColourTags.ChromaLocation: CFString] = [
        .left: kCVImageBufferChromaLocation_Left, .center: kCVImageBufferChromaLocation_Center,
        .topLeft: kCVImageBufferChromaLocation_TopLeft, .top: kCVImageBufferChromaLocation_Top,
        .bottomLeft: kCVImageBufferChromaLocation_BottomLeft, .bottom: kCVImageBufferChromaLocation_Bottom,
    ]
}
