import ImageGraph
import Pixels

/// Planes of 8-bit luma and chroma with half the columns and rows, which are stored from half as many columns and rows
/// of an image that varies slowly.
///
/// Pixel (x, y) of a tile lies at the pixel (2x, 2y) of the picture. Codes in between are those of cubic polynomials
/// through the nearest four pixels. A chroma sample is the mean of the same codes as in `PlanarDestination`.
package struct EnlargedPlanarDestination: TileDestination {
    /// The pixels that are rendered: those of the picture, and the ones beside it from which its last codes are
    /// interpolated.
    package let bounds: PixelRect
    /// The pixels that lie in the picture.
    let inside: PixelRect
    let full: PlanarDestination
    /// Generated functions that store tiles; nil if there are none.
    private let functions: PlaneFunctions?

    /// The number of pixels on each side from which codes are interpolated.
    static let reach = 2
    /// The weights of the inner and the outer two of four values in the middle of a cubic polynomial through them.
    static let innerWeight: Float = 0.5625
    static let outerWeight: Float = 0.0625

    /// Codes are floats in planes.
    package var format: PixelFormat { full.format }
    /// Each pixel has its own chroma sample.
    package var alignment: Int { 1 }

    /// Creates a destination of the same planes as another one; nil if their form isn't supported, or if the picture
    /// doesn't begin with a whole chroma sample.
    package init?(_ full: PlanarDestination, backend: any KernelBackend) {
        guard full.luma.format.component == .uint8, full.sampling.columns == 2, full.sampling.rows == 2,
            full.offset == 0
        else { return nil }
        self.full = full
        let (left, bottom) = (full.bounds.x.flooredQuotient(by: 2), full.bounds.y.flooredQuotient(by: 2))
        inside = PixelRect(
            x: left, y: bottom, width: (full.bounds.maxX + 1).flooredQuotient(by: 2) - left,
            height: (full.bounds.maxY + 1).flooredQuotient(by: 2) - bottom)
        bounds = inside.outset(by: Self.reach)
        functions = backend.planeFunctions(
            PlaneFunctions.Shape(coding: full.coding, rows: 1, columns: 1, isInterleaved: full.chroma.count == 1))
    }

    package func area(for tile: PixelRect) -> PixelRect { tile.outset(by: Self.reach).intersection(bounds) }

    package func store(_ tile: PixelRect, _ pixels: PixelView) {
        let part = tile.intersection(inside)
        let samples = part.intersection(full.chroma[0].bounds)
        if part.isEmpty || samples.isEmpty { return }
        let storing = CodeStoring<UInt8>(full.coding, functions)
        let weights = EnlargedChromaWeights(full, samples)
        let width = part.width + 2 * Self.reach
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * width + 4 * part.width) { floats in
            guard let start = floats.baseAddress else { return }
            for y in part.y..<part.maxY {
                storeLuma(part, y, pixels, storing, mixed: start, row: start + 2 * width)
                storeChroma(weights, y, pixels, storing, mixed: start, row: start + 2 * width)
            }
        }
    }

    // MARK: Luma

    /// Stores two rows of luma.
    ///
    /// - Parameters:
    ///   - mixed: Memory for a row of pixels between two rows.
    ///   - row: Memory for a row of the picture.
    private func storeLuma(
        _ part: PixelRect, _ y: Int, _ pixels: PixelView, _ storing: CodeStoring<UInt8>,
        mixed: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
    ) {
        let shown = PixelRect(x: 2 * part.x, y: 2 * y, width: 2 * part.width, height: 2)
            .intersection(full.luma.bounds)
        let rows = Rows(pixels, 0, part.x - 1, y)
        for line in shown.y..<shown.maxY {
            var values = rows.c
            if line > 2 * y {
                middle(rows.b, rows.c, rows.d, rows.e, to: mixed, part.width + 3)
                values = UnsafePointer(mixed)
            }
            interleave(values + 1, to: row, part.width)
            storing.storeLuma(
                row + (shown.x - 2 * part.x), count: shown.width,
                to: full.luma.pixel(shown.x, line).assumingMemoryBound(to: UInt8.self))
        }
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
    private func interleave(_ values: UnsafePointer<Float>, to row: UnsafeMutablePointer<Float>, _ count: Int) {
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
        (b + c) * innerWeight - (a + d) * outerWeight
    }

    // MARK: Chroma

    /// Stores a row of chroma samples.
    ///
    /// - Parameters:
    ///   - mixed: Memory for a row of each component, with the pixels beside it.
    ///   - row: Memory for a row of samples of each component.
    private func storeChroma(
        _ weights: EnlargedChromaWeights, _ y: Int, _ pixels: PixelView, _ storing: CodeStoring<UInt8>,
        mixed: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
    ) {
        let samples = weights.samples
        guard y >= samples.y, y < samples.maxY else { return }
        let reach = Self.reach
        let width = samples.width + 2 * reach
        let (rows, last) = (weights.row(y), samples.width - 1)
        for channel in 0..<2 {
            let (line, target) = (mixed + channel * width, row + channel * samples.width)
            sum(Rows(pixels, 1 + channel, samples.x - reach, y), rows, to: line, width)
            sum(Rows(neighboursOf: line), weights.inner, to: target, samples.width)
            sum(Rows(neighboursOf: line), weights.left, to: target, 1)
            sum(Rows(neighboursOf: line + last), weights.right, to: target + last, 1)
        }
        let blue = full.chroma[0].pixel(samples.x, y).assumingMemoryBound(to: UInt8.self)
        let red =
            full.chroma.count == 1
            ? blue + 1 : full.chroma[1].pixel(samples.x, y).assumingMemoryBound(to: UInt8.self)
        let (cb, cr) = (UnsafePointer(row), UnsafePointer(row + samples.width))
        storing.storeChroma(
            CodeStoring<UInt8>.ChromaRow(
                rowCount: 1, blue: (cb, cb, cb), red: (cr, cr, cr), columns: (0, 1), step: 1, origin: samples.x,
                limits: samples.x..<samples.maxX, target: (blue, red), stride: full.chroma.count == 1 ? 2 : 1),
            samples.x..<samples.maxX)
    }

    /// Computes weighted sums of five rows.
    private func sum(
        _ rows: Rows, _ weights: SIMD8<Float>, to result: UnsafeMutablePointer<Float>, _ count: Int
    ) {
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

/// Five rows that follow each other, or five places in a row.
private struct Rows {
    let a, b, c, d, e: UnsafePointer<Float>

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
}

extension UnsafePointer<Float> {
    /// Returns eight neighbouring values, the first of which is at `index`.
    @inline(__always) fileprivate func eight(_ index: Int) -> SIMD8<Float> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
    }
}
