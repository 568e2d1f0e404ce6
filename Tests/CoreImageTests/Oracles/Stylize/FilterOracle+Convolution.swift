import CoreImage
import Testing

extension FilterOracle {
    /// Returns an oracle for the documented sum of weights times neighbours, in double precision. The first weight is
    /// that of the upper left neighbour, the last one that of the lower right one.
    ///
    /// - Parameter keepsAlpha: Whether the filter sums unpremultiplied colours and keeps each pixel's alpha.
    static func convolution(_ filter: String, columns: Int, rows: Int, keepsAlpha: Bool) -> FilterOracle {
        @Sendable func settings() -> [[String: Any]] {
            weightSettings(columns * rows).map { weights, bias in
                ["inputWeights": CIVector(values: weights, count: weights.count), "inputBias": bias]
            }
        }
        return FilterOracle(filter, .formula, settings: settings()) {
            try neighbourhoodOracle(
                filter, tolerance: 4e-3, settings: settings(),
                grows: { _ in keepsAlpha ? (0, 0) : (CGFloat(columns / 2), CGFloat(rows / 2)) }
            ) { picture, setting, x, y in
                guard let weights = setting["inputWeights"] as? CIVector else { return SIMD4(repeating: .nan) }
                var sum = SIMD4<Double>(repeating: setting.number("inputBias"))
                var place = 0
                for above in (-(rows / 2)...rows / 2).reversed() {
                    for beside in -(columns / 2)...columns / 2 {
                        let pixel = picture[x + beside, y + above]
                        let color = PlainColor(pixel)
                        let summed =
                            keepsAlpha ? SIMD4(color.red, color.green, color.blue, color.alpha) : SIMD4<Double>(pixel)
                        sum += summed * Double(weights.value(at: place))
                        place += 1
                    }
                }
                return keepsAlpha
                    ? PlainColor(sum.x, sum.y, sum.z, Double(picture[x, y].w)).pixel : SIMD4<Float>(sum)
            }.check()
            try expectOrder(filter, columns, rows)
            try expectCaution(filter, columns * rows)
        }
    }

    /// Weights without symmetry, small ones that differ, and one that moves the picture; with biases.
    private static func weightSettings(_ count: Int) -> [([CGFloat], Double)] {
        let uneven = (0..<count).map { CGFloat($0 * 7 % 11 - 4) / CGFloat(2 * count) }
        let falling = (0..<count).map { CGFloat(count - $0) / CGFloat(count * count) }
        let corner = (0..<count).map { $0 == 0 ? CGFloat(1) : 0 }
        let edges = (0..<count).map { $0 == count / 2 ? CGFloat(1) : -1 / CGFloat(count - 1) }
        return [(uneven, 0), (falling, 0.25), (corner, 0), (edges, 0.5), (uneven, -0.125)]
    }

    /// Checks the order of weights. Around a white dot on black they appear rotated by 180°: the pixel to the dot's
    /// upper left has the dot at its lower right, and gets the last weight.
    private static func expectOrder(_ filter: String, _ columns: Int, _ rows: Int) throws {
        let dot = PixelGrid(width: 15, height: 15) { x, y in x == 7 && y == 7 ? .one : SIMD4(0, 0, 0, 1) }
        let count = columns * rows
        let weights = CIVector(values: (1...count).map { CGFloat($0) / CGFloat(count) }, count: count)
        let image = dot.image.applyingFilter(filter, parameters: ["inputWeights": weights])
        let result = try PixelGrid(rendering: image, in: dot.bounds)
        #expect(abs(result[7 - columns / 2, 7 + rows / 2].x - 1) < 1e-3)
        #expect(abs(result[7 + columns / 2, 7 - rows / 2].x - 1 / Float(count)) < 1e-3)
        // The next pixel to the right gets the weight before the last one.
        if columns > 1 {
            #expect(abs(result[8 - columns / 2, 7 + rows / 2].x - 1 + 1 / Float(count)) < 1e-3)
        }
    }

    /// Checks that the defaults change neither pixels nor the extent, that weights which aren't finite count as 0, and
    /// that a wrong number of weights is refused with a reason.
    private static func expectCaution(_ filter: String, _ count: Int) throws {
        let picture = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        for parameters in [[:], ["inputBias": Double.nan]] as [[String: Any]] {
            let same = picture.image.applyingFilter(filter, parameters: parameters)
            guard same.extent == picture.bounds else {
                throw ExtentMismatch(found: same.extent, expected: picture.bounds)
            }
            try expect(same, in: picture.bounds.insetBy(dx: -1, dy: -1), tolerance: 0) { picture[$0, $1] }
        }
        let holes = (0..<count).map { $0 == count / 2 ? 0.5 : $0 % 2 == 0 ? CGFloat.nan : .infinity }
        let dimmed = picture.image.applyingFilter(
            filter, parameters: ["inputWeights": CIVector(values: holes, count: count)])
        let opaque = try PixelGrid(rendering: dimmed, in: picture.bounds)
        #expect(maximumDifference(opaque[3, -2] * SIMD4(2, 2, 2, 0), picture[3, -2] * SIMD4(1, 1, 1, 0)) < 2e-3)
        for wrong in [0, 4, count - 1, count + 1] {
            let refused = picture.image.applyingFilter(
                filter,
                parameters: ["inputWeights": CIVector(values: [CGFloat](repeating: 1, count: wrong), count: wrong)])
            let error = #expect(throws: CIFilterError.self) {
                try PixelGrid(rendering: refused, in: picture.bounds)
            }
            #expect("\(String(describing: error))".contains("give \(count)"))
        }
    }
}
