import Foundation
import Pixels

/// Enlarging of images that vary slowly from pixel to pixel.
extension ImageNode {
    /// Returns every second pixel of every second row of a wide blur, with its conversion to the colours of a
    /// destination, if `part` shows nothing else; otherwise nil.
    ///
    /// A wide blur is computed from every k-th pixel of every k-th row by splines. Here splines give two pixels for
    /// each of these in either direction, and their colours are converted. Cubic polynomials through the results agree
    /// with a conversion of every pixel to within 0.4/255 for colours within 0…1. A blur is wide if k is at least 4,
    /// which is a standard deviation of at least 7 pixels.
    package func halvedBlur(showing part: CGRect) -> ImageNode? {
        var (node, spaces) = (self, (from: CGColorSpace?, to: CGColorSpace?)?.none)
        if case .convert(let image, let from, let to) = operation { (node, spaces) = (image, (from, to)) }
        while case .crop(let image, let rect) = node.operation, rect.contains(part) { node = image }
        guard let (small, decimation) = node.enlargedBySplines, decimation.factor > 2,
            AlphaAnalysis.isOpaqueOrMean(node)
        else { return nil }
        let double = small.enlarged(to: 2, by: decimation)
        let converted = spaces.map { double.converted(from: $0.from, to: $0.to) } ?? double
        return converted.enlarged(by: decimation.factor / 4)
    }

    /// If this is a decimated image that splines enlarge to full size, the smaller image and its decimation; otherwise
    /// nil.
    private var enlargedBySplines: (small: ImageNode, decimation: LineDecimation)? {
        guard case .native(let operation) = operation, let columns = operation as? LineConvolution,
            columns.axis == .horizontal, columns.isSplineEnlargement,
            case .native(let inner) = columns.input.operation, let rows = inner as? LineConvolution,
            rows.axis == .vertical, rows.isSplineEnlargement, rows.weightSets.count == columns.weightSets.count
        else { return nil }
        return (rows.input, LineDecimation.shared(factor: columns.weightSets.count))
    }

    /// Returns some of the pixels of an enlarged image: `count` for each pixel of this decimated image, at equal
    /// distances.
    private func enlarged(to count: Int, by decimation: LineDecimation) -> ImageNode {
        let sets = (0..<count).map { decimation.interpolation[$0 * decimation.factor / count] }
        return resampled(.vertical, sets, name: Self.enlargingName)
            .resampled(.horizontal, sets, name: Self.enlargingName)
    }

    /// Returns this image enlarged, so that pixel i lies at i·`factor` and keeps its colour. The pixels in between are
    /// those of cubic polynomials through the nearest four.
    private func enlarged(by factor: Int) -> ImageNode {
        if factor == 1 { return self }
        let sets = (0..<factor).map { phase in
            phase == 0
                ? LineConvolution.WeightSet(first: 0, weights: [1])
                : LineConvolution.WeightSet(
                    first: -1, weights: CubicPolynomial.weights(at: Double(phase) / Double(factor)))
        }
        return resampled(.vertical, sets, name: Self.enlargingName)
            .resampled(.horizontal, sets, name: Self.enlargingName)
    }

    private static let enlargingName = "enlarging"
}

extension LineConvolution {
    /// Whether this interpolates a decimated line with splines.
    fileprivate var isSplineEnlargement: Bool {
        let count = weightSets.count
        guard step == 1, count > 1, count.nonzeroBitCount == 1, weightSets[0].weights.count == 4 else { return false }
        return weightSets == LineDecimation.shared(factor: count).interpolation
    }
}

/// The cubic polynomial through four values at −1, 0, 1 and 2, in Lagrange's form.
enum CubicPolynomial {
    /// Returns the weights of the four values in the polynomial's value at `x`.
    static func weights(at x: Double) -> [Float] {
        (-1...2).map { place in
            let factors = (-1...2).filter { $0 != place }.map { (x - Double($0)) / Double(place - $0) }
            return Float(factors.reduce(1, *))
        }
    }
}
