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
        let interpolation = CodeInterpolation(functions)
        let weights = EnlargedChromaWeights(full, samples)
        let width = part.width + 2 * Self.reach
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * width + 4 * part.width) { floats in
            guard let start = floats.baseAddress else { return }
            for y in part.y..<part.maxY {
                storeLuma(part, y, pixels, storing, interpolation, mixed: start, row: start + 2 * width)
                storeChroma(weights, y, pixels, storing, interpolation, mixed: start, row: start + 2 * width)
            }
        }
    }

    /// Stores two rows of luma.
    ///
    /// - Parameters:
    ///   - mixed: Memory for a row of pixels between two rows.
    ///   - row: Memory for a row of the picture.
    private func storeLuma(
        _ part: PixelRect, _ y: Int, _ pixels: PixelView, _ storing: CodeStoring<UInt8>,
        _ interpolation: CodeInterpolation, mixed: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
    ) {
        let shown = PixelRect(x: 2 * part.x, y: 2 * y, width: 2 * part.width, height: 2)
            .intersection(full.luma.bounds)
        let rows = CodeInterpolation.Rows(pixels, 0, part.x - 1, y)
        for line in shown.y..<shown.maxY {
            var values = rows.c
            if line > 2 * y {
                interpolation.middle(rows, to: mixed, part.width + 3)
                values = UnsafePointer(mixed)
            }
            let target = full.luma.pixel(shown.x, line)
            if shown.width == 2 * part.width, interpolation.storeLuma(values + 1, to: target, part.width) { continue }
            interpolation.interleave(values + 1, to: row, part.width)
            storing.storeLuma(
                row + (shown.x - 2 * part.x), count: shown.width, to: target.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Stores a row of chroma samples.
    ///
    /// - Parameters:
    ///   - mixed: Memory for a row of each component, with the pixels beside it.
    ///   - row: Memory for a row of samples of each component.
    private func storeChroma(
        _ weights: EnlargedChromaWeights, _ y: Int, _ pixels: PixelView, _ storing: CodeStoring<UInt8>,
        _ interpolation: CodeInterpolation, mixed: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
    ) {
        let samples = weights.samples
        guard y >= samples.y, y < samples.maxY else { return }
        let reach = Self.reach
        let width = samples.width + 2 * reach
        let (rows, last) = (weights.row(y), samples.width - 1)
        for channel in 0..<2 {
            let (line, target) = (mixed + channel * width, row + channel * samples.width)
            let above = CodeInterpolation.Rows(pixels, 1 + channel, samples.x - reach, y)
            interpolation.sum(above, rows, to: line, width)
            let first = CodeInterpolation.Rows(neighboursOf: line)
            interpolation.sum(first, weights.inner, to: target, samples.width)
            interpolation.sum(first, weights.left, to: target, 1)
            interpolation.sum(.init(neighboursOf: line + last), weights.right, to: target + last, 1)
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
}
