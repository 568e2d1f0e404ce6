import CoreImage
import FilterChains
import Foundation

/// Converts values of the command line to Swift expressions.
enum SwiftValue {
    /// Returns an expression for the object that key-value coding takes.
    static func object(_ text: String, className: String, isBoolean: Bool) -> String {
        switch className {
        case "NSNumber": return isBoolean ? boolean(text) : text
        case "CIVector": return vector(text)
        case "CIColor": return color(text)
        case "NSAffineTransform", "NSValue": return "NSAffineTransform(\(transform(text)))"
        case "NSData": return data(text)
        case "CIBarcodeDescriptor": return barcode(text)
        case "AVCameraCalibrationData": return calibration(text)
        case "NSArray": return "[" + text.split(separator: ";").map { vector(String($0)) }.joined(separator: ", ") + "]"
        case "NSAttributedString": return "NSAttributedString(string: \(literal(text)))"
        case "NSObject", "CGColorSpace": return "CGColorSpace(name: \(literal(text)))!"
        default: return literal(text)
        }
    }

    /// Returns an expression for a property of the typed API, or nil for unsupported types.
    static func property(_ text: String, type: Any.Type, className: String) -> String? {
        switch type {
        case is Float.Type, is Double.Type, is CGFloat.Type, is Int.Type: text
        case is Bool.Type: boolean(text)
        case is CGPoint.Type: "CGPoint(\(labelled(text, ["x", "y"])))"
        case is CGRect.Type: "CGRect(\(labelled(text, ["x", "y", "width", "height"])))"
        case is CGAffineTransform.Type: transform(text)
        case is CIVector.Type: vector(text)
        case is CIColor.Type: color(text)
        case is Data.Type: data(text)
        case is String.Type: literal(text)
        case is CGColorSpace.Type, is NSAttributedString.Type: object(text, className: className, isBoolean: false)
        case is CIBarcodeDescriptor.Type: barcode(text)
        case is AVCameraCalibrationData.Type: calibration(text)
        case is [CIVector].Type: object(text, className: "NSArray", isBoolean: false)
        default: nil
        }
    }

    /// Returns an expression for a rectangle.
    static func rectangle(_ rect: CGRect) -> String {
        let numbers = [rect.minX, rect.minY, rect.width, rect.height].map { ValueText.text(of: Double($0)) }
        return "CGRect(\(labelled(numbers.joined(separator: ","), ["x", "y", "width", "height"])))"
    }

    /// Returns a string literal.
    static func literal(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
        return "\"\(escaped)\""
    }

    private static func boolean(_ text: String) -> String {
        ["true", "yes", "on", "1"].contains(text.lowercased()) ? "true" : "false"
    }

    private static func numbers(_ text: String) -> [String] {
        text.split(whereSeparator: { ", ;[]()".contains($0) }).map(String.init)
    }

    private static func labelled(_ text: String, _ labels: [String]) -> String {
        zip(labels, numbers(text)).map { "\($0): \($1)" }.joined(separator: ", ")
    }

    private static func vector(_ text: String) -> String {
        let values = numbers(text)
        guard values.count > 4 else { return "CIVector(\(labelled(text, ["x", "y", "z", "w"])))" }
        return "CIVector(values: [\(values.joined(separator: ", "))], count: \(values.count))"
    }

    private static func color(_ text: String) -> String {
        guard text.hasPrefix("#") else { return "CIColor(\(labelled(text, ["red", "green", "blue", "alpha"])))" }
        let digits = Array(text.dropFirst())
        let parts = stride(from: 0, to: digits.count - 1, by: 2).map { "0x\(String(digits[$0...$0 + 1])) / 255.0" }
        return
            "CIColor(\(zip(["red", "green", "blue", "alpha"], parts).map { "\($0): \($1)" }.joined(separator: ", ")))"
    }

    private static func transform(_ text: String) -> String {
        "CGAffineTransform(\(labelled(text, ["a", "b", "c", "d", "tx", "ty"])))"
    }

    private static func barcode(_ text: String) -> String {
        guard let code = QRCodeText(text) else { return "nil" }
        let bytes = code.codewords.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
        return """
            CIQRCodeDescriptor(
                payload: Data([\(bytes)]),
                symbolVersion: \(code.version), maskPattern: \(code.mask), errorCorrectionLevel: .\(code.level))!
            """
    }

    private static func calibration(_ text: String) -> String {
        guard let lens = LensText(text) else { return "nil" }
        let tables = lens.tables.map { table in
            "[Float]([\(table.map(\.description).joined(separator: ", "))]).withUnsafeBytes { Data($0) }"
        }
        return """
            AVCameraCalibrationData(
                intrinsicMatrixReferenceDimensions: CGSize(width: 2, height: 2), lensDistortionCenter: CGPoint(x: 1, y: 1),
                lensDistortionLookupTable: \(tables[0]),
                inverseLensDistortionLookupTable: \(tables.count > 1 ? tables[1] : "nil"))
            """
    }

    private static func data(_ text: String) -> String {
        guard text.hasPrefix("@") else { return "Data(\(literal(text)).utf8)" }
        return "try Data(contentsOf: URL(fileURLWithPath: \(literal(String(text.dropFirst())))))"
    }
}
