import CoreImage
import Foundation
import Testing

@Suite("Filters: guided filter and edge-preserving upsampling")
struct GuideTests {
    /// Dark on the left, light from column 18 on.
    let guide = PixelGrid(x: 2, y: -3, width: 32, height: 24) { x, _ in
        x < 18 ? SIMD4(0.1, 0.1, 0.1, 1) : SIMD4(0.9, 0.8, 0.7, 1)
    }
    /// A picture of a quarter of the guide's size, with its lighter half on the other side: red left, blue right.
    let small = PixelGrid(x: 50, y: 60, width: 8, height: 6) { x, _ in
        x < 54 ? SIMD4(1, 0, 0, 1) : SIMD4(0, 0, 1, 1)
    }

    private func upsampled(_ small: CIImage, _ parameters: [String: Any] = [:]) -> CIImage {
        guide.image.applyingFilter(
            "CIEdgePreserveUpsampleFilter", parameters: parameters.merging(["inputSmallImage": small]) { $1 })
    }

    private func followed(_ small: CIImage, _ parameters: [String: Any] = [:]) -> CIImage {
        small.applyingFilter(
            "CIGuidedFilter", parameters: parameters.merging(["inputGuideImage": guide.image]) { $1 })
    }

    @Test("Edges of the small picture become the guide's, with hardly a trace of the other side")
    func edge() throws {
        // In the guided filter, the fits of windows across the edge contribute at most 1/3 · 3/8.
        for (image, trace) in [(upsampled(small.image), 1e-3), (followed(small.image), 0.13)] as [(CIImage, Float)] {
            #expect(image.extent == guide.bounds)
            try expect(image, in: guide.bounds, tolerance: trace) { x, _ in
                x < 18 ? SIMD4(1, 0, 0, 1) : SIMD4(0, 0, 1, 1)
            }
        }
    }

    @Test("A plain picture stays plain, half transparent or not")
    func plain() throws {
        let color = SIMD4<Float>(0.3, 0.1, 0.5, 0.5)
        let plain = PixelGrid(x: 7, y: 7, width: 5, height: 3) { _, _ in color }.image
        for image in [upsampled(plain), followed(plain), followed(plain, ["inputRadius": 10, "inputEpsilon": 1e-9])] {
            try expect(image, in: guide.bounds) { _, _ in color }
        }
    }

    @Test("A large epsilon gives a mean of means; none keeps an image that is its own guide")
    func epsilons() throws {
        let noise = PixelGrid.colorful(x: 0, y: 0, width: 9, height: 8)
        let gray = PixelGrid(width: 9, height: 8) { x, y in
            let value = Float(abs(x * 7 + y * 5) % 11) / 10
            return SIMD4(value, value, value, 1)
        }
        func filtered(_ image: PixelGrid, _ guide: PixelGrid, _ epsilon: Double) -> CIImage {
            image.image.applyingFilter(
                "CIGuidedFilter", parameters: ["inputGuideImage": guide.image, "inputEpsilon": epsilon])
        }
        try expect(filtered(gray, gray, 1e-9), in: gray.bounds, tolerance: 1e-3) { gray[$0, $1] }
        try expect(filtered(noise, gray, 1e9), in: noise.bounds, tolerance: 2e-3) { x, y in
            var sum = SIMD4<Float>.zero
            for (dx, wx) in [(-2, 1), (-1, 2), (0, 3), (1, 2), (2, 1)] {
                for (dy, wy) in [(-2, 1), (-1, 2), (0, 3), (1, 2), (2, 1)] {
                    // The mean of the means of all windows around a pixel, with edge pixels repeated outwards.
                    sum += noise.clamped(x + dx, y + dy) * Float(wx * wy)
                }
            }
            return sum / 81
        }
    }

    @Test("Rendering in parts gives the same pixels")
    func parts() throws {
        let noise = PixelGrid.colorful(x: 3, y: 1, width: 9, height: 7).image
        for image in [upsampled(noise), followed(noise, ["inputRadius": 3])] {
            try expectSameInParts(image, in: guide.bounds.insetBy(dx: -2, dy: -2), part: 9)
        }
    }

    @Test("Infinite images are errors that name the input; empty ones give an empty image")
    func endless() throws {
        let color = CIImage(color: .red)
        let cases: [(CIImage, String)] = [
            (upsampled(color), "inputSmallImage"), (followed(color), "inputImage"),
            (
                color.applyingFilter("CIEdgePreserveUpsampleFilter", parameters: ["inputSmallImage": small.image]),
                "inputImage"
            ),
            (small.image.applyingFilter("CIGuidedFilter", parameters: ["inputGuideImage": color]), "inputGuideImage"),
        ]
        for (image, key) in cases {
            let error = #expect(throws: CIFilterError.self) { try PixelGrid(rendering: image, in: guide.bounds) }
            #expect(error?.description.contains(key) == true)
        }
        #expect(upsampled(.empty()).extent.isEmpty && followed(.empty()).extent.isEmpty)
    }
}
