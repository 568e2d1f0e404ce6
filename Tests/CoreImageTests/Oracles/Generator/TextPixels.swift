import CoreImage
import Testing

/// The pixels of a filter's text.
struct TextPixels {
    let width: Int
    let height: Int
    /// Row by row from the lowest one.
    let pixels: [SIMD4<Float>]

    init(_ filter: String, _ inputs: [String: Any]) throws {
        let image = try #require(CIFilter(name: filter, parameters: inputs)?.outputImage)
        let extent = image.extent
        #expect(extent.origin == .zero && !extent.isInfinite && !extent.isEmpty)
        (width, height) = (Int(extent.width), Int(extent.height))
        pixels = try RenderedPixels(image, extent, space: try namedColorSpace(CGColorSpace.extendedLinearSRGB)).all
    }

    /// The sum of alpha.
    var ink: Float { pixels.reduce(0) { $0 + $1.w } }
    /// The mean of alpha.
    var coverage: Float { ink / Float(pixels.count) }
    /// Whether there is no colour, and alpha lies between 0 and 1.
    var isBlack: Bool { pixels.allSatisfy { $0.x == 0 && $0.y == 0 && $0.z == 0 && $0.w >= 0 && $0.w <= 1 } }

    /// Returns the pixels at least `inset` from every edge.
    func part(inset: Int) -> [SIMD4<Float>] {
        (inset..<height - inset).flatMap { row in pixels[row * width + inset..<(row + 1) * width - inset] }
    }
}
