/// A conversion between two spaces that are formulas: curves, a matrix, curves. What `ColorConversion` computes with tables, for code that is
/// generated.
package struct ParametricConversion: Hashable, Sendable {
    /// From encoded red, green and blue to linear values; nil where they are linear already.
    package var decoding: [TransferCurve]?
    /// Whether the source is gray: its value is red's, and goes to all three.
    package var readsGray: Bool
    /// From the source's linear values to the destination's; nil for the identity.
    package var matrix: Matrix3?
    /// From linear values to encoded red, green and blue, as curves that decode these; nil where linear values are wanted.
    package var encoding: [TransferCurve]?

    /// Whether colours stay as they are.
    package var isIdentity: Bool { decoding == nil && !readsGray && matrix == nil && encoding == nil }

    /// The conversion, where both spaces are formulas; a nil space means unmanaged numbers, and gives the identity.
    package init?(from source: CGColorSpace?, to destination: CGColorSpace?) {
        (decoding, readsGray, matrix, encoding) = (nil, false, nil, nil)
        guard let source, let destination, source.definition != destination.definition else { return }
        let (toXYZ, fromXYZ): (Matrix3, Matrix3)
        switch source.definition {
        case .rgb(let curves, let matrix): (decoding, toXYZ) = (Self.curved(curves), matrix)
        case .gray(let curve):
            (decoding, toXYZ) = (Self.curved([curve, curve, curve]), ColorConversion.grayToXYZ)
            readsGray = true
        case .xyz: toXYZ = .identity
        case .lab, .deviceCMYK, .icc: return nil
        }
        switch destination.definition {
        case .rgb(let curves, let matrix): (encoding, fromXYZ) = (Self.curved(curves), matrix.inverse ?? .identity)
        case .gray(let curve): (encoding, fromXYZ) = (Self.curved([curve, curve, curve]), ColorConversion.luminance)
        case .xyz: fromXYZ = .identity
        case .lab, .deviceCMYK, .icc: return nil
        }
        switch (source.definition, destination.definition) {
        case (.gray, .gray), (.gray, .rgb): break
        default:
            let product = fromXYZ * toXYZ
            // A matrix that only rounding keeps from the identity would spoil exact zeros and ones.
            if product.distance(to: .identity) >= 1e-9 { matrix = product }
        }
    }

    private static func curved(_ curves: [TransferCurve]) -> [TransferCurve]? {
        curves.allSatisfy(\.isLinear) ? nil : curves
    }
}
