/// How YCbCr components are stored as integers.
///
/// Luma Y' is 0…1 and chroma Cb, Cr is −0.5…0.5 for encoded red, green and blue in 0…1. A code is
/// `offset + scale · value`, and may lie outside the nominal range. Source: ITU-T H.273, 8.3.
package struct YCbCrCoding: Hashable, Sendable {
    /// The weights of red, green and blue in luma.
    package var matrix: YCbCrMatrix
    /// Whether all codes are used. Otherwise black is 16 and white 235 of 255, and chroma is 16…240.
    package var isFullRange: Bool
    /// The number of bits of a code, 8…16.
    package var bitDepth: Int
    /// What a code is multiplied by in storage: 64 for 10 bits in the high bits of 16, otherwise 1.
    package var storedUnit: Int
    /// The largest integer that can be stored: 255 or 65535.
    package var storedMaximum: Int { bitDepth > 8 ? 65535 : 255 }

    /// Creates a coding. A depth outside 8…16 is limited to it.
    package init(matrix: YCbCrMatrix, isFullRange: Bool, bitDepth: Int = 8, storedUnit: Int = 1) {
        (self.matrix, self.isFullRange) = (matrix, isFullRange)
        (self.bitDepth, self.storedUnit) = (min(max(bitDepth, 8), 16), max(1, storedUnit))
    }

    /// The largest code.
    package var maximumCode: Double { Double((1 << bitDepth) - 1) }
    /// The code of black in luma, and the codes between black and white.
    package var luma: (offset: Double, scale: Double) {
        isFullRange ? (0, maximumCode) : (16 * step, 219 * step)
    }
    /// The code of no colour, and the codes between chroma −0.5 and 0.5.
    package var chroma: (offset: Double, scale: Double) {
        (128 * step, isFullRange ? maximumCode : 224 * step)
    }
    private var step: Double { Double(1 << (bitDepth - 8)) }

    /// The rows that give encoded red, green and blue as a sum of luma, Cb, Cr and 1. The components are as stored,
    /// divided by `storedMaximum`.
    package var decodingRows: [SIMD4<Double>] {
        let code = Double(storedMaximum) / Double(storedUnit)
        let (redFromCr, blueFromCb) = (2 * (1 - matrix.red), 2 * (1 - matrix.blue))
        let greenFromCb = -blueFromCb * matrix.blue / matrix.green
        let greenFromCr = -redFromCr * matrix.red / matrix.green
        return [(0, redFromCr), (greenFromCb, greenFromCr), (blueFromCb, 0)].map { cb, cr in
            let constant = -luma.offset / luma.scale - (cb + cr) * chroma.offset / chroma.scale
            return [code / luma.scale, cb * code / chroma.scale, cr * code / chroma.scale, constant]
        }
    }

    /// The rows that give the codes of luma, Cb and Cr as a sum of encoded red, green and blue, and 1.
    package var encodingRows: [SIMD4<Double>] {
        let weights: SIMD3<Double> = [matrix.red, matrix.green, matrix.blue]
        let cb = (SIMD3<Double>(0, 0, 1) - weights) / (2 * (1 - matrix.blue)) * chroma.scale
        let cr = (SIMD3<Double>(1, 0, 0) - weights) / (2 * (1 - matrix.red)) * chroma.scale
        return [
            SIMD4(weights * luma.scale, luma.offset), SIMD4(cb, chroma.offset), SIMD4(cr, chroma.offset),
        ]
    }
}
