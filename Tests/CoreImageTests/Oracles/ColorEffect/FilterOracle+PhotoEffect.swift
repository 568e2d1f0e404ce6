import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// sRGB colours in 255ths, averaged over even places of a photograph.
    private static let photographed: [[Double]] = [
        [7.6, 10.3, 8.3], [49.0, 50.5, 51.2], [129.7, 126.1, 122.8], [213.8, 209.6, 199.9], [253.9, 254.1, 252.1],
        [243.1, 51.5, 3.5], [3.9, 125.2, 152.3], [2.9, 65.8, 82.2], [16.6, 127.1, 124.7], [118.3, 85.5, 46.3],
        [138.9, 131.9, 121.9], [77.3, 82.0, 33.4],
    ]

    /// Returns an oracle for a photo effect.
    ///
    /// Known colours must become those of a picture that Core Image rendered, with and without transparency, which must
    /// stay. If the pictures are available, smooth parts of them must agree.
    ///
    /// - Parameters:
    ///   - picture: The name of the published picture.
    ///   - tolerance: The largest deviation from `colors`, in 255ths.
    ///   - most: The largest 99th percentile of the difference between smooth parts and the published picture, in
    ///     255ths.
    ///   - colors: The photographed colours in the published picture, in 255ths: three components each, or one for gray
    ///     effects.
    static func photoEffect(
        _ filter: String, picture: String, tolerance: Double, most: Int = 12, colors: [[Double]]
    ) -> FilterOracle {
        FilterOracle(filter, .published) {
            #expect(colors.count == photographed.count)
            try expectPhotographedColors(filter, colors, tolerance)
            try expectPhotographLook(filter, isGray: colors.allSatisfy { $0.count == 1 })
            if PublishedRenderTests.isPresent { try expectPublished(filter, picture, most: most) }
        }
    }

    private static func expectPhotographedColors(
        _ filter: String, _ colors: [[Double]], _ tolerance: Double
    ) throws {
        let grid = PixelGrid(width: photographed.count, height: 2) { x, y in
            let light = photographed[x].map { linearFromSRGB($0 / 255) }
            return SIMD4(light[0], light[1], light[2], 1) * (y == 0 ? 1 : 0.5)
        }
        let result = try PixelGrid(rendering: grid.image.applyingFilter(filter), in: grid.bounds)
        for (x, wanted) in colors.enumerated() {
            for y in 0..<2 {
                let pixel = result[x, y]
                #expect(pixel.w == grid[x, y].w)
                for component in 0..<3 {
                    let found = 255 * SRGBFormula.encoded(Double(pixel[component] / pixel.w))
                    let expected = wanted.count == 1 ? wanted[0] : wanted[component]
                    #expect(abs(found - expected) < tolerance, "\(filter), colour \(x), component \(component)")
                }
            }
        }
    }

    /// Checks properties of all photo effects: grays keep their order, black and white stay near the ends, and a gray
    /// effect has no colour.
    private static func expectPhotographLook(_ filter: String, isGray: Bool) throws {
        let count = 33
        let grid = PixelGrid(width: count, height: 8) { x, y in
            let level = linearFromSRGB(Double(x) / Double(count - 1))
            // The rows are gray, then colours of the level and 0, then colours of the level and 1, and a transparent
            // one.
            return switch y {
            case 0: SIMD4(level, level, level, 1)
            case 1...3: SIMD4(y == 1 ? level : 0, y == 2 ? level : 0, y == 3 ? level : 0, 1)
            default: SIMD4(y == 4 ? 1 : level, y == 5 ? 1 : level, y >= 6 ? 1 : level, y == 7 ? 0 : 1)
            }
        }
        let result = try PixelGrid(rendering: grid.image.applyingFilter(filter), in: grid.bounds)
        let light = (0..<count).map { x in
            0.2126 * result[x, 0].x + 0.7152 * result[x, 0].y + 0.0722 * result[x, 0].z
        }
        #expect(zip(light, light.dropFirst()).allSatisfy { $0 <= $1 + 1e-3 }, "\(filter): grays get darker")
        #expect(light[0] < 0.03 && light[count - 1] > 0.75, "\(filter): \(light[0]), \(light[count - 1])")
        for y in 0..<8 {
            for x in 0..<count {
                let pixel = result[x, y]
                if y == 7 { #expect(pixel == .zero) }
                if isGray { #expect(pixel.x == pixel.y && pixel.y == pixel.z, "\(filter), \(x), \(y)") }
                let isHeld = (0..<3).allSatisfy { pixel[$0] >= 0 && pixel[$0] <= 1.0001 }
                #expect(isHeld, "\(filter), \(x), \(y)")
            }
        }
    }

    /// Compares parts of a published picture. It and its input come from JPEG files and were scaled down after the
    /// effect, so that only smooth parts agree closely: sky, water, and part of the red jacket.
    private static func expectPublished(_ filter: String, _ picture: String, most: Int) throws {
        let image = try PublishedRenderTests.picture("photoeffect-input").applyingFilter(filter)
        let published = try PublishedRenderTests.picture(picture)
        for part in [
            CGRect(x: 330, y: 480, width: 120, height: 50), CGRect(x: 650, y: 20, width: 150, height: 60),
            CGRect(x: 425, y: 110, width: 35, height: 60),
        ] {
            let found = try PublishedRenderTests.difference(image, published, in: part, published: part)
            #expect(found.mean < 2 && found.high <= most, "\(filter): \(found)")
        }
    }
}
