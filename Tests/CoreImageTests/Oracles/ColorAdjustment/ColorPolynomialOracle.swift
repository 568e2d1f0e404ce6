import CoreImage

extension FilterOracle {
    private static let cubicKeys = [
        "inputRedCoefficients", "inputGreenCoefficients", "inputBlueCoefficients", "inputAlphaCoefficients",
    ]

    /// The reference's definition: a cubic polynomial for each component, alpha too.
    static let colorPolynomial = colorOracle(
        "CIColorPolynomial", tolerance: 1e-3,
        settings: [
            [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]],
            [[0.1, 0.5, -0.25, 0.75], [0, 0, 1, 0], [1, -1, 0, 0], [0.25, 0.5, 0.25, -0.5]],
            [[0, 0, 0, 1], [0.5, 0, 0, 0], [-0.2, 0.3, 0.4, 0.5], [1, 0, 0, 0]],
        ].map { (rows: [[CGFloat]]) in
            Dictionary(uniqueKeysWithValues: zip(cubicKeys, rows.map { CIVector(values: $0, count: 4) }))
        }
    ) { color, setting in
        let parts = [color.red, color.green, color.blue, color.alpha]
        let values = zip(cubicKeys, parts).map { key, part in
            let vector = setting[key] as? CIVector
            return (0..<4).reversed().reduce(0.0) { $0 * part + Double(vector?.value(at: $1) ?? .nan) }
        }
        return PlainColor(values[0], values[1], values[2], values[3])
    }
}
