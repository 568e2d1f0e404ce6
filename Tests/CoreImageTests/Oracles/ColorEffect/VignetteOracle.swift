import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The middle stays, corners dim alike and by the documented amounts, more so with more intensity and a smaller
    /// radius; it moves with the image.
    static let vignette = FilterOracle("CIVignette", .properties) {
        let white = PixelGrid(x: -7, y: 4, width: 41, height: 31) { _, _ in SIMD4(0.5, 0.5, 0.5, 0.5) }
        func vignette(_ intensity: Double, _ radius: Double, of image: PixelGrid = white) throws -> PixelGrid {
            let result = image.image.applyingFilter(
                "CIVignette", parameters: [kCIInputIntensityKey: intensity, kCIInputRadiusKey: radius])
            guard result.extent == image.bounds else {
                throw ExtentMismatch(found: result.extent, expected: image.bounds)
            }
            return try PixelGrid(rendering: result, in: image.bounds)
        }
        let (middle, corner) = ((x: 13, y: 19), (x: -7, y: 4))
        let dark = try vignette(1, 1)
        #expect(abs(dark[middle.x, middle.y].x - 0.5) < 1e-6 && dark[middle.x, middle.y].w == 0.5)
        // A corner pixel's centre lies a little inside the corner, where light looks half as bright.
        #expect(abs(dark[corner.x, corner.y].x / 0.5 - linear(0.5)) < 0.03)
        for y in 4..<35 {
            for x in -7..<34 {
                let pixel = dark[x, y]
                #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 0.5)
                #expect(abs(pixel.x - dark[26 - x, y].x) < 1e-5 && abs(pixel.x - dark[x, 38 - y].x) < 1e-5, "lopsided")
            }
        }
        let diagonal = (0...15).map { dark[13 - $0, 19 - $0].x }
        #expect(zip(diagonal, diagonal.dropFirst()).allSatisfy { $0 >= $1 } && diagonal[15] < diagonal[0] * 0.6)
        let strengths = try [-1, -0.5, 0, 0.4, 0.8, 1].map { try vignette($0, 1)[corner.x, corner.y].x }
        #expect(zip(strengths, strengths.dropFirst()).allSatisfy { $0 > $1 })
        let radii = try [0, 0.3, 0.7, 1, 1.5, 2].map { try vignette(1, $0)[corner.x, corner.y].x }
        #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 <= $1 } && radii[0] == 0 && radii[5] > 0.38)
        let grid = PixelGrid.colorful(x: 2, y: -9, width: 8, height: 6)
        let none = try vignette(0, 1, of: grid)
        for y in -9..<(-3) { for x in 2..<10 { #expect(none[x, y] == grid[x, y]) } }
        let (here, there) = (
            PixelGrid(width: 12, height: 9) { _, _ in .one },
            PixelGrid(x: -50, y: 8, width: 12, height: 9) { _, _ in .one }
        )
        let (first, second) = (try vignette(0.7, 0.6, of: here), try vignette(0.7, 0.6, of: there))
        for y in 0..<9 { for x in 0..<12 { #expect(abs(first[x, y].x - second[x - 50, y + 8].x) < 1e-5) } }
    }
}
