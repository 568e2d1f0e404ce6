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
        // Rows are addressed from here, because a call of a view's function copies the view.
        let shown = tile.intersection(luma.bounds)
        if !shown.isEmpty {
            let (codes, codeBytes) = (luma.pixel(shown.x, shown.y), luma.bytesPerRow)
            let (floats, floatBytes) = (pixels.pixel(shown.x, shown.y), pixels.bytesPerRow)
            for row in 0..<shown.height {
                storing.storeLuma(
                    (floats + row * floatBytes).assumingMemoryBound(to: Float.self), count: shown.width,
                    to: (codes + row * codeBytes).assumingMemoryBound(to: Code.self))
            }
        }
        let samples = chromaRegion(of: tile)
        if !samples.isEmpty { storeChroma(samples, pixels, storing) }
    }

    private func storeChroma<Code>(_ samples: PixelRect, _ pixels: PixelView, _ storing: CodeStoring<Code>) {
        let (known, floatBytes) = (pixels.bounds, pixels.bytesPerRow)
        let blueFloats = pixels.plane(1, known.x, known.y)
        let redFloats = pixels.plane(2, known.x, known.y)
        let isInterleaved = chroma.count == 1
        let (blueCodes, blueBytes) = (chroma[0].pixel(samples.x, samples.y), chroma[0].bytesPerRow)
        let (redCodes, redBytes) =
            isInterleaved
            ? (blueCodes + MemoryLayout<Code>.stride, blueBytes)
            : (chroma[1].pixel(samples.x, samples.y), chroma[1].bytesPerRow)
        for y in samples.y..<samples.maxY {
            func averaged(
                _ plane: UnsafeMutableRawPointer
            ) -> (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>) {
                func row(_ index: Int) -> UnsafePointer<Float> {
                    let line = max(bounds.y, min(y * sampling.rows + rows.first + index, bounds.maxY - 1))
                    return UnsafePointer(
                        (plane + (line - known.y) * floatBytes).assumingMemoryBound(to: Float.self))
                }
                let first = row(0)
                return (first, rows.count > 1 ? row(1) : first, rows.count > 2 ? row(2) : first)
            }
            let number = y - samples.y
            let row = CodeStoring<Code>.ChromaRow(
                rowCount: rows.count, blue: averaged(blueFloats), red: averaged(redFloats), columns: columns,
                step: sampling.columns, origin: known.x, limits: bounds.x..<bounds.maxX,
                target: (
                    (blueCodes + number * blueBytes).assumingMemoryBound(to: Code.self),
                    (redCodes + number * redBytes).assumingMemoryBound(to: Code.self)
                ), stride: isInterleaved ? 2 : 1)
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
