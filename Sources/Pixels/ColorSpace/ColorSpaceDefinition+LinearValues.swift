extension ColorSpaceDefinition {
    /// The matrix from the space's linear values to XYZ.
    private var toXYZ: Matrix3 {
        switch self {
        case .rgb(_, let matrix): matrix
        // Luminance times the white of the connection space.
        case .gray: Matrix3(columns: Primaries.pcsWhite, .zero, .zero)
        case .deviceCMYK: Primaries.rec709.toXYZD50
        case .xyz, .lab, .icc: .identity
        }
    }

    /// The matrix from XYZ to the space's linear values.
    private var fromXYZ: Matrix3 {
        switch self {
        case .rgb, .deviceCMYK: toXYZ.inverse ?? .identity
        case .gray: Matrix3(rows: [0, 1, 0], [0, 1, 0], [0, 1, 0])
        case .xyz, .lab, .icc: .identity
        }
    }

    /// Returns the matrix from this space's linear values to those of another; nil for the identity. For spaces that
    /// aren't defined by curves and a matrix, the linear values are XYZ.
    func linearMatrix(to destination: ColorSpaceDefinition) -> Matrix3? {
        switch (self, destination) {
        case (.gray, .gray), (.gray, .rgb): return nil
        default:
            // A matrix that differs from the identity only by rounding would change exact zeros and ones.
            let product = destination.fromXYZ * toXYZ
            return product.distance(to: .identity) < 1e-9 ? nil : product
        }
    }
}
