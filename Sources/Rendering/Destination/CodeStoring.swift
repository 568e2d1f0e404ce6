import ImageGraph
import Pixels

/// A weighted sum of rows, pixel by pixel.
private protocol RowSum {
    /// The sum of the rows' weights.
    static var weights: Float { get }
    /// Returns the sums of four neighbouring pixels, the first of which is at `x`.
    func sums(_ x: Int) -> SIMD4<Float>
}

private struct OneRow: RowSum {
    static let weights: Float = 1
    private let row: UnsafePointer<Float>

    init(_ row: UnsafePointer<Float>) { self.row = row }

    @inline(__always) func sums(_ x: Int) -> SIMD4<Float> { row.four(at: x) }
}

private struct TwoRows: RowSum {
    static let weights: Float = 2
    private let first, second: UnsafePointer<Float>

    init(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>) { (self.first, self.second) = (first, second) }

    @inline(__always) func sums(_ x: Int) -> SIMD4<Float> { first.four(at: x) + second.four(at: x) }
}

/// Three rows with the weights 1, 2 and 1.
private struct ThreeRows: RowSum {
    static let weights: Float = 4
    private let first, second, third: UnsafePointer<Float>

    init(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ third: UnsafePointer<Float>) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    @inline(__always) func sums(_ x: Int) -> SIMD4<Float> {
        first.four(at: x) + 2 * second.four(at: x) + third.four(at: x)
    }
}

extension UnsafePointer<Float> {
    /// Returns four neighbouring values, the first of which is at `index`.
    @inline(__always) fileprivate func four(at index: Int) -> SIMD4<Float> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Float>.self)
    }
}

/// Stores codes that are floats as integers of a plane: limited to the valid codes, and rounded half up.
struct CodeStoring<Code: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable>: Sendable {
    typealias Values = UnsafePointer<Float>
    typealias Codes = UnsafeMutablePointer<Code>

    /// Where the samples of a row of chroma come from and go to.
    struct ChromaRow {
        /// The number of rows that are averaged: one, two with equal weights, or three with the weights 1, 2 and 1.
        var rowCount: Int
        /// The rows of Cb. Those beyond `rowCount` aren't read.
        var blue: (Values, Values, Values)
        /// The same rows of Cr.
        var red: (Values, Values, Values)
        /// The values in a row that are averaged, with the same weights: the distance of the first from the first one
        /// that belongs to a sample, and their number.
        var columns: (first: Int, count: Int)
        /// The number of values in a row that belong to each sample.
        var step: Int
        /// The pixel at which the rows begin.
        var origin: Int
        /// The pixels in a row that exist. Others are replaced by the nearest one.
        var limits: Range<Int>
        /// Where Cb and Cr of the first sample go.
        var target: (blue: Codes, red: Codes)
        /// The distance between samples in the plane: 2 if Cr follows Cb, otherwise 1.
        var stride: Int

        /// Calls `body` with the addresses of the values at `x` in all rows: those of Cb, then those of Cr.
        func withRows(from x: Int, _ body: (UnsafePointer<Values>) -> Void) {
            withUnsafeTemporaryAllocation(of: Values.self, capacity: 2 * rowCount) { rows in
                (rows[0], rows[rowCount]) = (blue.0 + x, red.0 + x)
                if rowCount > 1 { (rows[1], rows[rowCount + 1]) = (blue.1 + x, red.1 + x) }
                if rowCount > 2 { (rows[2], rows[rowCount + 2]) = (blue.2 + x, red.2 + x) }
                if let start = rows.baseAddress { body(UnsafePointer(start)) }
            }
        }

        /// Returns the weighted sum of the values that belong to a sample, where some pixels may not exist.
        func sum(_ rows: (Values, Values, Values), _ sample: Int) -> Float {
            var sum: Float = 0
            for index in 0..<columns.count {
                let place = sample &* step &+ columns.first &+ index
                let x = max(limits.lowerBound, min(place, limits.upperBound &- 1)) &- origin
                let column =
                    switch rowCount {
                    case 1: rows.0[x]
                    case 2: rows.0[x] + rows.1[x]
                    default: rows.0[x] + 2 * rows.1[x] + rows.2[x]
                    }
                sum += column * (columns.count == 3 && index == 1 ? 2 : 1)
            }
            return sum
        }
    }

    /// The largest code.
    private let largest: SIMD4<Float>
    /// The place of a code's lowest bit in storage.
    private let shift: UInt32
    /// The fractional bits with which a code is rounded: as many as fit.
    private let fractionBits: UInt32
    private let scale: Float
    /// Adding this to a float below 2²² · 1.5 leaves a whole number in the low bits, because the unit of such floats is
    /// 1. It contains half a code. Conversions by the language would check for overflow.
    private let rounding: SIMD4<Float>
    /// Generated functions that do the same; nil if there are none. Only their addresses are kept here, since counting
    /// references for every row of a tile takes as long as storing it.
    private let (generatedLuma, generatedChroma): (PlaneFunctions.Luma?, PlaneFunctions.Chroma?)

