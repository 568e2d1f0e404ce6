import ImageGraph
import Pixels

/// Planes of luma and chroma in memory.
///
/// Tiles are codes of luma, Cb and Cr, see `ImageNode.encodedYCbCr(_:)`. A chroma sample is the mean of the luma
/// samples around its place, with the weights 1 and 1 where it lies between them, and 1, 2, 1 where it lies on one.
package struct PlanarDestination: TileDestination {
    /// The rectangle that is rendered.
    package let bounds: PixelRect
    /// The distance of the picture's lower edge from 0: 1 if the last row of chroma reaches below the picture.
    package let offset: Int
    let luma: PixelView
    let chroma: [PixelView]
    let coding: YCbCrCoding
    let sampling: ChromaSampling
    let columns: Taps
    let rows: Taps
    /// Generated functions that store tiles; nil if there are none.
    private let functions: PlaneFunctions?

    /// The distance of the first averaged pixel from the first one that belongs to a chroma sample, and their number.
    typealias Taps = (first: Int, count: Int)

    /// Codes are floats. Planes of them need no rearrangement before they are stored.
    package var format: PixelFormat { .planarRGBf }
    /// Two, so that no chroma sample belongs to two tiles.
    package var alignment: Int { 2 }

    /// Creates a destination of planes.
    ///
    /// - Parameters:
    ///   - luma: The plane of luma, of one component; its bounds begin at (0, 0).
    ///   - chroma: A plane with Cb and Cr, or a plane for each.
    ///   - part: The part of the picture that is rendered; nil for all of it. Chroma samples that lie partly inside are
    ///     rendered too.
    ///   - backend: Generates the code that stores tiles, if it can.
    package init(
        luma: PixelView, chroma: [PixelView], part: PixelRect? = nil, coding: YCbCrCoding, sampling: ChromaSampling,
        backend: any KernelBackend
    ) {
        let rowsOfChroma = sampling.size(forWidth: luma.bounds.width, height: luma.bounds.height).height
        offset = rowsOfChroma * sampling.rows - luma.bounds.height
        let picture = luma.moved(dx: 0, dy: offset)
        let part = part?.moved(dx: 0, dy: offset) ?? picture.bounds
        let (left, bottom) = (
            part.x.flooredQuotient(by: 2) * 2, part.y.flooredQuotient(by: sampling.rows) * sampling.rows
        )
        let (right, top) = ((part.maxX + 1).flooredQuotient(by: 2) * 2, (part.maxY + 1).flooredQuotient(by: 2) * 2)
        bounds = PixelRect(x: left, y: bottom, width: right - left, height: top - bottom)
            .intersection(picture.bounds)
        (self.luma, self.chroma) = (picture.window(part), chroma)
        (self.coding, self.sampling) = (coding, sampling)
        (columns, rows) = (
            Self.taps(sampling.columns, sampling.offset.x), Self.taps(sampling.rows, -sampling.offset.y)
        )
        functions = backend.planeFunctions(
            PlaneFunctions.Shape(
                coding: coding, rows: rows.count, columns: columns.count, isInterleaved: chroma.count == 1))
    }

    /// Returns the pixels whose mean is a chroma sample that lies at a distance from the middle of `count` pixels.
    private static func taps(_ count: Int, _ offset: Double) -> Taps {
        if count == 1 { return (0, 1) }
        return offset == 0 ? (0, 2) : (offset < 0 ? -1 : 0, 3)
    }

    package func area(for tile: PixelRect) -> PixelRect {
        let offset = sampling.offset
        return PixelRect(
            x: tile.x - (offset.x < 0 ? 1 : 0), y: tile.y - (offset.y > 0 ? 1 : 0),
            width: tile.width + (offset.x == 0 ? 0 : 1), height: tile.height + (offset.y == 0 ? 0 : 1)
        ).intersection(bounds)
    }

    package func store(_ tile: PixelRect, _ pixels: PixelView) {
        if luma.format.component == .uint8 {
            store(tile, pixels, CodeStoring<UInt8>(coding, functions))
        } else {
            store(tile, pixels, CodeStoring<UInt16>(coding, functions))
        }
    }

    private func store<Code>(_ tile: PixelRect, _ pixels: PixelView, _ storing: CodeStoring<Code>) {
        let shown = tile.intersection(luma.bounds)
        for y in shown.y..<shown.maxY {
            storing.storeLuma(
                pixels.pixel(shown.x, y).assumingMemoryBound(to: Float.self), count: shown.width,
                to: luma.pixel(shown.x, y).assumingMemoryBound(to: Code.self))
        }
        let samples = chromaRegion(of: tile)
        for y in samples.y..<samples.maxY {
            func row(_ channel: Int, _ index: Int) -> UnsafePointer<Float> {
                let line = max(bounds.y, min(y * sampling.rows + rows.first + index, bounds.maxY - 1))
                return UnsafePointer(pixels.plane(channel, pixels.bounds.x, line).assumingMemoryBound(to: Float.self))
            }
            func averaged(_ channel: Int) -> (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>) {
                let first = row(channel, 0)
                return (
                    first, rows.count > 1 ? row(channel, 1) : first, rows.count > 2 ? row(channel, 2) : first
                )
            }
            let blue = chroma[0].pixel(samples.x, y).assumingMemoryBound(to: Code.self)
            let red =
                chroma.count == 1
                ? blue + 1 : chroma[1].pixel(samples.x, y).assumingMemoryBound(to: Code.self)
            let row = CodeStoring<Code>.ChromaRow(
                rowCount: rows.count, blue: averaged(1), red: averaged(2), columns: columns, step: sampling.columns,
                origin: pixels.bounds.x,
                limits: bounds.x..<bounds.maxX, target: (blue, red), stride: chroma.count == 1 ? 2 : 1)
            storing.storeChroma(row, samples.x..<samples.maxX)
        }
    }

    /// Returns the chroma samples that belong to a tile.
    func chromaRegion(of tile: PixelRect) -> PixelRect {
        let (x, y) = (tile.x.flooredQuotient(by: sampling.columns), tile.y.flooredQuotient(by: sampling.rows))
        let right = (tile.maxX + sampling.columns - 1).flooredQuotient(by: sampling.columns)
        let top = (tile.maxY + sampling.rows - 1).flooredQuotient(by: sampling.rows)
        return PixelRect(x: x, y: y, width: right - x, height: top - y).intersection(chroma[0].bounds)
    }
}
