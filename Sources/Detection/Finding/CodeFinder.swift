import Barcodes
import CDetection
import CoreImageEssentials
import Foundation

/// Finds QR codes and reads them.
struct CodeFinder: FeatureFinder {
    let library: DetectionLibrary

    func size(for options: DetectorOptions) -> DetectionSize {
        DetectionSize(pixelLimit: options.isThorough ? 2_250_000 : 1_000_000)
    }

    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature] {
        let found = try EngineCall.finding(FoundCode.self, with: .code) { list, message in
            picture.withPixels { pixels in
                library.findCodes(
                    pixels, options.isThorough ? 1 : 0,
                    { list, code in if let code { EngineCall.report(FoundCode(code.pointee), to: list) } }, list,
                    message)
            }
        }
        let least = CGFloat((options.minFeatureSize ?? 0) * picture.shorterSide)
        return found.compactMap { code in
            let shape = picture.shape(code.corners)
            guard min(shape.bounds.width, shape.bounds.height) >= least else { return nil }
            return CIQRCodeFeature(shape, message: code.message, descriptor: code.descriptor(in: picture))
        }
    }
}

/// A code as the engine reports it, with its strings copied.
private struct FoundCode {
    let corners: (detection_point, detection_point, detection_point, detection_point)
    let message: String?
    let codewords: Data
    let level: QRCodeLevel?

    init(_ code: detection_code) {
        corners = code.corners
        let text = UnsafeRawBufferPointer(start: code.text, count: code.text_length)
        message = text.isEmpty ? nil : String(validating: text, as: UTF8.self)
        codewords = Data(UnsafeBufferPointer(start: code.codewords, count: code.codeword_count))
        level = QRCodeLevel(rawValue: String(UnicodeScalar(UInt8(bitPattern: code.correction_level))))
    }

    /// Returns the symbol's descriptor. The engine reports the codewords and the error correction level, which
    /// determine the version; the mask pattern is read from the pixels.
    func descriptor(in picture: DetectionPicture) -> CIQRCodeDescriptor? {
        guard let level, let letter = level.rawValue.utf8.first,
            let correction = CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: Int(letter)),
            let version = (1...40).first(where: { QRCodeBlocks(version: $0, level: level).dataCount == codewords.count }
            )
        else { return nil }
        let places = [corners.0, corners.1, corners.2, corners.3].map { CGPoint(x: $0.x, y: $0.y) }
        let reading = QRCodeMaskReading(corners: places, version: version, level: level)
        guard let mask = reading.mask(lightness: picture.lightness) else { return nil }
        return CIQRCodeDescriptor(
            payload: codewords, symbolVersion: version, maskPattern: UInt8(mask), errorCorrectionLevel: correction)
    }
}