    /// Creates the code that stores one tile. `functions` must exist until then.
    init(_ coding: YCbCrCoding, _ functions: PlaneFunctions?) {
        (generatedLuma, generatedChroma) = (functions?.luma, functions?.chroma)
        largest = SIMD4(repeating: Float(coding.maximumCode))
        shift = UInt32(coding.storedUnit.trailingZeroBitCount)
        fractionBits = UInt32(22 - coding.bitDepth)
        scale = Float(1 << fractionBits)
        rounding = SIMD4(repeating: 0x1p23 + Float(1 << fractionBits) / 2)
    }

    /// Returns integers for codes. NaN gives 0.
    @inline(__always) private func stored(_ codes: SIMD4<Float>) -> SIMD4<Code> {
        let positive = codes.replacing(with: 0, where: .!(codes .> 0))
        let limited = positive.replacing(with: largest, where: positive .> largest)
        let bits = unsafeBitCast(limited * scale + rounding, to: SIMD4<UInt32>.self)
        return SIMD4<Code>(truncatingIfNeeded: ((bits & 0x7f_ffff) &>> fractionBits) &<< shift)
    }

    /// Stores a row of luma.
    func storeLuma(_ values: Values, count: Int, to target: Codes) {
        if let generatedLuma { return generatedLuma(values, target, count) }
        var index = 0
        while index &+ 4 <= count {
            UnsafeMutableRawPointer(target + index).storeBytes(of: stored(values.four(at: index)), as: SIMD4<Code>.self)
            index &+= 4
        }
        while index < count {
            target[index] = stored(SIMD4(repeating: values[index])).x
            index &+= 1
        }
    }

    /// Stores means of chroma for a range of samples.
    func storeChroma(_ row: ChromaRow, _ samples: Range<Int>) {
        let (blue, red) = (row.blue, row.red)
        switch row.rowCount {
        case 1: storeChroma(row, samples, blue: OneRow(blue.0), red: OneRow(red.0))
        case 2: storeChroma(row, samples, blue: TwoRows(blue.0, blue.1), red: TwoRows(red.0, red.1))
        default:
            storeChroma(
                row, samples, blue: ThreeRows(blue.0, blue.1, blue.2), red: ThreeRows(red.0, red.1, red.2))
        }
    }

    private func storeChroma<Rows: RowSum>(_ row: ChromaRow, _ samples: Range<Int>, blue: Rows, red: Rows) {
        let (first, count, step) = (row.columns.first, row.columns.count, row.step)
        let scale = 1 / (Rows.weights * (count == 1 ? 1 : count == 2 ? 2 : 4))
        // The samples whose pixels all exist.
        let start = max(samples.lowerBound, (row.limits.lowerBound - first + step - 1).flooredQuotient(by: step))
        let end = min(samples.upperBound, (row.limits.upperBound - first - count).flooredQuotient(by: step) + 1)
        let inside = start..<max(start, end)

        /// Returns the means of four samples, the first of which begins at `x`.
        @inline(__always) func means(_ x: Int, _ rows: Rows) -> SIMD4<Float> {
            if count == 1 { return rows.sums(x) * scale }
            let values = SIMD8(lowHalf: rows.sums(x), highHalf: rows.sums(x &+ 4))
            if count == 2 { return (values.evenHalf + values.oddHalf) * scale }
            let next = SIMD8(lowHalf: rows.sums(x &+ 1), highHalf: rows.sums(x &+ 5))
            return (values.evenHalf + 2 * values.oddHalf + next.oddHalf) * scale
        }
        let (origin, stride, target) = (row.origin, row.stride, row.target)
        var sample = inside.lowerBound
        if let generatedChroma, !inside.isEmpty {
            let x = sample &* step &+ first &- origin
            let place = (sample &- samples.lowerBound) &* stride
            row.withRows(from: x) { generatedChroma($0, target.blue + place, target.red + place, inside.count) }
            sample = inside.upperBound
        }
        while sample &+ 4 <= inside.upperBound {
            let x = sample &* step &+ first &- origin
            let place = (sample &- samples.lowerBound) &* stride
            let (blue, red) = (stored(means(x, blue)), stored(means(x, red)))
            if stride == 2 {
                let pairs = SIMD8(blue[0], red[0], blue[1], red[1], blue[2], red[2], blue[3], red[3])
                UnsafeMutableRawPointer(target.blue + place).storeBytes(of: pairs, as: SIMD8<Code>.self)
            } else {
                UnsafeMutableRawPointer(target.blue + place).storeBytes(of: blue, as: SIMD4<Code>.self)
                UnsafeMutableRawPointer(target.red + place).storeBytes(of: red, as: SIMD4<Code>.self)
            }
            sample &+= 4
        }
        let (low, high) = (min(inside.lowerBound, samples.upperBound), min(sample, samples.upperBound))
        storeEdge(row, samples.lowerBound..<low, from: samples.lowerBound, scale)
        storeEdge(row, high..<samples.upperBound, from: samples.lowerBound, scale)
    }

    /// Stores means for which some pixels may not exist.
    private func storeEdge(_ row: ChromaRow, _ samples: Range<Int>, from first: Int, _ scale: Float) {
        for sample in samples {
            let codes = stored(SIMD4(row.sum(row.blue, sample), row.sum(row.red, sample), 0, 0) * scale)
            let place = (sample &- first) &* row.stride
            (row.target.blue[place], row.target.red[place]) = (codes.x, codes.y)
        }
    }
}
