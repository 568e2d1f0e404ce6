import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that covers the plane with copies of a tile of the image, transformed by the
    /// motions of a wallpaper group.
    ///
    /// The colours of a test picture encode positions. Each pixel of the result must encode a point of the tile that
    /// one of the group's motions moves to it; inside the tile, its own position. Two pixels that a motion maps to each
    /// other must be equal.
    ///
    /// - Parameters:
    ///   - order: The number of motions that keep the centre.
    ///   - period: A whole number of pixels by which the first setting's pattern repeats.
    ///   - settings: Values by input key. The image is added.
    ///   - empty: Settings that leave no tile.
    ///   - group: Returns the group of a setting.
    static func wallpaper(
        _ filter: String, order: Int, period: SIMD2<Int> = [48, 0],
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]],
        empty: @autoclosure @escaping @Sendable () -> [[String: Any]] = [],
        group: @escaping @Sendable (_ setting: [String: Any]) -> TileGroup
    ) -> FilterOracle {
        FilterOracle(filter, .properties, settings: settings()) {
            var symmetricPixels = 0
            for setting in settings() {
                let group = group(setting)
                let motions = group.motions(around: tileWindow)
                let middle = setting.point(kCIInputCenterKey)
                let still = motions.filter { motion in
                    let moved = middle.applying(motion)
                    return hypot(moved.x - middle.x, moved.y - middle.y) < 1e-6
                }
                #expect(still.count == order)
                let found = try PixelGrid(rendering: tiled(filter, places.image, setting), in: tileWindow)
                let picture = try tiled(filter, warped.image, setting)
                let colors = try PixelGrid(rendering: picture, in: tileWindow)
                guard check(found, colors, group, motions, setting) else { return }
                symmetricPixels += try symmetries(found, group)
                try expectSameInParts(picture, in: tileWindow, part: 8)
                #expect(picture.extent.isInfinite)
            }
            #expect(symmetricPixels > 100)
            let usual = try #require(settings().first)
            try expectSame(try tiled(filter, places.image, usual), after: period &* 1000)
            let flat = [0, -5, Double.nan, .infinity].map { [kCIInputWidthKey: $0 as Any] }
            for setting in flat + empty() {
                let image = try tiled(filter, warped.image, usual.merging(setting) { $1 })
                #expect(image.extent.isEmpty, "\(setting)")
            }
            // An angle that is NaN counts as the default.
            for (key, value) in ["inputAngle": 0, "inputAcuteAngle": 0.5 * Double.pi] where usual[key] != nil {
                let images = try [Double.nan, value].map { number in
                    try tiled(filter, warped.image, usual.merging([key: number]) { $1 })
                }
                let wanted = try PixelGrid(rendering: images[1], in: tileWindow)
                try expect(images[0], in: tileWindow) { wanted[$0, $1] }
            }
        }
    }

    /// Returns the setting of a tile.
    static func tile(
        _ x: CGFloat, _ y: CGFloat, angle: Double, width: Double, acute: Double? = nil
    ) -> [String: Any] {
        var setting: [String: Any] = [
            kCIInputCenterKey: CIVector(x: x, y: y), kCIInputAngleKey: angle, kCIInputWidthKey: width,
        ]
        setting["inputAcuteAngle"] = acute
        return setting
    }

    private static let tileWindow = CGRect(x: -14, y: -9, width: 31, height: 26)

    /// A picture whose red and green say where they are, in units of 32 pixels.
    private static let places = PixelGrid(x: -48, y: -48, width: 96, height: 96) { x, y in
        SIMD4((Float(x) + 0.5) / 32, (Float(y) + 0.5) / 32, 0, 1)
    }

    private static func expectSame(_ image: CIImage, after distance: SIMD2<Int>) throws {
        let near = try PixelGrid(rendering: image, in: tileWindow)
        let far = tileWindow.offsetBy(dx: CGFloat(distance.x), dy: CGFloat(distance.y))
        try expect(image, in: far, tolerance: 1e-3) { near[$0 - distance.x, $1 - distance.y] }
    }

    private static func tiled(_ filter: String, _ image: CIImage, _ setting: [String: Any]) throws -> CIImage {
        let filter = try #require(CIFilter(name: filter, parameters: setting))
        filter.setValue(image, forKey: kCIInputImageKey)
        return try #require(filter.outputImage)
    }

    /// Returns whether every pixel follows from the group, and records the first one that doesn't.
    private static func check(
        _ found: PixelGrid, _ colors: PixelGrid, _ group: TileGroup, _ motions: [CGAffineTransform],
        _ setting: [String: Any]
    ) -> Bool {
        let (middle, radius) = (group.middle, group.radius)
        let copies = motions.map { (middle: middle.applying($0), inverse: $0.inverted()) }
        for row in found.y..<found.y + found.height {
            for column in found.x..<found.x + found.width {
                let point = pixelCenter(column, row)
                let sources = copies.compactMap { copy -> CGPoint? in
                    // Sheared copies reach farther than the radius.
                    if hypot(copy.middle.x - point.x, copy.middle.y - point.y) > 3 * radius { return nil }
                    let source = point.applying(copy.inverse)
                    return group.depth(of: source) > -seam ? source : nil
                }
                let inside = sources.filter { group.depth(of: $0) > seam }
                guard !sources.isEmpty, inside.count <= 1 else {
                    Issue.record("\(setting): (\(column), \(row)) lies in \(inside.count) tiles")
                    return false
                }
                let named = found[column, row] * 32
                let isNamed = sources.contains { hypot(CGFloat(named.x) - $0.x, CGFloat(named.y) - $0.y) < 0.02 }
                let shown = colors[column, row]
                let isShown = inside.allSatisfy { source in
                    let wanted = warped.bilinear(at: source)
                    return (0..<4).allSatisfy { abs(wanted[$0] - shown[$0]) < warpTolerance }
                }
                guard isNamed, isShown else {
                    Issue.record("\(setting): (\(column), \(row)) shows \(named), \(shown), expected \(sources)")
                    return false
                }
                // Inside the tile the image must be unchanged.
                let isOwn = group.depth(of: point) > seam
                if isOwn { #expect(hypot(CGFloat(named.x) - point.x, CGFloat(named.y) - point.y) < 0.02) }
            }
        }
        return true
    }

    /// The distance from a seam within which rounding may decide.
    private static let seam: CGFloat = 0.01

    /// Expects pixels that a generator maps to each other to be equal, and returns their number.
    private static func symmetries(_ found: PixelGrid, _ group: TileGroup) throws -> Int {
        var count = 0
        for generator in group.generators {
            for row in found.y..<found.y + found.height {
                for column in found.x..<found.x + found.width {
                    let moved = pixelCenter(column, row).applying(generator)
                    let (x, y) = (moved.x.rounded(.down), moved.y.rounded(.down))
                    guard hypot(moved.x - x - 0.5, moved.y - y - 0.5) < 1e-4,
                        found.bounds.contains(CGPoint(x: x + 0.5, y: y + 0.5))
                    else { continue }
                    let difference = found[Int(x), Int(y)] - found[column, row]
                    let isEqual = max(abs(difference.x), abs(difference.y)) < 1e-3
                    #expect(isEqual, "(\(column), \(row)) and (\(x), \(y))")
                    count += 1
                }
            }
        }
        return count
    }
}
