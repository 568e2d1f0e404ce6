import CoreImageEssentials
import Foundation
import Pixels

extension CIFilterControlValue {
    /// Creates the value of a control from a value of an input, such as one of `CIFilter.attributes` or of
    /// `value(forKey:)`. nil if there is none, and for images and other objects that can't be written. Numbers
    /// that aren't finite become the nearest finite ones, or 0.
    ///
    /// - Parameters:
    ///   - value: The input's value.
    ///   - kind: The kind of the control.
    public init?(_ value: Any?, for kind: CIFilterControl.Kind) {
        switch (kind, value) {
        case (.toggle, let value as NSNumber): self = .boolean(value.boolValue)
        case (.color, let value as CIColor), (.opaqueColor, let value as CIColor):
            self = .color(
                red: Self.finite(value.red), green: Self.finite(value.green), blue: Self.finite(value.blue),
                alpha: kind == .opaqueColor ? 1 : Self.finite(value.alpha))
        case (.choice, let value as CGColorSpace):
            guard let name = value.name else { return nil }
            self = .text("\(name)")
        case (.text, let value as Data):
            guard let text = String(data: value, encoding: .utf8) else { return nil }
            self = .text(text)
        case (.text, let value as NSAttributedString): self = .text(value.string)
        case (.text, let value as String), (.choice, let value as String): self = .text(value)
        case (.table, let value as Data): self = .data(value)
        case (.transform, let value?):
            guard let t = CGAffineTransform(keyValue: value) else { return nil }
            self = .numbers([t.a, t.b, t.c, t.d, t.tx, t.ty].map { Self.finite($0) })
        case (.lines, let value as [CIVector]): self = .rows(value.map(Self.numbers(of:)))
        case (_, let value as CIVector): self = .numbers(Self.numbers(of: value))
        case (_, let value as NSNumber): self = .number(Self.finite(value.doubleValue))
        default: return nil
        }
    }

    private static func numbers(of vector: CIVector) -> [Double] {
        (0..<vector.count).map { finite(vector.value(at: $0)) }
    }

    private static func finite(_ number: CGFloat) -> Double { finite(Double(number)) }

    private static func finite(_ number: Double) -> Double {
        number.isNaN ? 0 : min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
}
