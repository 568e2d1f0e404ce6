import CoreImage

extension FilterOracle {
    private static let matrixKeys = ["inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"]

    /// The reference's definition: dot products of the unpremultiplied colour with four vectors, plus a bias.
    static let colorMatrix = colorOracle(
        "CIColorMatrix",
        settings: [
            [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]],
            [[0.3, 0.6, 0.1, 0], [0, -1, 0.5, 0.25], [2, 0, 0, -0.5], [0, 0, 0, 1], [0.1, 0.2, -0.3, 0]],
            [[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0.2, 0.2, 0.2, 0.5], [0, 0, 0, 0.25]],
            [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1]],
        ].map { (rows: [[CGFloat]]) in
            Dictionary(uniqueKeysWithValues: zip(matrixKeys, rows.map { CIVector(values: $0, count: 4) }))
        }
    ) { color, setting in
        let bias = setting["inputBiasVector"] as? CIVector
        let sums = matrixKeys.prefix(4).enumerated().map { index, key in
            let row = setting[key] as? CIVector
            let weights = (0..<4).map { Double(row?.value(at: $0) ?? .nan) }
            return color.weighted(weights[0], weights[1], weights[2]) + color.alpha * weights[3]
                + Double(bias?.value(at: index) ?? .nan)
        }
        return PlainColor(sums[0], sums[1], sums[2], sums[3])
    }
}
