import CoreImage

extension FilterOracle {
    private static let crossKeys = ["inputRedCoefficients", "inputGreenCoefficients", "inputBlueCoefficients"]

    /// The reference's definition: ten terms for each component.
    static let colorCrossPolynomial = colorOracle(
        "CIColorCrossPolynomial", tolerance: 1e-3,
        settings: [
            [[1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]],
            [
                [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], [1, -1, 0, 0, 2, 0, -0.5, 0.25, 0.125, 0],
                [0, 0, 0, 1, 0, 0, 0, 0, 0, -0.5],
            ],
            [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]],
        ].map { (rows: [[CGFloat]]) in
            Dictionary(uniqueKeysWithValues: zip(crossKeys, rows.map { CIVector(values: $0, count: 10) }))
        }
    ) { color, setting in
        let (r, g, b) = (color.red, color.green, color.blue)
        let terms = [r, g, b, r * r, g * g, b * b, r * g, g * b, b * r, 1]
        let sums = crossKeys.map { key in
            let vector = setting[key] as? CIVector
            return terms.enumerated().reduce(0) { $0 + $1.element * Double(vector?.value(at: $1.offset) ?? .nan) }
        }
        return PlainColor(sums[0], sums[1], sums[2], color.alpha)
    }
}
