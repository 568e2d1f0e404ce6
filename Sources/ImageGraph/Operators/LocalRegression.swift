import Foundation
import Pixels

/// Lines that say how an image depends on a guide: in every window of pixels the line `slope · guide + intercept` of least squares, and the
/// average of the lines of all windows around a pixel.
///
/// A window is a square of 2 · `radius` + 1 pixels. Per component of the image, `slope = cov(guide, image) / (var(guide) + epsilon)` and
/// `intercept = mean(image) − slope · mean(guide)`; the guide is the first component of its pixels. Sums are in double precision and always in the
/// same order. Both images must have pixels wherever windows reach, or count as transparent.
public struct LocalRegression: NativeOperator {
    /// Which part of the lines is wanted.
    public enum Part: Sendable, Hashable {
        /// What a unit of the guide changes.
        case slope
        /// The value where the guide is 0.
        case intercept
    }

    /// Name for descriptions and errors.
    public let name = "local regression"
    /// The image that depends.
    public let image: ImageNode
    /// What it depends on.
    public let guide: ImageNode
    /// Pixels from the middle of a window to its edge, 0 or more.
    public let radius: Int
    /// Added to the guide's variance; above 0.
    public let epsilon: Double
    /// What the operator computes.
    public let part: Part

    /// A regression; `radius` must not be negative, and `epsilon` be positive.
    public init(of image: ImageNode, on guide: ImageNode, radius: Int, epsilon: Double, part: Part) {
        precondition(radius >= 0 && epsilon > 0, "a regression needs windows and a positive epsilon")
        (self.image, self.guide, self.radius, self.epsilon, self.part) = (image, guide, radius, epsilon, part)
    }

    /// Image and guide.
    public var inputs: [ImageNode] { [image, guide] }
    /// The same regression of other images.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LocalRegression(of: images[0], on: images[1], radius: radius, epsilon: epsilon, part: part)
    }
    /// Radius, epsilon and part.
    public var identity: AnyHashable? { Identity(radius: radius, epsilon: epsilon, part: part) }
    private struct Identity: Hashable {
        let radius: Int
        let epsilon: Double
        let part: Part
    }
    /// Slopes aren't colours, and large ones cancel against the intercept.
    public var needsFullPrecision: Bool { true }

    /// The windows of all windows around `output`.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : grown(part, by: 2 * radius).cgRect
    }

    private func grown(_ part: PixelRect, by margin: Int) -> PixelRect {
        PixelRect(
            x: part.x - margin, y: part.y - margin, width: part.width + 2 * margin, height: part.height + 2 * margin)
    }

    /// Fits, then averages the fits.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) {
        let fits = grown(region, by: radius)
        let lines = windowMeans(over: fits) { x, y in Moments(inputs[0][x, y], guide: inputs[1][x, y].x) }
            .map { $0.line(part, epsilon: epsilon) }
        let averages = windowMeans(over: region) { x, y in lines[(y - fits.y) * fits.width + x - fits.x] }
        for y in region.y..<region.maxY {
            let target = output.row(y) - output.bounds.x
            for x in region.x..<region.maxX {
                target[x] = SIMD4<Float>(averages[(y - region.y) * region.width + x - region.x])
            }
        }
    }

    /// Means over the windows around the pixels of `part`, row by row.
    private func windowMeans<Value: Summable>(over part: PixelRect, _ value: (Int, Int) -> Value) -> [Value] {
        let count = 2 * radius + 1
        let rows = grown(part, by: radius)
        // Sums of columns first: each is used by as many windows as a row is long.
        var columns = [Value](repeating: .zero, count: rows.width)
        var means: [Value] = []
        means.reserveCapacity(part.width * part.height)
        for y in part.y..<part.maxY {
            for x in 0..<rows.width { columns[x] = .zero }
            for row in y - radius...y + radius {
                for x in 0..<rows.width { columns[x] += value(rows.x + x, row) }
            }
            for x in 0..<part.width {
                var sum = Value.zero
                for column in x..<x + count { sum += columns[column] }
                means.append(sum.scaled(by: 1 / Double(count * count)))
            }
        }
        return means
    }
}

/// What window sums are made of.
private protocol Summable {
    static var zero: Self { get }
    static func += (sum: inout Self, value: Self)
    func scaled(by factor: Double) -> Self
}

extension SIMD4<Double>: Summable {
    fileprivate func scaled(by factor: Double) -> SIMD4<Double> { self * factor }
}

/// A pixel's contribution to a fit, or the means of many.
private struct Moments: Summable {
    var guide: SIMD2<Double>
    var image: SIMD4<Double>
    var product: SIMD4<Double>

    static let zero = Moments(guide: .zero, image: .zero, product: .zero)

    private init(guide: SIMD2<Double>, image: SIMD4<Double>, product: SIMD4<Double>) {
        (self.guide, self.image, self.product) = (guide, image, product)
    }

    init(_ pixel: SIMD4<Float>, guide: Float) {
        let (value, image) = (Double(guide), SIMD4<Double>(pixel))
        self.init(guide: SIMD2(value, value * value), image: image, product: image * value)
    }

    static func += (sum: inout Moments, value: Moments) {
        sum.guide += value.guide
        sum.image += value.image
        sum.product += value.product
    }

    func scaled(by factor: Double) -> Moments {
        Moments(guide: guide * factor, image: image * factor, product: product * factor)
    }

    func line(_ part: LocalRegression.Part, epsilon: Double) -> SIMD4<Double> {
        let variance = max(guide.y - guide.x * guide.x, 0)
        let slope = (product - image * guide.x) / (variance + epsilon)
        return part == .slope ? slope : image - slope * guide.x
    }
}

extension ImageNode {
    /// How this image depends on a guide in the windows around each pixel, as lines: `LocalRegression` has the formulas.
    ///
    /// Edge pixels of both are repeated outwards; the results have no edges. Images without pixels give images without pixels.
    ///
    /// - Parameters:
    ///   - guide: A guide at the same place, whose first component counts.
    ///   - radius: Pixels from the middle of a window to its edge, 0 or more.
    ///   - epsilon: Added to the guide's variance; above 0.
    public func regression(
        on guide: ImageNode, radius: Int, epsilon: Double
    ) -> (slope: ImageNode, intercept: ImageNode) {
        let (image, guide) = (clamped(to: extent), guide.clamped(to: guide.extent))
        if image.extent.isNull || guide.extent.isNull { return (.empty, .empty) }
        func lines(_ part: LocalRegression.Part) -> ImageNode {
            .native(
                LocalRegression(of: image, on: guide, radius: radius, epsilon: epsilon, part: part), extent: .infinite)
        }
        return (lines(.slope), lines(.intercept))
    }
}
