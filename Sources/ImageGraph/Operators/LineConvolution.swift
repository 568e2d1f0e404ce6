import Foundation
import Pixels

/// A convolution along rows or columns, which may also change the number of pixels along that axis.
///
/// Output pixel i = q·`weightSets.count` + p (0 ≤ p < count) is the sum over j of `weightSets[p].weights[j]` times input pixel
/// q·`step` + `weightSets[p].first` + j. One set and step 1 is a plain convolution; one set and step k keeps every k-th
/// pixel; k sets and step 1 give k output pixels for every input pixel. Outside its extent the input is transparent.
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

    /// The weights' reach around `output`.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let region = PixelRect(enclosing: output)
        if region.isEmpty { return .null }
        let line = axis == .horizontal ? region.x..<region.maxX : region.y..<region.maxY
        // Sets may start in any order, so a whole period is looked at on either side.
        let period = weightSets.count
        let low = floorDivided(line.lowerBound, period) * step + (weightSets.map(\.first).min() ?? 0)
        let high =
            floorDivided(line.upperBound - 1, period) * step
            + (weightSets.map { $0.first + $0.weights.count }.max() ?? 0)
        return axis == .horizontal
            ? PixelRect(x: low, y: region.y, width: high - low, height: region.height).cgRect
            : PixelRect(x: region.x, y: low, width: region.width, height: high - low).cgRect
    }

    /// Sums in the order of the weights, so that a pixel doesn't depend on the region.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        for y in region.y..<region.maxY {
            let target = output.row(y) + (region.x - output.bounds.x)
            switch axis {
            case .horizontal: convolveRow(y, of: image, from: region.x, count: region.width, into: target)
            case .vertical: sumRows(at: y, of: image, from: region.x, count: region.width, into: target)
            }
        }
    }

    private func convolveRow(
        _ y: Int, of image: Raster, from start: Int, count: Int, into target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        guard y >= image.bounds.y, y < image.bounds.maxY else { return target.update(repeating: .zero, count: count) }
        let row = image.row(y) - image.bounds.x
        let available = image.bounds.x..<image.bounds.maxX
        var column = 0
        while column < count {
            let (set, position) = place(start + column)
            let first = position + set.first
            // Neighbours in a plain convolution share the weights: four pixels make one vector.
            if weightSets.count == 1, step == 1, column + 4 <= count, first >= available.lowerBound,
                first + 3 + set.weights.count <= available.upperBound
            {
                var sum = SIMD16<Float>.zero
                var pixels = UnsafeRawPointer(row + first)
                set.weights.withUnsafeBufferPointer { weights in
                    for weight in weights {
                        sum += pixels.loadUnaligned(as: SIMD16<Float>.self) * weight
                        pixels += MemoryLayout<SIMD4<Float>>.stride
                    }
                }
                UnsafeMutableRawPointer(target + column).storeBytes(of: sum, as: SIMD16<Float>.self)
                column += 4
                continue
            }
            let low = max(0, available.lowerBound - first)
            let high = min(set.weights.count, available.upperBound - first)
            var sum = SIMD4<Float>.zero
            set.weights.withUnsafeBufferPointer { weights in
                for tap in low..<max(low, high) { sum += row[first + tap] * weights[tap] }
            }
            target[column] = sum
            column += 1
        }
    }

    private func sumRows(
        at y: Int, of image: Raster, from start: Int, count: Int, into target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let (set, position) = place(y)
        let first = position + set.first
        let low = max(0, image.bounds.y - first)
        let high = max(low, min(set.weights.count, image.bounds.maxY - first))
        let left = max(start, image.bounds.x)
        let right = min(start + count, image.bounds.maxX)
        guard low < high, left < right else { return target.update(repeating: .zero, count: count) }
        target.update(repeating: .zero, count: left - start)
        (target + (right - start)).update(repeating: .zero, count: start + count - right)
        let origin = image.row(first + low) - image.bounds.x
        let stride = image.stride * MemoryLayout<SIMD4<Float>>.stride
        set.weights.withUnsafeBufferPointer { weights in
            var x = left
            while x + 4 <= right {
                var sum = SIMD16<Float>.zero
                var pixels = UnsafeRawPointer(origin + x)
                for tap in low..<high {
                    sum += pixels.loadUnaligned(as: SIMD16<Float>.self) * weights[tap]
                    pixels += stride
                }
                UnsafeMutableRawPointer(target + (x - start)).storeBytes(of: sum, as: SIMD16<Float>.self)
                x += 4
            }
            while x < right {
                var sum = SIMD4<Float>.zero
                var pixel = origin + x
                for tap in low..<high {
                    sum += pixel.pointee * weights[tap]
                    pixel += image.stride
                }
                target[x - start] = sum
                x += 1
            }
        }
    }

    /// The weights of output pixel `index`, and the input pixel that they are placed at.
    private func place(_ index: Int) -> (WeightSet, Int) {
        if weightSets.count == 1 { return (weightSets[0], index * step) }
        let period = floorDivided(index, weightSets.count)
        return (weightSets[index - period * weightSets.count], period * step)
    }

    private func floorDivided(_ value: Int, _ divisor: Int) -> Int {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
