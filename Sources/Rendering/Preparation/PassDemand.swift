import Foundation
import ImageGraph
import Pixels

/// The pixels of a step that the tiles of a block of a pass's result need.
struct PassDemand {
    /// Tiles along each side of the block.
    private static let tilesPerSide = 4
    private static let tileSize = 128

    /// The step that the pass computes.
    let pass: Int
    /// The pixels needed for the whole block.
    private(set) var block: PixelRect
    /// The pixels needed for each tile of the block.
    private var tiles: [PixelRect]

    init(pass: Int, around center: CGPoint) {
        self.pass = pass
        let size = Self.tileSize
        let side = size * Self.tilesPerSide
        let corner = PixelRect(
            enclosing: CGRect(x: center.x - CGFloat(side) / 2, y: center.y - CGFloat(side) / 2, width: 1, height: 1))
        block = PixelRect(x: corner.x, y: corner.y, width: side, height: side)
        tiles = (0..<Self.tilesPerSide).flatMap { row in
            (0..<Self.tilesPerSide).map { column in
                PixelRect(x: corner.x + column * size, y: corner.y + row * size, width: size, height: size)
            }
        }
    }

    var center: CGPoint {
        CGPoint(x: CGFloat(block.x) + CGFloat(block.width) / 2, y: CGFloat(block.y) + CGFloat(block.height) / 2)
    }

    /// Average number of times that the tiles compute each pixel that the block needs.
    var repetition: Double {
        tiles.reduce(0) { $0 + Double($1.area) } / Double(max(1, block.area))
    }

    /// Returns the demand on an input whose pixels lie in `bounds`.
    func mapped(bounds: PixelRect, _ region: (_ output: PixelRect, _ bounds: PixelRect) -> PixelRect) -> PassDemand {
        func part(_ rect: PixelRect) -> PixelRect {
            rect.isEmpty ? .empty : Self.part(of: bounds) { region(rect, $0) }
        }
        var result = self
        result.block = part(block)
        if result.block.intersection(bounds).isEmpty {
            // An input that lies elsewhere in the image is examined around its own centre.
            return bounds.isEmpty || bounds.isUnbounded ? result : PassDemand(pass: pass, around: bounds.middle)
        }
        result.tiles = tiles.map(part)
        return result
    }

    /// Returns the region for an image without edges. Edges would hide the size of margins, so a region is clipped to
    /// `bounds` only if it is unbounded.
    static func part(of bounds: PixelRect, _ region: (_ bounds: PixelRect) -> PixelRect) -> PixelRect {
        let limit = PixelRect.coordinateLimit
        let whole = region(PixelRect(x: -limit, y: -limit, width: 2 * limit, height: 2 * limit))
        return whole.isUnbounded ? whole.intersection(bounds) : whole
    }

    mutating func formUnion(_ other: PassDemand) {
        block = block.union(other.block)
        for index in tiles.indices { tiles[index] = tiles[index].union(other.tiles[index]) }
    }
}
