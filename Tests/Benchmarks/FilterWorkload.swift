import CoreImage
import Foundation

/// A built-in filter on the benchmark picture, with the given values. Other inputs without a default get values that
/// make the filter do its normal work.
///
/// Second images are the picture at half opacity, masks and maps are the picture itself. Centres are the picture's
/// centre, extents its bounds.
struct FilterWorkload {
    private let name: String
    private let values: [String: [Double]]

    /// Creates a workload with numbers, points, vectors, colours and transforms by input key.
    init(_ name: String, values: [String: [Double]]) throws {
        guard let filter = CIFilter(name: name) else { throw Refusal(text: "there is no filter \(name)") }
        for key in values.keys where !filter.inputKeys.contains(key) {
            throw Refusal(text: "\(name) has no input \(key)")
        }
        (self.name, self.values) = (name, values)
    }

    private struct Refusal: Error, CustomStringConvertible {
        var text: String
        var description: String { text }
    }

    /// Returns the filter's output image, made again for each rendering.
    func recipe(_ pictures: BenchmarkPictures) throws -> CIImage {
        guard let filter = CIFilter(name: name) else { throw Refusal(text: "there is no filter \(name)") }
        for key in filter.inputKeys {
            guard let value = try value(for: key, of: filter, pictures) else { continue }
            filter.setValue(value, forKey: key)
        }
        return try filter.renderableOutput()
    }

    /// Returns the region to render: the part of the result within the picture's bounds, or the whole result if it is
    /// smaller than the picture.
    func region(_ pictures: BenchmarkPictures) throws -> CGRect {
        let (extent, bounds) = (try recipe(pictures).extent, pictures.picture.bounds)
        let part = extent.width * extent.height < bounds.width * bounds.height ? extent : extent.intersection(bounds)
        guard !part.isNull, !part.isEmpty else { throw Refusal(text: "\(name) gives an empty image") }
        return part.integral
    }

    /// Returns the megapixels that a time relates to: those of the picture, or of the result if the filter has no input
    /// image.
    func megapixels(of pictures: BenchmarkPictures, _ region: CGRect) -> Double {
        let readsPicture = CIFilter(name: name)?.inputKeys.contains(kCIInputImageKey) == true
        let size = readsPicture ? pictures.picture.size : region.size
        return Double(size.width * size.height) / 1e6
    }

    private func value(for key: String, of filter: CIFilter, _ pictures: BenchmarkPictures) throws -> Any? {
        let described = filter.attributes[key] as? [String: Any] ?? [:]
        let bounds = pictures.picture.bounds
        let type = described[kCIAttributeType] as? String
        let isMissing = described[kCIAttributeDefault] == nil
        if let given = values[key] { return Self.value(given, ofClass: described[kCIAttributeClass] as? String) }
        switch described[kCIAttributeClass] as? String {
        case "CIImage": return Self.image(for: key, pictures)
        case "CIVector" where type == kCIAttributeTypeRectangle:
            return CIVector(cgRect: bounds)
        case "CIVector" where key == kCIInputCenterKey:
            return CIVector(x: bounds.midX, y: bounds.midY)
        case "NSString" where isMissing && key != "inputPreferredDynamicRange": return "Image 12"
        case "NSData" where isMissing: return Data("Image 12".utf8)
        case "NSAttributedString" where isMissing: return NSAttributedString(string: "Image 12")
        case "NSArray" where isMissing:
            return [CIVector(x: 0, y: 0, z: bounds.width, w: bounds.height)]
        case "CIBarcodeDescriptor" where isMissing:
            let words: [UInt8] = [0x40, 0x14, 0x10] + [UInt8](repeating: 0xec, count: 16)
            return CIQRCodeDescriptor(
                payload: Data(words), symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelL)
        case "AVCameraCalibrationData": return Self.lens(bounds)
        default: return nil
        }
    }

    private static func value(_ numbers: [Double], ofClass name: String?) -> Any? {
        switch name {
        case "NSNumber": return numbers.first.map { NSNumber(value: $0) }
        case "CIColor" where numbers.count == 4:
            return CIColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
        case "NSAffineTransform" where numbers.count == 6:
            return CGAffineTransform(
                a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        case "NSData": return numbers.map { Float($0) }.withUnsafeBytes { Data($0) }
        default: return CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count)
        }
    }

    private static func image(for key: String, _ pictures: BenchmarkPictures) -> CIImage {
        let picture = pictures.picture.image()
        func row(_ count: CGFloat) -> CIImage { picture.cropped(to: CGRect(x: 0, y: 0, width: count, height: 1)) }
        switch key {
        case "inputGradientImage": return row(256)
        case "inputPaletteImage", "inputMeans": return row(8)
        case "inputSmallImage":
            let bounds = pictures.picture.bounds
            return picture.cropped(to: CGRect(x: 0, y: 0, width: bounds.width / 4, height: bounds.height / 4))
        case kCIInputBackgroundImageKey, kCIInputTargetImageKey, "inputImage2": return pictures.half.image()
        default: return picture
        }
    }

    /// Returns the calibration of a lens whose distortion pulls the corners inwards.
    private static func lens(_ bounds: CGRect) -> AVCameraCalibrationData {
        let table = [Float(0), 0.01, 0.04].withUnsafeBytes { Data($0) }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: bounds.size,
            lensDistortionCenter: CGPoint(x: bounds.midX, y: bounds.midY), lensDistortionLookupTable: table,
            inverseLensDistortionLookupTable: table)
    }
}
