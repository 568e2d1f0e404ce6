/// A conversion between two spaces defined by formulas: curves, a matrix, curves. `ColorConversion` computes the same
/// with tables; this type is for generated code.
package struct ParametricConversion: Hashable, Sendable {
    /// Curves from encoded red, green and blue to linear values; nil if they are linear already.
    package var decoding: [TransferCurve]?
    /// Whether the source is gray. Its value is then read from red and used for all three components.
    package var readsGray: Bool
    /// Matrix from the source's linear values to the destination's; nil for the identity.
    package var matrix: Matrix3?
    /// Curves whose inverses encode linear red, green and blue; nil if the result is linear.
    package var encoding: [TransferCurve]?

    /// Whether the conversion leaves every colour unchanged.
    package var isIdentity: Bool { decoding == nil && !readsGray && matrix == nil && encoding == nil }

    /// Returns nil if a space isn't defined by formulas. A nil space means unmanaged values, for which the conversion
    /// is the identity.
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
            // A matrix that differs from the identity only by rounding would change exact zeros and ones.
            if product.distance(to: .identity) >= 1e-9 { matrix = product }
        }
    }

    private static func curved(_ curves: [TransferCurve]) -> [TransferCurve]? {
        curves.allSatisfy(\.isLinear) ? nil : curves
    }
}
