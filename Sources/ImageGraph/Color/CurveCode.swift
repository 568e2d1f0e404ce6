import KernelLanguage
import Pixels

/// Adds the code of a transfer function to a program. The function's parameters become arguments of the program, so
/// that spaces with different curves share the code.
struct CurveCode {
    private let curve: TransferCurve
    private let builder: ProgramBuilder

    init(_ curve: TransferCurve, _ builder: ProgramBuilder) { (self.curve, self.builder) = (curve, builder) }

    /// Whether the curve has special code without arguments.
    private var isSRGB: Bool { curve == .sRGB }

    /// Whether all curves are equal, so that they can share arguments.
    static func isSame(_ curves: [TransferCurve]) -> Bool { curves.dropFirst().allSatisfy { $0 == curves[0] } }

    /// Returns the linear values of encoded ones; `range` is the range of the encoded values.
    func decoding(_ values: [FloatValue], range: ComponentRange, _ arguments: inout [[Float]]) -> [FloatValue] {
        if isSRGB, range.isUnit { return values.map { SRGBTransfer.decoded($0, of8Bits: range == .unitOf8Bits) } }
        if isSRGB {
            return values.map { value in
                mirrored(value) { size in
                    let curved = ((size + 0.055) * (1 / 1.055)).curvePower(2.4)
                    return (size <= 0.04045).select(size * (1 / 12.92), curved)
                }
            }
        }
        if curve == .rec709, range.isVideo {
            return values.map { mirrored($0) { VideoTransfer.decoded($0, of8Bits: range == .videoOf8Bits) } }
        }
        if curve.form != .power {
            return values.map { mirrored($0, unless: range.isUnit) { HighDynamicRangeCode(curve.form).decoded($0) } }
        }
        let p = parameters(
            "decoding", [curve.g, curve.a, curve.b, curve.e, curve.d, curve.c, curve.f], &arguments)
        return values.map { value in
            mirrored(value, unless: range.isUnit) { size in
                let curved = (size * p[1] + p[2]).curvePower(p[0]) + p[3]
                return (size < p[4]).select(size * p[5] + p[6], curved)
            }
        }
    }

    /// Returns the encoded values of linear ones; `range` is the range of the format that stores the result. If it is
    /// 0…1, `values` must not exceed the curve's peak.
    func encoding(_ values: [FloatValue], range: ComponentRange, _ arguments: inout [[Float]]) -> [FloatValue] {
        if isSRGB, range.isUnit { return values.map { SRGBTransfer.encoded($0, for8Bits: range == .unitOf8Bits) } }
        if isSRGB {
            return values.map { value in
                mirrored(value) { size in
                    let curved = size.curvePower(1 / 2.4) * 1.055 - 0.055
                    return (size <= 0.0031308).select(size * 12.92, curved)
                }
            }
        }
        if curve == .rec709, range.isVideo {
            return values.map {
                mirrored($0) { VideoTransfer.encoded($0, for8Bits: range == .videoOf8Bits) }
            }
        }
        if curve.form != .power {
            return values.map { mirrored($0, unless: range.isUnit) { HighDynamicRangeCode(curve.form).encoded($0) } }
        }
        // A straight piece without slope has no inverse.
        let (threshold, slope) = curve.c == 0 ? (0, 0) : (curve.linearThreshold, 1 / curve.c)
        let p = parameters(
            "encoding", [1 / curve.g, 1 / curve.a, curve.b, curve.e, threshold, slope, curve.f], &arguments)
        return values.map { value in
            mirrored(value, unless: range.isUnit) { size in
                let curved = ((size - p[3]).maximum(0).curvePower(p[0]) - p[2]) * p[1]
                return (size < p[4]).select((size - p[6]) * p[5], curved)
            }
        }
    }

    /// Returns the curve as an odd function: f(−x) = −f(x).
    private func mirrored(
        _ value: FloatValue, unless isUnit: Bool = false, _ curve: (FloatValue) -> FloatValue
    ) -> FloatValue {
        isUnit ? curve(value) : curve(value.magnitude).flippingSign(where: value)
    }

    private func parameters(_ name: String, _ numbers: [Double], _ arguments: inout [[Float]]) -> [FloatValue] {
        let numbers = numbers.map { Float($0) }
        let parts = [Array(numbers[..<4]), Array(numbers[4...])]
        return parts.flatMap { part in
            let parameter = builder.parameter("\(name)\(arguments.count)", .vector(part.count))
            arguments.append(part)
            return part.indices.map { builder.argument(parameter, component: $0) }
        }
    }
}
