import Foundation
import Pixels

/// A convolution along rows or columns, which may also change the number of pixels along that axis.
///
/// Output pixel i = q·`weightSets.count` + p (0 ≤ p < count) is the sum over j of `weightSets[p].weights[j]` times
/// input pixel q·`step` + `weightSets[p].first` + j. One set and step 1 is a plain convolution. One set and step k
/// keeps every k-th pixel. With k sets and step 1, every input pixel gives k output pixels. As many sets as output
/// pixels resample by any ratio. A set without weights gives transparent pixels. The input is transparent outside of
/// its extent.
package struct LineConvolution: NativeOperator {
    /// The direction of a line of pixels.
    package enum Axis: String, Sendable, Hashable {
        /// Along a row.
        case horizontal
        /// Along a column.
        case vertical
    }

    /// Weights of adjacent input pixels.
    package struct WeightSet: Sendable, Hashable {
        /// Offset in pixels of the first weight's pixel.
        package var first: Int
        /// The weights from left to right, or from bottom to top.
        package var weights: [Float]

        /// Creates weights that start `first` pixels from the position.
        package init(first: Int, weights: [Float]) { (self.first, self.weights) = (first, weights) }
    }

    /// Name for descriptions and error messages.
    package let name: String
    /// The image to convolve.
    package let input: ImageNode
    /// Direction of the convolution.
    package let axis: Axis
    /// The weights, one set per output pixel of a period.
    package let weightSets: [WeightSet]
    /// Number of input pixels per period, at least 1.
    package let step: Int
    /// What the weights were computed from; nil if they don't resample the line.
    let resampling: LineResampling?

    /// Creates a convolution; `weightSets` must not be empty.
    package init(name: String, input: ImageNode, axis: Axis, weightSets: [WeightSet], step: Int = 1) {
        self.init(name: name, input: input, axis: axis, weightSets: weightSets, step: step, resampling: nil)
    }

    init(
        name: String, input: ImageNode, axis: Axis, weightSets: [WeightSet], step: Int, resampling: LineResampling?
    ) {
        precondition(!weightSets.isEmpty && step > 0, "weightSets must not be empty, and step must be positive")
        (self.name, self.input, self.axis, self.weightSets, self.step) = (name, input, axis, weightSets, step)
        self.resampling = resampling
    }

    /// The image to convolve.
    package var inputs: [ImageNode] { [input] }
    /// Returns a convolution of another image with the same weights.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LineConvolution(
            name: name, input: images[0], axis: axis, weightSets: weightSets, step: step, resampling: resampling)
    }
    /// One step for each weight, on average over a period.
    package var workPerPixel: Double {
        Double(weightSets.reduce(0) { $0 + $1.weights.count }) / Double(weightSets.count)
    }
    /// Whether the weights of each set add up to 1.
    package var isMean: Bool {
        weightSets.count <= Self.maximumSetsOfMeans
            && weightSets.allSatisfy { abs($0.weights.reduce(0) { $0 + Double($1) } - 1) < 0x1p-20 }
    }
    /// There may be a hundred thousand sets, which aren't worth looking through.
    private static let maximumSetsOfMeans = 256
    /// Axis, weights and step.
    package var identity: AnyHashable? { Identity(axis: axis, weightSets: weightSets, step: step) }
    private struct Identity: Hashable {
        let axis: Axis
        let weightSets: [WeightSet]
        let step: Int

        // There may be a hundred thousand sets. Hashing the first and the last one suffices.
        func hash(into hasher: inout Hasher) {
            hasher.combine(axis)
            hasher.combine(step)
            hasher.combine(weightSets.count)
            hasher.combine(weightSets.first)
            hasher.combine(weightSets.last)
        }
    }

    /// Returns the pixels that the weights reach around `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let region = PixelRect(enclosing: output)
        if region.isEmpty { return .null }
        let line = axis == .horizontal ? region.x..<region.maxX : region.y..<region.maxY
        let read = span(of: line)
        if read.isEmpty { return .null }
        return axis == .horizontal
            ? PixelRect(x: read.lowerBound, y: region.y, width: read.count, height: region.height).cgRect
            : PixelRect(x: region.x, y: read.lowerBound, width: region.width, height: read.count).cgRect
    }

    /// Returns the input pixels along the axis from which the output pixels `line` are summed.
    package func span(of line: Range<Int>) -> Range<Int> {
        let period = weightSets.count
        var (low, high) = (Int.max, Int.min)
        // Sets may start at any offset, so each set is examined at its first and last position.
        let isShort = line.count < 2 * period
        for phase in isShort ? 0..<line.count : 0..<period {
            let first = line.lowerBound + phase
            let last = isShort ? first : first + (line.upperBound - 1 - first) / period * period
            let set = weightSets[first.flooredRemainder(by: period)]
            if set.weights.isEmpty { continue }
            low = min(low, first.flooredQuotient(by: period) * step + set.first)
            high = max(high, last.flooredQuotient(by: period) * step + set.first + set.weights.count)
        }
        return low < high ? low..<high : 0..<0
    }

    /// Computes `region`. Products are added in the order of the weights, so that a pixel doesn't depend on the region.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            try meter?.check()
            let line = Line(
                image: image, start: region.x, count: region.width, target: output.row(y) + (region.x - output.bounds.x)
            )
            switch axis {
            case .horizontal: convolveRow(y, line)
            case .vertical: sumRows(at: y, line)
            }
        }
    }

    /// The pixels of one output row.
    private struct Line {
        let image: Raster
        let start: Int
        let count: Int
        let target: UnsafeMutablePointer<SIMD4<Float>>

        func clear() { target.update(repeating: .zero, count: count) }
    }

    private func convolveRow(_ y: Int, _ line: Line) {
        let image = line.image
        guard y >= image.bounds.y, y < image.bounds.maxY else { return line.clear() }
        let row = UnsafePointer(image.row(y))
        let period = weightSets.count
        // One pass per set keeps the set's weights in the cache. Pixels of one set are a period apart.
        for (phase, set) in weightSets.enumerated() {
            let offset = phase - line.start
            var column = offset.flooredRemainder(by: period)
            let first = (line.start + column).flooredQuotient(by: period) * step + set.first - image.bounds.x
            set.weights.withUnsafeBufferPointer { weights in
                var position = first
                while column < line.count {
                    let isInside = position >= 0 && position + weights.count + 3 * step <= image.bounds.width
                    if isInside, column + 4 * period <= line.count + period - 1 {
                        fourSums(row + position, weights, line.target + column, period)
                        (column, position) = (column + 4 * period, position + 4 * step)
                    } else {
                        let low = max(0, -position)
                        let high = min(weights.count, image.bounds.width - position)
                        var sum = SIMD4<Float>.zero
                        for tap in low..<max(low, high) { sum += row[position + tap] * weights[tap] }
                        line.target[column] = sum
                        (column, position) = (column + period, position + step)
                    }
                }
            }
        }
    }

    /// Computes four sums at once, whose additions don't depend on each other.
    @inline(__always)
    private func fourSums(
        _ pixels: UnsafePointer<SIMD4<Float>>, _ weights: UnsafeBufferPointer<Float>,
        _ target: UnsafeMutablePointer<SIMD4<Float>>, _ period: Int
    ) {
        var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        var pixel = pixels
        for weight in weights {
            a += pixel[0] * weight
            b += pixel[step] * weight
            c += pixel[2 * step] * weight
            d += pixel[3 * step] * weight
            pixel += 1
        }
        (target[0], target[period], target[2 * period], target[3 * period]) = (a, b, c, d)
    }

    private func sumRows(at y: Int, _ line: Line) {
        let image = line.image
        let period = y.flooredQuotient(by: weightSets.count)
        let set = weightSets[y - period * weightSets.count]
        let first = period * step + set.first
        let low = max(0, image.bounds.y - first)
        let high = max(low, min(set.weights.count, image.bounds.maxY - first))
        let left = max(line.start, image.bounds.x)
        let right = min(line.start + line.count, image.bounds.maxX)
        guard low < high, left < right else { return line.clear() }
        line.target.update(repeating: .zero, count: left - line.start)
        (line.target + (right - line.start)).update(repeating: .zero, count: line.start + line.count - right)
        let rows = UnsafePointer(image.row(first + low)) + (left - image.bounds.x)
        let target = line.target + (left - line.start)
        let count = right - left
        let stride = image.stride
        set.weights.withUnsafeBufferPointer { allWeights in
            let weights = UnsafeBufferPointer(rebasing: allWeights[low..<high])
            var column = 0
            while column + 4 <= count {
                var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
                var pixel = rows + column
                for weight in weights {
                    a += pixel[0] * weight
                    b += pixel[1] * weight
                    c += pixel[2] * weight
                    d += pixel[3] * weight
                    pixel += stride
                }
                (target[column], target[column + 1], target[column + 2], target[column + 3]) = (a, b, c, d)
                column += 4
            }
            while column < count {
                var sum = SIMD4<Float>.zero
                var pixel = rows + column
                for weight in weights {
                    sum += pixel.pointee * weight
                    pixel += stride
                }
                target[column] = sum
                column += 1
            }
        }
    }
}
