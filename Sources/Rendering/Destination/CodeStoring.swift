import Pixels

/// Stores codes that are floats as integers of a plane: limited to the valid codes, and rounded half up.
struct CodeStoring<Code: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable>: Sendable {
    typealias Pixels = UnsafePointer<SIMD4<Float>>

    /// Where the samples of a row of chroma come from and go to.
    struct ChromaRow {
        /// The rows of pixels that are averaged: one, two with equal weights, or three with the weights 1, 2 and 1.
        var rows: [Pixels]
        /// The pixels in a row that are averaged, with the same weights: the distance of the first from the first one
        /// that belongs to a sample, and their number.
        var columns: (first: Int, count: Int)
        /// The number of pixels in a row that belong to each sample.
        var step: Int
        /// The pixel at which the rows begin.
        var origin: Int
        /// The pixels in a row that exist. Others are replaced by the nearest one.
        var limits: Range<Int>
        /// Where Cb and Cr of the first sample go.
        var target: (blue: UnsafeMutablePointer<Code>, red: UnsafeMutablePointer<Code>)
        /// The distance between samples in the plane: 2 if Cr follows Cb, otherwise 1.
        var stride: Int
    }

    /// The largest code.
    private let largest: SIMD4<Float>
    /// What a code is multiplied by in storage.
    private let unit: UInt32
    /// The fractional bits with which a code is rounded: as many as fit.
    private let fractionBits: UInt32
    private let scale: Float
    /// Adding this to a float below 2²² · 1.5 leaves a whole number in the low bits, because the unit of such floats is
    /// 1. It contains half a code. Conversions by the language would check for overflow.
    private let rounding: SIMD4<Float>

    init(_ coding: YCbCrCoding) {
        largest = SIMD4(repeating: Float(coding.maximumCode))
        unit = UInt32(coding.storedUnit)
        fractionBits = UInt32(22 - coding.bitDepth)
        scale = Float(1 << fractionBits)
        rounding = SIMD4(repeating: 0x1p23 + Float(1 << fractionBits) / 2)
    }

    /// Returns integers for codes. NaN gives 0.
    @inline(__always) private func stored(_ codes: SIMD4<Float>) -> SIMD4<Code> {
        let positive = codes.replacing(with: 0, where: .!(codes .> 0))
        let limited = positive.replacing(with: largest, where: positive .> largest)
        let bits = unsafeBitCast(limited * scale + rounding, to: SIMD4<UInt32>.self)
        return SIMD4<Code>(truncatingIfNeeded: (bits & 0x7f_ffff) &>> fractionBits &* unit)
    }

    /// Stores the first components of pixels.
    func storeLuma(_ pixels: Pixels, count: Int, to target: UnsafeMutablePointer<Code>) {
        var index = 0
        while index &+ 4 <= count {
            let four = pixels + index
            let codes = stored(SIMD4(four[0].x, four[1].x, four[2].x, four[3].x))
            UnsafeMutableRawPointer(target + index).storeBytes(of: codes, as: SIMD4<Code>.self)
            index &+= 4
        }
        while index < count {
            target[index] = stored(pixels[index]).x
            index &+= 1
        }
    }

    /// Stores the second and third components of means of pixels, for a range of samples.
    func storeChroma(_ row: ChromaRow, _ samples: Range<Int>) {
        let rows = row.rows
        switch rows.count {
        case 1: storeChroma(row, samples, weights: 1) { rows[0][$0] }
        case 2:
            let (first, second) = (rows[0], rows[1])
            storeChroma(row, samples, weights: 2) { first[$0] + second[$0] }
        default:
            let (first, second, third) = (rows[0], rows[1], rows[2])
            storeChroma(row, samples, weights: 4) { first[$0] + 2 * second[$0] + third[$0] }
        }
    }

    @inline(__always) private func storeChroma(
        _ row: ChromaRow, _ samples: Range<Int>, weights: Float, column: (Int) -> SIMD4<Float>
    ) {
        let (first, count) = (row.columns.first, row.columns.count)
        let scale = 1 / (weights * (count == 1 ? 1 : count == 2 ? 2 : 4))
        // The samples whose pixels all exist.
        let step = row.step
        let start = max(samples.lowerBound, (row.limits.lowerBound - first + step - 1).flooredQuotient(by: step))
        let end = min(samples.upperBound, (row.limits.upperBound - first - count).flooredQuotient(by: step) + 1)
        let inside = start..<max(start, end)

        @inline(__always) func mean(_ x: Int) -> SIMD4<Float> {
            switch count {
            case 1: column(x)
            case 2: column(x) + column(x &+ 1)
            default: column(x) + 2 * column(x &+ 1) + column(x &+ 2)
            }
        }
        func store(_ codes: SIMD4<Code>, _ sample: Int) {
            let place = (sample &- samples.lowerBound) &* row.stride
            (row.target.blue[place], row.target.red[place]) = (codes.x, codes.y)
        }
        for sample in samples where !inside.contains(sample) {
            let sum = (0..<count).reduce(SIMD4<Float>.zero) { sum, index in
                let x = max(row.limits.lowerBound, min(sample * step + first + index, row.limits.upperBound - 1))
                return sum + column(x - row.origin) * (count == 3 && index == 1 ? 2 : 1)
            }
            store(stored(SIMD4(sum.y, sum.z, 0, 0) * scale), sample)
        }
        var sample = inside.lowerBound
        while sample &+ 2 <= inside.upperBound {
            let x = sample &* step &+ first &- row.origin
            let (one, next) = (mean(x), mean(x &+ step))
            let codes = stored(SIMD4(one.y, one.z, next.y, next.z) * scale)
            if row.stride == 2 {
                let place = row.target.blue + (sample &- samples.lowerBound) &* 2
                UnsafeMutableRawPointer(place).storeBytes(of: codes, as: SIMD4<Code>.self)
            } else {
                store(codes, sample)
                store(SIMD4(codes.z, codes.w, 0, 0), sample &+ 1)
            }
            sample &+= 2
        }
        if sample < inside.upperBound {
            let one = mean(sample &* step &+ first &- row.origin)
            store(stored(SIMD4(one.y, one.z, 0, 0) * scale), sample)
        }
    }
}
