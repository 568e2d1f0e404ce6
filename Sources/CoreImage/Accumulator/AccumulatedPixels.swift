import CoreImageEssentials
import Pixels

/// The pixels of a picture at one moment, in tiles. A change copies the tiles that it touches, and shares the others
/// with earlier values.
///
/// A value type: a copy never changes.
struct AccumulatedPixels: Sendable {
    /// The width and height of a tile: small enough that a brush stroke copies little, large enough that a big picture
    /// has few tiles.
    static let tileSide = 128

    let width: Int
    let height: Int
    let format: PixelFormat
    /// All pixels as they were when they were last replaced together; nil for transparent pixels.
    private var whole: PixelView?
    /// The tiles changed since then, by row and column from the bottom left; nil for a tile that is still in `whole`.
    private var changed: [PixelView?]
    private let columns: Int

    /// Creates transparent pixels.
    init(width: Int, height: Int, format: PixelFormat) {
        (self.width, self.height, self.format) = (width, height, format)
        columns = (width + Self.tileSide - 1) / Self.tileSide
        changed = Array(repeating: nil, count: columns * ((height + Self.tileSide - 1) / Self.tileSide))
    }

    /// Whether no pixel was ever set.
    var isBlank: Bool { whole == nil && changed.allSatisfy { $0 == nil } }

    /// All pixels in one piece; nil if tiles have changed or none were set.
    var storage: PixelView? { changed.allSatisfy { $0 == nil } ? whole : nil }

    /// Replaces the pixels inside `view`. If it covers the whole picture, the view itself is kept.
    mutating func replace(with view: PixelView) {
        if view.bounds == PixelRect(x: 0, y: 0, width: width, height: height) {
            whole = view
            changed = Array(repeating: nil, count: changed.count)
            return
        }
        for index in tiles(in: view.bounds) {
            let tile = PixelMemory.view(of: tile(index), format: format)
            copyPresentPixels(of: index, into: tile)
            tile.copy(from: view)
            changed[index] = tile
        }
    }

    /// Fills `raster` with the unpacked pixels inside its bounds.
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

    private func copyPresentPixels(of index: Int, into view: PixelView) {
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
    /// Copies the pixels inside both views, which have the same format.
    fileprivate func copy(from source: PixelView) {
        let part = bounds.intersection(source.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            pixel(part.x, y).copyMemory(
                from: source.pixel(part.x, y), byteCount: part.width * format.bytesPerPixel)
        }
    }
}

/// Memory for a rectangle of pixels, initially zero.
final class PixelMemory {
    private let bytes: UnsafeMutableRawPointer

    private init(byteCount: Int) {
        bytes = .allocate(byteCount: max(1, byteCount), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { bytes.deallocate() }

    /// Returns a view of new memory, with the top row first.
    static func view(of bounds: PixelRect, format: PixelFormat) -> PixelView {
        let rowBytes = bounds.width * format.bytesPerPixel
        let memory = PixelMemory(byteCount: rowBytes * bounds.height)
        return PixelView(topLeft: memory.bytes, bounds: bounds, format: format, bytesPerRow: rowBytes, keeping: memory)
    }

    /// Returns the address of the top row of a view made by `view(of:format:)`.
    static func top(of view: PixelView) -> UnsafeMutableRawPointer { view.row(view.bounds.maxY - 1) }
}
