import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// A connected group of pixels of a bitmap.
struct PixelGroup {
    /// The indices of the pixels, in row order.
    let pixels: [Int]
    /// The indices of other pixels that the group encloses.
    let holes: [Int]
    let touchesBorder: Bool
    /// The bounding box.
    let columns: Range<Int>
    let rows: Range<Int>
    private let bitmapWidth: Int

    /// Returns the connected groups of a bitmap. Pixels are neighbours if they share a side.
    static func groups(of isMember: [Bool], width: Int) -> [PixelGroup] {
        var isOpen = isMember
        return isMember.indices.compactMap { start in
            guard isOpen[start] else { return nil }
            let pixels = flood(from: [start], width: width, height: isMember.count / width) { pixel in
                defer { isOpen[pixel] = false }
                return isOpen[pixel]
            }
            return PixelGroup(pixels, width: width, height: isMember.count / width)
        }
    }

    private init(_ pixels: [Int], width: Int, height: Int) {
        let (x, y) = (pixels.map { $0 % width }, pixels.map { $0 / width })
        columns = (x.min() ?? 0)..<(x.max() ?? 0) + 1
        rows = (y.min() ?? 0)..<(y.max() ?? 0) + 1
        self.pixels = pixels.sorted()
        bitmapWidth = width
        touchesBorder =
            columns.lowerBound == 0 || rows.lowerBound == 0 || columns.upperBound == width || rows.upperBound == height
        holes = Self.holes(pixels, columns: columns, rows: rows, width: width)
    }

    /// Returns the pixels outside the group that can't be reached from the border of its bounding box.
    private static func holes(_ pixels: [Int], columns: Range<Int>, rows: Range<Int>, width: Int) -> [Int] {
        let (across, down) = (columns.count + 2, rows.count + 2)
        var isFree = [Bool](repeating: true, count: across * down)
        func local(_ pixel: Int) -> Int {
            (pixel / width - rows.lowerBound + 1) * across + pixel % width - columns.lowerBound + 1
        }
        for pixel in pixels { isFree[local(pixel)] = false }
        _ = flood(from: [0], width: across, height: down) { pixel in
            defer { isFree[pixel] = false }
            return isFree[pixel]
        }
        return isFree.indices.filter { isFree[$0] }.map { place in
            (place / across - 1 + rows.lowerBound) * width + place % across - 1 + columns.lowerBound
        }
    }

    /// Returns the pixels that can be reached from `starts` through neighbours for which `enters` returns true.
    private static func flood(
        from starts: [Int], width: Int, height: Int, enters: (Int) -> Bool
    ) -> [Int] {
        var open = starts.filter(enters)
        var reached = open
        while let pixel = open.popLast() {
            let (x, y) = (pixel % width, pixel / width)
            let neighbours = [
                x > 0 ? pixel - 1 : nil, x + 1 < width ? pixel + 1 : nil, y > 0 ? pixel - width : nil,
                y + 1 < height ? pixel + width : nil,
            ]
            for case let neighbour? in neighbours where enters(neighbour) {
                open.append(neighbour)
                reached.append(neighbour)
            }
        }
        return reached
    }

    /// Returns whether the group with its holes is about as wide as high, and fills at least the fraction `least` of
    /// the ellipse in its bounding box.
    func isRound(least: Double) -> Bool {
        let (width, height) = (Double(columns.count), Double(rows.count))
        let filled = Double(pixels.count + holes.count) / (.pi / 4 * width * height)
        // The tolerance of one pixel matters for small spots.
        return filled > least && max(width, height) - 1 < 1.6 * min(width, height)
    }

    /// Returns the area of the group with its holes, with partial coverage of pixels at its border.
    ///
    /// - Parameter share: The coverage of a pixel by the group, computed from its colour; clamped to 0…1.
    func softArea(of sample: PictureSample, share: (SIMD3<Float>) -> Float) -> Double {
        let enclosed = Set(holes)
        let inside = enclosed.union(pixels)
        var area = Double(holes.count)
        let height = sample.height
        for y in max(rows.lowerBound - 1, 0)..<min(rows.upperBound + 1, height) {
            for x in max(columns.lowerBound - 1, 0)..<min(columns.upperBound + 1, bitmapWidth) {
                let pixel = y * bitmapWidth + x
                let isBeside = [pixel - 1, pixel + 1, pixel - bitmapWidth, pixel + bitmapWidth].contains {
                    inside.contains($0)
                }
                if enclosed.contains(pixel) || !(inside.contains(pixel) || isBeside) { continue }
                area += Double(min(max(share(sample.colors[pixel]), 0), 1))
            }
        }
        return area
    }
}
