import CoreImage
import Testing

extension FilterOracle {
    /// White on the bright side of a step, in a width that grows with the radius, and black elsewhere. Flat pictures
    /// are black, and alpha stays.
    static let edgeWork = FilterOracle("CIEdgeWork", .properties) {
        let step = PixelGrid(x: -4, y: 3, width: 80, height: 6) { x, _ in SIMD4(SIMD3(repeating: x < 36 ? 0.1 : 0.6), 1)
        }
        let widths = try [1, 3, 6, 0, -1, .nan].map { (radius: Double) -> Int in
            let image = step.image.applyingFilter("CIEdgeWork", parameters: [kCIInputRadiusKey: radius])
            guard image.extent == step.bounds else { throw ExtentMismatch(found: image.extent, expected: step.bounds) }
            let row = try PixelGrid(rendering: image, in: CGRect(x: -4, y: 5, width: 80, height: 1))
            for x in -4..<76 {
                let pixel = row[x, 5]
                #expect(pixel.x == pixel.y && pixel.y == pixel.z && (0...1).contains(pixel.x) && pixel.w == 1)
                if x < 36 || Double(x) > 37 + 3 * max(radius, 0) { #expect(pixel.x < 0.01, "at \(x)") }
            }
            return (-4..<76).count { row[$0, 5].x > 0.5 }
        }
        #expect(widths[0] >= 1 && widths[1] > widths[0] && widths[2] > widths[1] && widths[1] < 7, "\(widths)")
        #expect(widths[3...] == [0, 0, 0])
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        let image = try PixelGrid(rendering: grid.image.applyingFilter("CIEdgeWork"), in: grid.bounds)
        for y in -2..<7 { for x in 3..<15 { #expect(image[x, y].w == grid[x, y].w && image[x, y].x <= image[x, y].w) } }
    }
}
