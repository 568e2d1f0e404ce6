import Foundation
import Synchronization

/// Tables with linear interpolation that compute a transfer function quickly in both directions, exact to a few parts
/// per million.
///
/// Decoding uses a uniform table whose nodes include every `k / 255`, so 8-bit values decode to the same result as by
/// the formula. Encoding uses a table that is uniform within each power of two, because the curve is steepest near
/// black. Outside the tables the formula is evaluated.
final class CurveTable: @unchecked Sendable {
    let curve: TransferCurve
    // The memory is written once here. Arrays would cost reference counting in inner loops.
    private let decoding: UnsafeMutablePointer<Float>
    private let encoding: UnsafeMutablePointer<Float>
    private let decodeStart: Float
    private let encodeStart: Float

    private static let intervals = 255 * 16
    private static let lowestExponent = -10
    private static let octaves = 11
    private static let stepsPerOctave = 256
    private static let encodeBase: UInt32 = UInt32(127 + lowestExponent) << 23
    private static let encodeEnd = Float(1 << (octaves + lowestExponent))

    private static let shared = Mutex<[TransferCurve: CurveTable]>([:])

    /// Returns the table of a curve. Tables are shared within the process.
    static func of(_ curve: TransferCurve) -> CurveTable {
        if let found = shared.withLock({ $0[curve] }) { return found }
        let made = CurveTable(curve)
        return shared.withLock { tables in
            // Profiles from outside define their own curves, so the number of tables is limited.
            if tables.count >= 64 { tables.removeAll() }
            tables[curve] = made
            return made
        }
    }

    private init(_ curve: TransferCurve) {
        self.curve = curve
        decoding = .allocate(capacity: Self.intervals + 1)
        for node in 0...Self.intervals {
            (decoding + node).initialize(to: Float(curve.decode(Double(node) / Double(Self.intervals))))
        }
        encoding = .allocate(capacity: Self.octaves * Self.stepsPerOctave + 1)
        for node in 0...Self.octaves * Self.stepsPerOctave {
            let octave = Self.lowestExponent + node / Self.stepsPerOctave
            let mantissa = 1 + Double(node % Self.stepsPerOctave) / Double(Self.stepsPerOctave)
            let value = mantissa * exp2(Double(octave))
            // The power continues below its straight piece, so that the interpolation between nodes fits it.
            let encoded =
                curve.form == .power
                ? (pow(max(value - curve.e, 0), 1 / curve.g) - curve.b) / curve.a : curve.encode(value)
            (encoding + node).initialize(to: Float(encoded))
        }
        // Below 1/8, the curvature of a pure power function is too large for a uniform table.
        decodeStart = curve.d > 0 ? Float(curve.d) : 0.125
        encodeStart = max(Float(curve.linearThreshold), exp2(Float(Self.lowestExponent)))
    }

    deinit {
        decoding.deallocate()
        encoding.deallocate()
    }

    /// Returns the linear value of an encoded one.
    @inline(__always)
    func decode(_ x: Float) -> Float {
        guard x >= decodeStart, x < 1 else { return decodeOutside(x) }
        let position = x * Float(Self.intervals)
        let index = Int(truncatingIfNeeded: Int32(position))
        let fraction = position - Float(Int32(truncatingIfNeeded: index))
        return decoding[index] + (decoding[index + 1] - decoding[index]) * fraction
    }

    @inline(never)
    private func decodeOutside(_ x: Float) -> Float { Float(curve.decode(Double(x))) }

    /// Returns the encoded value of a linear one.
    @inline(__always)
    func encode(_ y: Float) -> Float {
        guard y >= encodeStart, y < Self.encodeEnd else { return encodeOutside(y) }
        let bits = y.bitPattern - Self.encodeBase
        let index = Int(bits >> 15)
        let fraction = Float(bits & 0x7FFF) * (1 / 32768)
        return encoding[index] + (encoding[index + 1] - encoding[index]) * fraction
    }

    @inline(never)
    private func encodeOutside(_ y: Float) -> Float { Float(curve.encode(Double(y))) }
}
