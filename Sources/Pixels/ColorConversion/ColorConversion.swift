import Foundation

/// A conversion of colours from one space to another.
///
/// Converts unpremultiplied RGBA float pixels in place, and keeps alpha. Gray sources are read from red; gray results
/// are written to red, green and blue. For a CMYK source, all four components are inks, and results are opaque. For a
/// CMYK destination, results are the four inks. Immutable and safe to share between threads. Applying a conversion
/// allocates nothing.
package struct ColorConversion: Sendable {
    /// Whether the conversion leaves every colour unchanged.
    package let isIdentity: Bool

    private let decode: Decoding
    private let matrix: FloatMatrix?
    private let encode: Encoding

    private enum Decoding: Sendable {
        case none
        case curves(CurveTable, CurveTable, CurveTable)
        case gray(CurveTable?)
        case lab
        case deviceCMYK
        case profile(ProfileTransform, opaque: Bool)
    }

    private enum Encoding: Sendable {
        case none
        case curves(CurveTable, CurveTable, CurveTable)
        case gray(CurveTable?)
        case lab
        case deviceCMYK
        case profile(ProfileTransform, gray: Bool)
    }

    private struct FloatMatrix: Sendable {
        var c0: SIMD4<Float>
        var c1: SIMD4<Float>
        var c2: SIMD4<Float>

        init(_ m: Matrix3) {
            func column(_ v: SIMD3<Double>) -> SIMD4<Float> { SIMD4(Float(v.x), Float(v.y), Float(v.z), 0) }
            (c0, c1, c2) = (column(m.c0), column(m.c1), column(m.c2))
        }
    }

    /// Creates a conversion. A nil space means unmanaged values, for which the conversion is the identity.
    ///
    /// - Throws: `ColorConversionError` if a space's ICC profile can't be used in this direction.
    package init(from source: CGColorSpace?, to destination: CGColorSpace?) throws {
        guard let source, let destination, source.definition != destination.definition else {
            (isIdentity, decode, matrix, encode) = (true, .none, nil, .none)
            return
        }
        isIdentity = false
        decode = try Self.decoding(source.definition)
        encode = try Self.encoding(destination.definition)
        matrix = source.definition.linearMatrix(to: destination.definition).map(FloatMatrix.init)
    }

    private static func table(_ curve: TransferCurve) -> CurveTable? { curve.isLinear ? nil : CurveTable.of(curve) }

    private static func tables(_ curves: [TransferCurve]) -> (CurveTable, CurveTable, CurveTable)? {
        guard !curves.allSatisfy(\.isLinear) else { return nil }
        return (CurveTable.of(curves[0]), CurveTable.of(curves[1]), CurveTable.of(curves[2]))
    }

    private static func decoding(_ definition: ColorSpaceDefinition) throws -> Decoding {
        switch definition {
        case .rgb(let curves, _):
            guard let (red, green, blue) = tables(curves) else { return .none }
            return .curves(red, green, blue)
        case .gray(let curve): return .gray(table(curve))
        case .xyz: return .none
        case .lab: return .lab
        case .deviceCMYK: return .deviceCMYK
        case .icc(let profile):
            return .profile(try ProfileTransform.of(profile, toXYZ: true), opaque: profile.model == .cmyk)
        }
    }

    private static func encoding(_ definition: ColorSpaceDefinition) throws -> Encoding {
        switch definition {
        case .rgb(let curves, _):
            guard let (red, green, blue) = tables(curves) else { return .none }
            return .curves(red, green, blue)
        case .gray(let curve): return .gray(table(curve))
        case .xyz: return .none
        case .lab: return .lab
        case .deviceCMYK: return .deviceCMYK
        case .icc(let profile):
            return .profile(try ProfileTransform.of(profile, toXYZ: false), gray: profile.model == .monochrome)
        }
    }

    /// Converts one unpremultiplied colour.
    package func apply(_ color: SIMD4<Float>) -> SIMD4<Float> {
        var result = color
        withUnsafeMutablePointer(to: &result) { apply($0, count: 1) }
        return result
    }

    /// Converts unpremultiplied pixels in place.
    package func apply(_ pixels: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        guard let base = pixels.baseAddress else { return }
        apply(base, count: pixels.count)
    }

    /// Converts `count` unpremultiplied pixels in place.
    package func apply(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        guard !isIdentity, count > 0 else { return }
        decode(pixels, count)
        if let matrix {
            for i in 0..<count {
                let p = pixels[i]
                var q = matrix.c0 * p.x + matrix.c1 * p.y + matrix.c2 * p.z
                q.w = p.w
                pixels[i] = q
            }
        }
        encode(pixels, count)
    }

    private func decode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
        switch decode {
        case .none: break
        case .curves(let r, let g, let b):
            for i in 0..<count {
                let p = pixels[i]
                pixels[i] = SIMD4(r.decode(p.x), g.decode(p.y), b.decode(p.z), p.w)
            }
        case .gray(let curve):
            for i in 0..<count {
                let y = curve?.decode(pixels[i].x) ?? pixels[i].x
                pixels[i] = SIMD4(y, y, y, pixels[i].w)
            }
        case .lab: for i in 0..<count { pixels[i] = LabColor.toXYZ(pixels[i]) }
        case .deviceCMYK:
            let curve = CurveTable.of(.sRGB)
            for i in 0..<count {
                let p = pixels[i]
                let rgb = (1 - p) * (1 - p.w)
                pixels[i] = SIMD4(curve.decode(rgb.x), curve.decode(rgb.y), curve.decode(rgb.z), 1)
            }
        case .profile(let transform, let opaque):
            transform.apply(pixels, count: count)
            if opaque { for i in 0..<count { pixels[i].w = 1 } }
        }
    }

    private func encode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
        switch encode {
        case .none: break
        case .curves(let r, let g, let b):
            for i in 0..<count {
                let p = pixels[i]
                pixels[i] = SIMD4(r.encode(p.x), g.encode(p.y), b.encode(p.z), p.w)
            }
        case .gray(let curve):
            for i in 0..<count {
                let y = curve?.encode(pixels[i].x) ?? pixels[i].x
                pixels[i] = SIMD4(y, y, y, pixels[i].w)
            }
        case .lab: for i in 0..<count { pixels[i] = LabColor.fromXYZ(pixels[i]) }
        case .deviceCMYK:
            let curve = CurveTable.of(.sRGB)
            for i in 0..<count {
                let p = pixels[i]
                let ink =
                    1
                    - SIMD3(curve.encode(p.x), curve.encode(p.y), curve.encode(p.z)).clamped(
                        lowerBound: .zero, upperBound: .one)
                let black = ink.min()
                pixels[i] = SIMD4(black < 1 ? (ink - black) / (1 - black) : .zero, black)
            }
        case .profile(let transform, let gray):
            transform.apply(pixels, count: count)
            if gray { for i in 0..<count { pixels[i] = SIMD4(pixels[i].x, pixels[i].x, pixels[i].x, pixels[i].w) } }
        }
    }
}
