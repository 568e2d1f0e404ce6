import Pixels

/// A picture's pixels at one moment, in tiles: a change copies the tiles that it touches and shares the others with the moments before.
///
/// A value; what was handed out never changes.
struct AccumulatedPixels: Sendable {
    /// Columns and rows of a tile: small enough that a brush stroke copies little, large enough that a big picture has few.
    static let tileSide = 128

    let width: Int
    let height: Int
    let format: PixelFormat
    /// All pixels, as they were when they were last set at once; nil for transparent ones.
    private var whole: PixelView?
    /// Tiles that were changed since, by row and column from the bottom left; nil where `whole` counts.
    private var changed: [PixelView?]
    private let columns: Int

    /// Transparent pixels.
    init(width: Int, height: Int, format: PixelFormat) {
        (self.width, self.height, self.format) = (width, height, format)
        columns = (width + Self.tileSide - 1) / Self.tileSide
        changed = Array(repeating: nil, count: columns * ((height + Self.tileSide - 1) / Self.tileSide))
    }

    /// Whether all pixels are transparent because nothing was ever set.
    var isBlank: Bool { whole == nil && changed.allSatisfy { $0 == nil } }

    /// The pixels in one piece, where they are.
    var storage: PixelView? { changed.allSatisfy { $0 == nil } ? whole : nil }

    /// Takes the pixels of `view`: all of them at once where it has all.
    mutating func replace(with view: PixelView) {
        if view.bounds == PixelRect(x: 0, y: 0, width: width, height: height) {
            whole = view
            changed = Array(repeating: nil, count: changed.count)
            return
        }
        for index in tiles(in: view.bounds) {
            let tile = PixelMemory.view(of: tile(index), format: format)
            show(index, in: tile)
            tile.copy(from: view)
            changed[index] = tile
        }
    }

    /// Fills `raster` with the pixels that lie in it, unpacked.
    func read(into raster: Raster) {
        for index in tiles(in: raster.bounds) {
            let part = raster.window(tile(index))
            if let pixels = changed[index] ?? whole {
                pixels.unpack(into: part)
            } else {
                part.fill(part.bounds, with: .zero)
            }
        }
    }

    private func show(_ index: Int, in view: PixelView) {
        if let pixels = changed[index] ?? whole { view.copy(from: pixels) }
    }

    private func tile(_ index: Int) -> PixelRect {
        let (left, bottom) = (index % columns * Self.tileSide, index / columns * Self.tileSide)
        return PixelRect(
            x: left, y: bottom, width: min(Self.tileSide, width - left), height: min(Self.tileSide, height - bottom))
    }

    private func tiles(in rect: PixelRect) -> [Int] {
        let part = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !part.isEmpty else { return [] }
        let rows = part.y / Self.tileSide...(part.maxY - 1) / Self.tileSide
        return rows.flatMap { row in
            (part.x / Self.tileSide...(part.maxX - 1) / Self.tileSide).map { row * columns + $0 }
        }
    }
}

extension PixelView {
    /// Copies the pixels that both views cover; both have the same format.
    fileprivate func copy(from source: PixelView) {
        let part = bounds.intersection(source.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            pixel(part.x, y).copyMemory(
                from: source.pixel(part.x, y), byteCount: part.width * format.bytesPerPixel)
        }
    }
}

/// Memory for a rectangle of pixels, all zero at first.
final class PixelMemory {
    private let bytes: UnsafeMutableRawPointer

    private init(byteCount: Int) {
        bytes = .allocate(byteCount: max(1, byteCount), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { bytes.deallocate() }

    /// New pixels, the top row first in memory.
    static func view(of bounds: PixelRect, format: PixelFormat) -> PixelView {
        let rowBytes = bounds.width * format.bytesPerPixel
        let memory = PixelMemory(byteCount: rowBytes * bounds.height)
        return PixelView(topLeft: memory.bytes, bounds: bounds, format: format, bytesPerRow: rowBytes, keeping: memory)
    }

    /// The first byte of the top row of a view that `view(of:format:)` made.
    static func top(of view: PixelView) -> UnsafeMutableRawPointer { view.row(view.bounds.maxY - 1) }
}
