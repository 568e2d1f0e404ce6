import ImageGraph
import Pixels

/// Interpolates codes of luma and chroma from half as many rows and columns, in generated code if there is some.
struct CodeInterpolation {
    /// Generated functions. Only their addresses are kept here, as in `CodeStoring`; they must exist as long as this.
    private let generated: PlaneFunctions.Enlarging?

    init(_ functions: PlaneFunctions?) { generated = functions?.enlarging }

    /// Five rows that follow each other, or five places in a row.
    struct Rows {
        let a, b, c, d, e: UnsafePointer<Float>

        init(
            a: UnsafePointer<Float>, b: UnsafePointer<Float>, c: UnsafePointer<Float>, d: UnsafePointer<Float>,
            e: UnsafePointer<Float>
        ) {
            (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
        }

        /// The rows around the one at `y`.
        @inline(__always)
        init(_ pixels: PixelView, _ channel: Int, _ x: Int, _ y: Int) {
            func row(_ distance: Int) -> UnsafePointer<Float> {
                UnsafePointer(pixels.plane(channel, x, y + distance).assumingMemoryBound(to: Float.self))
            }
            (a, b, c, d, e) = (row(-2), row(-1), row(0), row(1), row(2))
        }

        /// A row that begins at each of five neighbouring values.
        @inline(__always)
        init(neighboursOf row: UnsafeMutablePointer<Float>) {
            let row = UnsafePointer(row)
            (a, b, c, d, e) = (row, row + 1, row + 2, row + 3, row + 4)
        }

        /// Calls `body` with the addresses of the rows.
        @inline(__always)
        func withAddresses(_ body: (UnsafePointer<UnsafePointer<Float>>) -> Void) {
            withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: 5) { places in
                (places[0], places[1], places[2], places[3], places[4]) = (a, b, c, d, e)
                if let start = places.baseAddress { body(UnsafePointer(start)) }
            }
        }
    }

    /// Stores values of luma, and those in the middle behind each of them. Returns false without generated code.
    func storeLuma(_ values: UnsafePointer<Float>, to target: UnsafeMutableRawPointer, _ count: Int) -> Bool {
        guard let generated else { return false }
        generated.luma(values, target, count)
        return true
    }

    /// Computes what lies in the middle between the third and the fourth row.
    func middle(_ rows: Rows, to result: UnsafeMutablePointer<Float>, _ count: Int) {
        if let generated { return rows.withAddresses { generated.middle($0 + 1, result, count) } }
        middle(rows.b, rows.c, rows.d, rows.e, to: result, count)
    }

    /// Computes what lies in the middle between the values of `b` and `c`.
    private func middle(
        _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>,
        to result: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        var index = 0
        while index &+ 8 <= count {
            let value = Self.middle(a.eight(index), b.eight(index), c.eight(index), d.eight(index))
            UnsafeMutableRawPointer(result + index).storeBytes(of: value, as: SIMD8<Float>.self)
            index &+= 8
        }
        while index < count {
            result[index] =
                Self.middle(
                    SIMD8(repeating: a[index]), SIMD8(repeating: b[index]), SIMD8(repeating: c[index]),
                    SIMD8(repeating: d[index]))[0]
            index &+= 1
        }
    }

    /// Writes values and those in the middle behind each of them by turns.
    func interleave(_ values: UnsafePointer<Float>, to row: UnsafeMutablePointer<Float>, _ count: Int) {
        var index = 0
        while index &+ 8 <= count {
            let value = values.eight(index)
            let next = Self.middle(
                values.eight(index &- 1), value, values.eight(index &+ 1), values.eight(index &+ 2))
            var pairs = SIMD16<Float>()
            (pairs.evenHalf, pairs.oddHalf) = (value, next)
            UnsafeMutableRawPointer(row + 2 &* index).storeBytes(of: pairs, as: SIMD16<Float>.self)
            index &+= 8
        }
        while index < count {
            row[2 * index] = values[index]
            middle(
                values + (index - 1), values + index, values + (index + 1), values + (index + 2),
                to: row + (2 * index + 1), 1)
            index &+= 1
        }
    }

    /// The value of a cubic polynomial through four values, in the middle between the inner two.
    @inline(__always)
    private static func middle(
        _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>
    ) -> SIMD8<Float> {
        (b + c) * PlaneFunctions.innerWeight - (a + d) * PlaneFunctions.outerWeight
    }

    /// Computes weighted sums of five rows.
    func sum(_ rows: Rows, _ weights: SIMD8<Float>, to result: UnsafeMutablePointer<Float>, _ count: Int) {
        if let generated {
            return withUnsafeBytes(of: weights) { weights in
                guard let first = weights.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
                rows.withAddresses { generated.sum($0, first, result, count) }
            }
        }
        let (a, b, c, d, e) = (rows.a, rows.b, rows.c, rows.d, rows.e)
        let (p, q, r, s, t) = (weights[0], weights[1], weights[2], weights[3], weights[4])
        var index = 0
        while index &+ 8 <= count {
            let outer = a.eight(index) * p + e.eight(index) * t
            let inner = b.eight(index) * q + d.eight(index) * s
            UnsafeMutableRawPointer(result + index).storeBytes(
                of: outer + inner + c.eight(index) * r, as: SIMD8<Float>.self)
            index &+= 8
        }
        while index < count {
            result[index] = (a[index] * p + e[index] * t) + (b[index] * q + d[index] * s) + c[index] * r
            index &+= 1
        }
    }
}

extension UnsafePointer<Float> {
    /// Returns eight neighbouring values, the first of which is at `index`.
    @inline(__always) fileprivate func eight(_ index: Int) -> SIMD8<Float> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
    }
}
