import CoreImageEssentials
import Foundation
import Pixels

extension CIFilterControl {
    /// Returns an object for `setValue(_:forKey:)` from a value that a user has set.
    ///
    /// Numbers beyond `minimum` and `maximum` are accepted, as filters accept them.
    ///
    /// - Throws: `CIFilterControlError` if the value doesn't fit the control.
    public func inputValue(of value: CIFilterControlValue) throws(CIFilterControlError) -> Any {
        switch (kind, value) {
        case (.slider, .number(let number)), (.angle, .number(let number)):
            return NSNumber(value: try checked(unit == .count ? number.rounded() : number))
        case (.toggle, .boolean(let boolean)): return NSNumber(value: boolean)
        case (.choice, _): return try chosen(value)
        case (.color, .color(let r, let g, let b, let a)), (.opaqueColor, .color(let r, let g, let b, let a)):
            return CIColor(
                red: try checked(r), green: try checked(g), blue: try checked(b),
                alpha: kind == .opaqueColor ? 1 : try checked(a))
        case (.transform, .numbers(let n)):
            try check(n, count: 6)
            return NSAffineTransform(CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        case (.lens, .numbers(let numbers)): return try lens(numbers)
        case (.point, .numbers(let n)), (.elevatedPoint, .numbers(let n)), (.rectangle, .numbers(let n)),
            (.offset, .numbers(let n)), (.vector, .numbers(let n)):
            try check(n, count: components.isEmpty ? nil : components.count)
            return CIVector(values: n.map { CGFloat($0) }, count: n.count)
        case (.lines, .rows(let rows)):
            var lines: [CIVector] = []
            for row in rows {
                try check(row, count: 4)
                lines.append(CIVector(values: row.map { CGFloat($0) }, count: 4))
            }
            return lines
        case (.text, .text(let text)): return try object(of: text)
        case (.table, .data(let data)): return data
        case (.table, .numbers(let numbers)):
            try check(numbers, count: nil)
            return numbers.map { Float($0) }.withUnsafeBytes { Data($0) }
        case (.picture, _), (.object, _): throw .notWritable(key: key, valueClass: valueClass)
        default: throw .wrongForm(key: key, expected: expectedForm)
        }
    }

    private func checked(_ number: Double) throws(CIFilterControlError) -> Double {
        guard number.isFinite else { throw .wrongForm(key: key, expected: "a finite number") }
        return number
    }

    private func check(_ numbers: [Double], count: Int?) throws(CIFilterControlError) {
        for number in numbers { _ = try checked(number) }
        if let count, numbers.count != count {
            throw .wrongCount(key: key, expected: count, given: numbers.count)
        }
        guard !numbers.isEmpty else { throw .wrongForm(key: key, expected: expectedForm) }
    }

    private func chosen(_ value: CIFilterControlValue) throws(CIFilterControlError) -> Any {
        guard choices.contains(where: { $0.value == value }) else {
            throw .unknownChoice(key: key, known: choices.map(\.name))
        }
        switch value {
        case .number(let number): return NSNumber(value: number)
        case .boolean(let boolean): return NSNumber(value: boolean)
        case .text(let text):
            guard valueClass != "NSString" else { return text }
            do { return try CGColorSpace(checkingName: text) } catch {
                throw .unusable(key: key, reason: "\(error)")
            }
        default: throw .wrongForm(key: key, expected: expectedForm)
        }
    }

    private func object(of text: String) throws(CIFilterControlError) -> Any {
        switch valueClass {
        case "NSData": return Data(text.utf8)
        case "NSAttributedString": return NSAttributedString(string: text)
        case "CIBarcodeDescriptor":
            guard let code = CIQRCodeDescriptor(message: Array(text.utf8)) else {
                throw .unusable(key: key, reason: "a QR code holds at most 2331 bytes; write a shorter text")
            }
            return code
        default: return text
        }
    }

    private func lens(_ numbers: [Double]) throws(CIFilterControlError) -> Any {
        try check(numbers, count: nil)
        guard numbers.count >= 2 else { throw .wrongForm(key: key, expected: expectedForm) }
        let table = numbers.map { Float($0) }.withUnsafeBytes { Data($0) }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: CGSize(width: 2, height: 2), lensDistortionCenter: CGPoint(x: 1, y: 1),
            lensDistortionLookupTable: table, inverseLensDistortionLookupTable: nil)
    }

    private var expectedForm: String {
        switch kind {
        case .slider, .angle: "a number, such as 0.5"
        case .toggle: "true or false"
        case .choice: "one of the choices"
        case .color, .opaqueColor: #"a colour, such as {"r": 1, "g": 0.5, "b": 0, "a": 1}"#
        case .point, .offset: "two numbers, such as [150, 100]"
        case .elevatedPoint: "three numbers, such as [150, 100, 50]"
        case .rectangle: "four numbers, such as [0, 0, 200, 100]"
        case .vector: "a list of numbers, such as [0, 1, 0, 0]"
        case .transform: "six numbers, such as [1, 0, 0, 1, 0, 0]"
        case .text: "a text"
        case .table: #"the bytes of floats as {"base64": "…"}, or a list of numbers"#
        case .lines: "a list of lines of four numbers, such as [[0, 0, 100, 50]]"
        case .lens: "two or more numbers, such as [0, 0.02, 0.08]"
        case .picture: "a picture"
        case .object: "nothing"
        }
    }
}
