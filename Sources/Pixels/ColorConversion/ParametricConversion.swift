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
        switch source.definition {
        case .rgb(let curves, _): decoding = Self.curved(curves)
        case .gray(let curve): (decoding, readsGray) = (Self.curved([curve, curve, curve]), true)
        case .xyz: break
        case .lab, .deviceCMYK, .icc: return nil
        }
        switch destination.definition {
        case .rgb(let curves, _): encoding = Self.curved(curves)
        case .gray(let curve): encoding = Self.curved([curve, curve, curve])
        case .xyz: break
        case .lab, .deviceCMYK, .icc: return nil
        }
        matrix = source.definition.linearMatrix(to: destination.definition)
    }

    private static func curved(_ curves: [TransferCurve]) -> [TransferCurve]? {
        curves.allSatisfy(\.isLinear) ? nil : curves
    }
}
