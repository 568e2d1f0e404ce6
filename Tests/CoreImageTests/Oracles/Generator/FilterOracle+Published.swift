import CoreImage
import Testing

extension FilterOracle {
    /// Returns an oracle for a generator with a formula that is fitted to a render of Core Image. The formula is
    /// compared at several settings, and the render itself if it is available.
    ///
    /// - Parameters:
    ///   - picture: Name of the render, without its extension.
    ///   - parameters: The values that it was rendered with.
    ///   - part: The part of the generator's plane that it shows.
    static func publishedPixels(
        _ filter: String, tolerance: Float = 1e-4, relativeTolerance: Float = 0, picture: String,
        parameters: @autoclosure @escaping @Sendable () -> [String: Any], showing part: CGRect,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]], in bounds: CGRect,
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect = { _ in .infinite },
        formula: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> SIMD4<Float>
    ) -> FilterOracle {
        let fitted = pixelOracle(
            filter, .published, tolerance: tolerance, relativeTolerance: relativeTolerance,
            settings: [parameters()] + settings(), in: bounds, extent: extent, formula: formula)
        return FilterOracle(filter, .published) {
            try fitted.check()
            guard PublishedRenderTests.isPresent else { return }
            let image = try #require(CIFilter(name: filter, parameters: parameters())?.outputImage)
            let found = try PublishedRenderTests.difference(
                image, PublishedRenderTests.picture(picture), in: part,
                published: CGRect(origin: .zero, size: part.size))
            #expect(found.mean < 0.3 && found.high <= 1, "\(found)")
        }
    }

    /// Clamps light to what half floats can hold, and alpha to 1.
    static func limited(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
        pixel.clamped(lowerBound: .zero, upperBound: SIMD4(60000, 60000, 60000, 1))
    }
}
