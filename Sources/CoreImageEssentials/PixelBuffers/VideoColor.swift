import PixelBuffers
import Pixels

/// The colours of a YCbCr buffer: those of its attachments, and a rule for what they don't say.
///
/// Without attachments, a picture of at least 1280 columns or more than 576 rows is BT.709. A smaller one has the
/// matrix of BT.601, with the primaries of SMPTE C up to 486 rows and those of EBU 3213 above. If a part is missing,
/// BT.2020 primaries stand for its matrix and the other way round. The transfer function is that of BT.709 unless
/// stated. Chroma lies at the left, halfway between the rows.
package struct VideoColor {
    /// The space of the encoded red, green and blue.
    let colorSpace: CGColorSpace
    let coding: YCbCrCoding
    let sampling: ChromaSampling

    /// Whether the attachments leave primaries, transfer function or matrix to the rule.
    let isGuessed: Bool

    /// - Throws: `CIError.unsupportedColorSpace` for attachments that can't be used.
    init(of buffer: CVPixelBuffer, for operation: String) throws(CIError) {
        let attachments = buffer.allAttachments
        func unusable(_ what: String) -> CIError {
            .unsupportedColorSpace(
                operation: operation, reason: "the buffer's attachments name the \(what), which isn't supported")
        }
        let complete = Self.completed(attachments, width: buffer.width, height: buffer.height)
        guard let matrix = (complete[kCVImageBufferYCbCrMatrixKey] as? String).flatMap({ Self.matrices[$0] }) else {
            throw unusable("YCbCr matrix \(complete[kCVImageBufferYCbCrMatrixKey] ?? "")")
        }
        switch AttachedColor(complete) {
        case .space(let space) where space.model == .rgb: colorSpace = space
        case .space(let space): throw unusable("colour space \(space)")
        case .unusable(let what): throw unusable(what)
        case .unspecified: throw unusable("colours")
        }
        isGuessed = complete.count > attachments.count
        coding = YCbCrCoding(
            matrix: matrix, isFullRange: buffer.format.range == .full, bitDepth: buffer.format.bits,
            // Codes of more than 8 bits are in the high bits of 16.
            storedUnit: buffer.format.bits > 8 ? 1 << (16 - buffer.format.bits) : 1)
        var sampling = ChromaSampling.halfColumns
        if buffer.format.isPlanar, let chroma = buffer.format.planes.last {
            (sampling.columns, sampling.rows) = (chroma.horizontalSubsampling, chroma.verticalSubsampling)
        }
        if let location = attachments[kCVImageBufferChromaLocationTopFieldKey] {
            guard let site = (location as? String).flatMap({ Self.locations[$0] }) else {
                throw unusable("chroma location \(location)")
            }
            (sampling.horizontalSite, sampling.verticalSite) = site
        }
        self.sampling = sampling
    }

    /// Adds the primaries, the transfer function and the matrix that the attachments of luma and chroma don't state.
    package static func completed(_ attachments: CFDictionary, width: Int, height: Int) -> CFDictionary {
        var complete = attachments
        let isLarge = width >= 1280 || height > 576
        let primaries = attachments[kCVImageBufferColorPrimariesKey] as? String
        if attachments[kCVImageBufferYCbCrMatrixKey] == nil {
            complete[kCVImageBufferYCbCrMatrixKey] =
                primaries == kCVImageBufferColorPrimaries_ITU_R_2020
                ? kCVImageBufferYCbCrMatrix_ITU_R_2020
                : isLarge ? kCVImageBufferYCbCrMatrix_ITU_R_709_2 : kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
        if attachments[kCVImageBufferColorPrimariesKey] == nil {
            let matrix = complete[kCVImageBufferYCbCrMatrixKey] as? String
            complete[kCVImageBufferColorPrimariesKey] =
                matrix == kCVImageBufferYCbCrMatrix_ITU_R_2020
                ? kCVImageBufferColorPrimaries_ITU_R_2020
                : isLarge || matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2
                    ? kCVImageBufferColorPrimaries_ITU_R_709_2
                    : height <= 486 ? kCVImageBufferColorPrimaries_SMPTE_C : kCVImageBufferColorPrimaries_EBU_3213
        }
        if attachments[kCVImageBufferTransferFunctionKey] == nil {
            complete[kCVImageBufferTransferFunctionKey] = kCVImageBufferTransferFunction_ITU_R_709_2
        }
        return complete
    }

    private static let matrices: [CFString: YCbCrMatrix] = [
        kCVImageBufferYCbCrMatrix_ITU_R_709_2: .bt709, kCVImageBufferYCbCrMatrix_ITU_R_601_4: .bt601,
        kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: .smpte240, kCVImageBufferYCbCrMatrix_ITU_R_2020: .bt2020,
    ]

    private static let locations: [CFString: (ChromaSampling.Site, ChromaSampling.Site)] = [
        kCVImageBufferChromaLocation_Left: (.first, .middle), kCVImageBufferChromaLocation_Center: (.middle, .middle),
        kCVImageBufferChromaLocation_TopLeft: (.first, .first), kCVImageBufferChromaLocation_Top: (.middle, .first),
        kCVImageBufferChromaLocation_BottomLeft: (.first, .last), kCVImageBufferChromaLocation_Bottom: (.middle, .last),
    ]
}
