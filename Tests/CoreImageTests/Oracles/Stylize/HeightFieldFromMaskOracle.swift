import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The height is zero outside and positive inside the mask, rises from the edge to the middle, is symmetric, and
    /// higher in wider parts. A published render is compared if it is available.
    static let heightFieldFromMask = FilterOracle("CIHeightFieldFromMask", .published) {
        // A wide bar and a narrow one.
        func bar(_ x: Int) -> Bool { (5..<29).contains(x) || (80..<88).contains(x) }
        let mask = PixelGrid(x: 0, y: -20, width: 96, height: 60) { x, _ in SIMD4(repeating: bar(x) ? 1 : 0) }
        let radii: [[Float]] = try [6, 10].map { radius -> [Float] in
            let image = mask.image.applyingFilter("CIHeightFieldFromMask", parameters: [kCIInputRadiusKey: radius])
            guard image.extent == mask.bounds else { throw ExtentMismatch(found: image.extent, expected: mask.bounds) }
            let row = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 10, width: 96, height: 1))
            return (0..<96).map { x in
                let pixel = row[x, 10]
                #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 1)
                #expect(bar(x) ? pixel.x > 0.02 && pixel.x < 1 : pixel.x == 0)
                return pixel.x
            }
        }
        for height in radii {
            let side = height[5...16]
            #expect(zip(side, side.dropFirst()).allSatisfy { $0 < $1 }, "it doesn't rise")
            for x in 5..<29 { #expect(abs(height[x] - height[33 - x]) < 0.004, "lopsided") }
            #expect(height[16] > height[83] * 1.5 && height[5] < height[16] / 2)
        }
        #expect(radii[1][16] < radii[0][16], "a wider transition is flatter")
        let small = mask.image.applyingFilter("CIHeightFieldFromMask", parameters: [kCIInputRadiusKey: 0.5])
        try expect(small, in: mask.bounds) { x, _ in SIMD4(SIMD3(repeating: bar(x) ? 1 : 0), 1) }
        guard PublishedRenderTests.isPresent else { return }
        // The second letter and the pixels that its blurs reach, in a picture 772 pixels high.
        let part = CGRect(x: 360, y: 355, width: 170, height: 170)
        let image = try PublishedRenderTests.picture("5e14c015b8")
            .applyingFilter("CIHeightFieldFromMask", parameters: [kCIInputRadiusKey: 25])
        let found = try PublishedRenderTests.difference(
            image, PublishedRenderTests.picture("f67b515bd0"), in: part, published: part)
        #expect(found.mean < 0.5 && found.high <= 2, "\(found)")
    }
}
