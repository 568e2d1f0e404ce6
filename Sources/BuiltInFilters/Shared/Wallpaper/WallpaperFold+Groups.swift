import CoreImageEssentials
import Foundation

/// The wallpaper groups of more than one filter, by their crystallographic names. A cell's sides may have any angle.
extension WallpaperFold {
    /// Copies that are only moved.
    static let p1 = WallpaperFold(
        "p1", [.repetition(CGRect(x: 0, y: 0, width: 1, height: 1))],
        tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)],
        isContinuous: false)

    /// Mirrors on the four sides of the tile.
    static let pmm = WallpaperFold(
        "pmm",
        [
            .repetition(CGRect(x: -1, y: -1, width: 2, height: 2)),
            .mirror(normal: CGPoint(x: 1, y: 0)), .mirror(normal: CGPoint(x: 0, y: 1)),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)])

    /// Mirrors on the three sides of an equilateral triangle.
    static let p3m1 = WallpaperFold(
        "p3m1",
        [
            .honeycomb, .mirror(normal: CGPoint(x: 0, y: 1)),
            .mirror(normal: CGPoint(x: CGFloat(0.75).squareRoot(), y: -0.5)), .mirror(normal: CGPoint(x: 0, y: 1)),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 0.5, y: CGFloat(0.75).squareRoot())],
        anchor: CGPoint(x: -1, y: 0), unit: 1 / CGFloat(3).squareRoot())
}
