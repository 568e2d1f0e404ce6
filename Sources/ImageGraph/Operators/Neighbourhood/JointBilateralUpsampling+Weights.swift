import Foundation

extension JointBilateralUpsampling {
    /// The pixels of the small image within reach of output columns or rows, and their spatial weights along that axis.
    package struct SpatialWeights {
        /// The columns or rows within reach.
        package let lines: [Range<Int>]
        /// Number of vectors for each output column or row.
        package let vectors: Int
        /// The weights, filled up with zeros to whole vectors.
        package let values: [SIMD4<Float>]

        /// Computes the weights for output columns (`axis` 0) or rows (1).
        package init(_ part: Range<Int>, _ axis: Int, _ upsampling: JointBilateralUpsampling) {
            let bounds = upsampling.settings.bounds
            let inside = axis == 0 ? bounds.x..<bounds.maxX : bounds.y..<bounds.maxY
            lines = part.map { (upsampling.first($0, axis)..<upsampling.end($0, axis)).clamped(to: inside) }
            vectors = ((lines.map(\.count).max() ?? 0) + 3) / 4
            var values = [SIMD4<Float>](repeating: .zero, count: vectors * lines.count)
            for (index, line) in lines.enumerated() {
                let place = upsampling.place(part.lowerBound + index, axis)
                for (i, pixel) in line.enumerated() {
                    let distance = Double(pixel) + 0.5 - place
                    let exponent = -distance * distance * Double(upsampling.settings.distanceFalloff)
                    values[index * vectors + i / 4][i % 4] = Float(exp(exponent))
                }
            }
            self.values = values
        }

        /// Returns the weights for one output column or row.
        package func values(_ index: Int) -> [Float] {
            lines[index].indices.map { i in
                let place = i - lines[index].lowerBound
                return values[index * vectors + place / 4][place % 4]
            }
        }
    }
}
