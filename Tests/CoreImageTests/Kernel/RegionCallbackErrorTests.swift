import CoreImage
import Foundation
import Testing

@Suite("Region callbacks that return NaN")
struct RegionCallbackErrorTests {
    @Test(
        "A coordinate that isn't a number is an error with the callback's answer",
        arguments: [
            (CGRect(x: CGFloat.nan, y: 0, width: 8, height: 6), "(nan, 0.0, 8.0 × 6.0)"),
            (CGRect(x: 0, y: 0, width: 8, height: CGFloat.nan), "(0.0, 0.0, 8.0 × nan)"),
        ])
    func noNumber(_ answer: CGRect, _ text: String) throws {
        let image = makePicture(8, 6) { _, _ in SIMD4(repeating: 1) }
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 shift(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0))); }
                """)
        let result = try kernel.applying(extent: image.extent, roiCallback: { _, _ in answer }, arguments: [image])
        let error = #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(result, from: image.extent) }
        #expect(
            error?.description.contains(
                "the region callback returned \(text) as the part of image 0 that (0.0, 0.0, 8.0 × 6.0) needs") == true,
            "\(String(describing: error))")
        #expect(error?.description.contains("shift") == true)
    }
}
