import Foundation
import Pixels

/// A convolution along rows or columns, which may also change the number of pixels along that axis.
///
/// Output pixel i = q·`weightSets.count` + p (0 ≤ p < count) is the sum over j of `weightSets[p].weights[j]` times
/// input pixel q·`step` + `weightSets[p].first` + j. One set and step 1 is a plain convolution; one set and step k
/// keeps every k-th pixel; k sets and step 1 give k output pixels for every input pixel; as many sets as there are output pixels
/// resample by any ratio. A set without weights gives transparent pixels. Outside its extent the input is transparent.
public struct LineConvolution: NativeOperator {
    /// Which way the line of pixels runs.
    public enum Axis: String, Sendable, Hashable {
        /// Along a row.
        case horizontal
        /// Along a column.
        case vertical
    }

    /// Weights of neighbouring input pixels.
    public struct WeightSet: Sendable, Hashable {
        /// Where the first weight's pixel lies.
        public var first: Int
        /// Weights from left to right, or from bottom to top.
        public var weights: [Float]

        /// Weights that start `first` pixels from the position.
        public init(first: Int, weights: [Float]) { (self.first, self.weights) = (first, weights) }
    }

    /// Name for descriptions and errors.
    public let name: String
    /// The image that is convolved.
    public let input: ImageNode
    /// Direction.
    public let axis: Axis
    /// Weights, one set per output pixel of a period.
    public let weightSets: [WeightSet]
    /// Input pixels per period; at least 1.
    public let step: Int

    /// A convolution; `weightSets` must not be empty.
    public init(name: String, input: ImageNode, axis: Axis, weightSets: [WeightSet], step: Int = 1) {
        precondition(!weightSets.isEmpty && step > 0, "a convolution needs weights and a positive step")
        (self.name, self.input, self.axis, self.weightSets, self.step) = (name, input, axis, weightSets, step)
    }

    /// The image that is convolved.
    public var inputs: [ImageNode] { [input] }
    /// The same weights on another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LineConvolution(name: name, input: images[0], axis: axis, weightSets: weightSets, step: step)
    }
    /// A step for each weight.
    public var stepsPerPixel: Double {
        Double(weightSets.reduce(0) { $0 + $1.weights.count }) / Double(weightSets.count)
    }
    /// Axis, weights and step.
    public var identity: AnyHashable? { Identity(axis: axis, weightSets: weightSets, step: step) }
    private struct Identity: Hashable {
        let axis: Axis
        let weightSets: [WeightSet]
        let step: Int

        // Of a hundred thousand weights, the first and the last set tell enough.
        func hash(into hasher: inout Hasher) {
            hasher.combine(axis)
            hasher.combine(step)
            hasher.combine(weightSets.count)
            hasher.combine(weightSets.first)
            hasher.combine(weightSets.last)
        }
    }

    /// The weights' reach around `output`.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
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

    /// The input pixels along the axis that the output pixels `line` are sums of.
    public func span(of line: Range<Int>) -> Range<Int> {
        let period = weightSets.count
        var (low, high) = (Int.max, Int.min)
        // Sets may start in any order: each one that occurs is looked at where it occurs first and last.
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

    /// Sums in the order of the weights, so that a pixel doesn't depend on the region.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
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

    /// Pixels of one output row.
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
        // One pass per set keeps the weights at hand; pixels of one set lie a period apart.
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

    /// Four sums side by side: their additions don't wait for one another.
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
