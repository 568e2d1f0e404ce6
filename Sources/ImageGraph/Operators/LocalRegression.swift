import Foundation
import Pixels

/// Linear models of an image by a guide. For every window of pixels, the line `slope · guide + intercept` is fitted by
/// least squares; for every pixel, the lines of all windows around it are averaged.
///
/// A window is a square of 2 · `radius` + 1 pixels. Per component of the image, `slope = cov(guide, image) /
/// (var(guide) + epsilon)` and `intercept = mean(image) − slope · mean(guide)`. The guide is the first component of its
/// pixels. Sums are in double precision and always in the same order, and cost the same for every radius. Pixels that
/// windows reach outside of either image count as transparent.
///
/// Slopes and intercepts are interleaved: column 2x has the slopes of pixel column x, column 2x + 1 its intercepts.
/// `RegressionCoefficient` separates them.
package struct LocalRegression: NativeOperator {
    /// Name for descriptions and error messages.
    package let name = "local regression"
    /// The dependent image.
    package let image: ImageNode
    /// The image that it is modelled by; only the first component is used.
    package let guide: ImageNode
    /// Distance in pixels from the centre of a window to its edge, 0 or more.
    package let radius: Int
    /// Regularisation added to the guide's variance; above 0.
    package let epsilon: Double

    /// Creates a regression. `radius` must not be negative, and `epsilon` must be positive.
    package init(of image: ImageNode, on guide: ImageNode, radius: Int, epsilon: Double) {
        precondition(radius >= 0 && epsilon > 0, "radius must not be negative, and epsilon must be positive")
        (self.image, self.guide, self.radius, self.epsilon) = (image, guide, radius, epsilon)
    }

    /// The image and the guide.
    package var inputs: [ImageNode] { [image, guide] }
    /// Returns the same regression of other images.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LocalRegression(of: images[0], on: images[1], radius: radius, epsilon: epsilon)
    }
    /// The sums of moments and of lines.
    package var workPerPixel: Double { 8 }
    /// The radius and epsilon.
    package var identity: AnyHashable? { Identity(radius: radius, epsilon: epsilon) }
    private struct Identity: Hashable {
        let radius: Int
        let epsilon: Double
    }
    /// Slopes aren't colours, and large ones nearly cancel against the intercept.
    package var needsFullPrecision: Bool { true }

    /// Returns the pixels of all windows that the lines of `output` depend on.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : Self.pixels(of: part).outset(by: 2 * radius).cgRect
    }

    /// Returns the pixels whose lines are in a part of the result.
    private static func pixels(of part: PixelRect) -> PixelRect {
        let (first, last) = (part.x >> 1, (part.maxX - 1) >> 1)
        return PixelRect(x: first, y: part.y, width: last - first + 1, height: part.height)
    }

    /// Computes `region`: fits the lines of all windows, then averages them.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        if region.isEmpty { return }
        let pixels = Self.pixels(of: region)
        let (fits, values) = (pixels.outset(by: radius), pixels.outset(by: 2 * radius))
        let (image, guide) = (inputs[0].covering(values), inputs[1].covering(values))
        let side = 2 * radius + 1
        let scale = 1 / Double(side * side)
        let moments = BoxSums<Moments>(side: side, columns: values.x..<values.maxX, firstRow: values.y)
        let lines = BoxSums<Line>(side: side, columns: fits.x..<fits.maxX, firstRow: fits.y)
        let meter = WorkMeter.current
        for y in values.y..<values.maxY {
            try meter?.check()
            let (pixel, level) = (
                image.row(y) + (values.x - image.bounds.x), guide.row(y) + (values.x - guide.bounds.x)
            )
            let row = moments.nextRow
            for i in 0..<values.width { row[i] = Moments(pixel[i], guide: level[i].x) }
            guard moments.add() else { continue }
            let fitted = lines.nextRow
            for i in 0..<fits.width { fitted[i] = moments.sums[i].line(scale: scale, epsilon: epsilon) }
            guard lines.add() else { continue }
            let target = output.row(y - 2 * radius) + (region.x - output.bounds.x)
            for i in 0..<region.width {
                let place = region.x + i
                let line = lines.sums[(place >> 1) - pixels.x]
                target[i] = SIMD4<Float>((place & 1 == 0 ? line.slope : line.intercept) * scale)
            }
        }
    }
}

/// One line for each component.
private struct Line: Summable {
    var slope: SIMD4<Double>
    var intercept: SIMD4<Double>

    static let zero = Line(slope: .zero, intercept: .zero)

    @inline(__always)
    static func + (first: Line, second: Line) -> Line {
        Line(slope: first.slope + second.slope, intercept: first.intercept + second.intercept)
    }
}

/// A pixel's contribution to a fit, or the sum of many. The vectors of two numbers avoid padding between values.
private struct Moments: Summable {
    var guide: SIMD2<Double>
    var image: (SIMD2<Double>, SIMD2<Double>)
    var product: (SIMD2<Double>, SIMD2<Double>)

    static let zero = Moments(guide: .zero, image: (.zero, .zero), product: (.zero, .zero))

    private init(
        guide: SIMD2<Double>, image: (SIMD2<Double>, SIMD2<Double>), product: (SIMD2<Double>, SIMD2<Double>)
    ) {
        (self.guide, self.image, self.product) = (guide, image, product)
    }

    @inline(__always)
    init(_ pixel: SIMD4<Float>, guide: Float) {
        let value = Double(guide)
        let image = (SIMD2<Double>(pixel.lowHalf), SIMD2<Double>(pixel.highHalf))
        self.init(
            guide: SIMD2(value, value * value), image: image, product: (image.0 * value, image.1 * value))
    }

    @inline(__always)
    static func + (first: Moments, second: Moments) -> Moments {
        Moments(
            guide: first.guide + second.guide,
            image: (first.image.0 + second.image.0, first.image.1 + second.image.1),
            product: (first.product.0 + second.product.0, first.product.1 + second.product.1))
    }

    /// Returns the line fitted by least squares; `scale` converts sums to means.
    @inline(__always)
    func line(scale: Double, epsilon: Double) -> Line {
        let guide = guide * scale
        let image = SIMD4(lowHalf: image.0, highHalf: image.1) * scale
        let product = SIMD4(lowHalf: product.0, highHalf: product.1) * scale
        let variance = max(guide.y - guide.x * guide.x, 0)
        let slope = (product - image * guide.x) / (variance + epsilon)
        return Line(slope: slope, intercept: image - slope * guide.x)
    }
}
