import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// Parses a value for an input, according to the input's class.
package struct ValueReader {
    private let folder: URL?
    private let imageOptions: [CIImageOption: Any]?
    private let image: (_ label: String) throws -> CIImage
    private let opensFiles: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - folder: The folder for relative paths. Nil for the working folder.
    ///   - opensFiles: Whether values may name files. If they may not, nothing tells whether there is such a file.
    ///   - imageOptions: Options for opening pictures.
    ///   - image: Returns the image for `@input` or `@LABEL`.
    package init(
        folder: URL? = nil, opensFiles: Bool = true, imageOptions: [CIImageOption: Any]? = nil,
        image: @escaping (_ label: String) throws -> CIImage
    ) {
        (self.folder, self.opensFiles, self.imageOptions, self.image) = (folder, opensFiles, imageOptions, image)
    }

    /// Returns the value for an input whose class is `attributeClass`.
    package func value(_ text: String, forKey key: String, attributeClass: String) throws -> Any {
        switch attributeClass {
        case "NSNumber": return try number(text, key: key)
        case "CIVector": return try vector(text, key: key)
        case "CIColor": return try color(text, key: key)
        case "CIImage", "CIImage?": return try image(text, key: key)
        case "CIBarcodeDescriptor": return try barcode(text, key: key)
        case "AVCameraCalibrationData": return try calibration(text, key: key)
        case "NSArray": return try vectors(text, key: key)
        case "NSAffineTransform", "NSValue": return try transform(text, key: key)
        case "NSString": return text
        case "NSAttributedString": return NSAttributedString(string: text)
        case "NSData": return try data(text, key: key)
        case "NSObject" where key.lowercased().contains("colorspace"), "CGColorSpace":
            return try colorSpace(text, key: key)
        default:
            throw Refusal("\(key) takes a \(attributeClass), which can't be written on the command line")
        }
    }

    private func number(_ text: String, key: String) throws -> NSNumber {
        switch text.lowercased() {
        case "true", "yes", "on": return NSNumber(value: true)
        case "false", "no", "off": return NSNumber(value: false)
        default:
            guard let value = Double(text), !value.isNaN else {
                throw Refusal("\(key)=\(text): write a number, such as \(key)=0.5")
            }
            return NSNumber(value: value)
        }
    }

    /// Parses numbers that are separated by commas, semicolons, spaces or brackets.
    private func numbers(_ text: String) -> [Double]? {
        let parts = text.split(whereSeparator: { ", ;[]()".contains($0) })
        let values = parts.compactMap { Double($0) }
        return values.count == parts.count && !values.isEmpty && !values.contains(where: \.isNaN) ? values : nil
    }

    private func vector(_ text: String, key: String) throws -> CIVector {
        guard let values = numbers(text) else {
            throw Refusal("\(key)=\(text): write a vector as numbers, such as \(key)=150,100")
        }
        return CIVector(values: values.map { CGFloat($0) }, count: values.count)
    }

    private func color(_ text: String, key: String) throws -> CIColor {
        if text.hasPrefix("#") {
            let digits = text.dropFirst()
            guard digits.count == 6 || digits.count == 8, let value = UInt32(digits, radix: 16) else {
                throw Refusal("\(key)=\(text): write a colour as #rrggbb or #rrggbbaa, or as r,g,b[,a] from 0 to 1")
            }
            let rgba = digits.count == 6 ? value << 8 | 0xff : value
            func part(_ shift: UInt32) -> CGFloat { CGFloat(rgba >> shift & 0xff) / 255 }
            return CIColor(red: part(24), green: part(16), blue: part(8), alpha: part(0))
        }
        guard let values = numbers(text), values.count == 3 || values.count == 4 else {
            throw Refusal("\(key)=\(text): write a colour as #rrggbb or #rrggbbaa, or as r,g,b[,a] from 0 to 1")
        }
        return CIColor(
            red: CGFloat(values[0]), green: CGFloat(values[1]), blue: CGFloat(values[2]),
            alpha: CGFloat(values.count == 4 ? values[3] : 1))
    }

    private func image(_ text: String, key: String) throws -> CIImage {
        if text.hasPrefix("@") { return try image(String(text.dropFirst())) }
        return try CIImage(loading: file(text, key: key), options: imageOptions)
    }

    private func file(_ path: String, key: String) throws -> URL {
        guard opensFiles else { throw SettingNamesFile(key: key, value: path) }
        return PathText(path).fileURL(in: folder)
    }

    /// Parses vectors that are separated by semicolons.
    private func vectors(_ text: String, key: String) throws -> [CIVector] {
        try text.split(separator: ";").map { try vector(String($0), key: key) }
    }

    private func transform(_ text: String, key: String) throws -> NSAffineTransform {
        guard let v = numbers(text), v.count == 6 else {
            throw Refusal("\(key)=\(text): write a transform as six numbers a,b,c,d,tx,ty, such as \(key)=1,0,0,1,20,0")
        }
        return NSAffineTransform(CGAffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5]))
    }

    /// Parses `qr:VERSION,MASK,LEVEL,HEX`.
    private func barcode(_ text: String, key: String) throws -> CIBarcodeDescriptor {
        guard let code = QRCodeText(text),
            let descriptor = CIQRCodeDescriptor(
                payload: Data(code.codewords), symbolVersion: code.version, maskPattern: code.mask,
                errorCorrectionLevel: code.level)
        else {
            throw Refusal(
                "\(key)=\(text): write a QR code as qr:VERSION,MASK,LEVEL,HEX, such as qr:1,0,M,40a4… with its data codewords in "
                    + "hexadecimal digits")
        }
        return descriptor
    }

    /// Parses `lens:NUMBERS[;NUMBERS]`.
    private func calibration(_ text: String, key: String) throws -> AVCameraCalibrationData {
        guard let lens = LensText(text) else {
            throw Refusal(
                "\(key)=\(text): write a lens as lens: and two or more numbers that say how much farther out points are moved, from the "
                    + "middle to the corners, such as lens:0,0.02,0.08; a second list behind a semicolon is the way back"
            )
        }
        return lens.calibration
    }

    private func data(_ text: String, key: String) throws -> Data {
        if text.hasPrefix("@") {
            let path = try file(String(text.dropFirst()), key: key).path
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Refusal("\(key)=\(text): the file \(path) can't be read")
            }
            return data
        }
        return Data(text.utf8)
    }

    private func colorSpace(_ text: String, key: String) throws -> CGColorSpace {
        let name = ColorSpaceText(text)
        if let space = name.space { return space }
        throw Refusal(
            "\(key)=\(text): there is no such colour space; try "
                + (name.nearest ?? "kCGColorSpaceSRGB or kCGColorSpaceDisplayP3")
        )
    }
}
