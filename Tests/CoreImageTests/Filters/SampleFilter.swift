import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

extension PixelGrid {
    /// Returns the region to render of a filter's result for this picture: the picture with a small margin, or the
    /// result's lower left corner if it lies elsewhere.
    func window(of result: CIImage) -> CGRect {
        let around = bounds.insetBy(dx: -3, dy: -2)
        let extent = result.extent
        guard !extent.isNull, !extent.isInfinite, !extent.intersects(around), abs(extent.minX) < 1e6,
            abs(extent.minY) < 1e6
        else { return around }
        let corner = CGPoint(x: extent.minX.rounded(.down), y: extent.minY.rounded(.down))
        return CGRect(origin: corner, size: around.size)
    }
}

/// A filter with all its image inputs set, ready to render, for tests that apply to all filters.
struct SampleFilter {
    let filter: CIFilter
    /// The filter's attributes. Asking the filter again for each key would take most of the time of some tests.
    private let attributes: [String: Any]

    /// Creates the named filter. Image inputs get `image`, inputs without a default get a plausible value, and all
    /// others keep their default.
    init(_ name: String, image: CIImage) throws {
        filter = try #require(CIFilter(name: name))
        attributes = filter.attributes
        for key in filter.inputKeys {
            guard let described = attributes[key] as? [String: Any] else { continue }
            let isMissing = described[kCIAttributeDefault] == nil
            switch described[kCIAttributeClass] as? String {
            case "CIImage": filter.setValue(image, forKey: key)
            // It accepts only a few names, and works without one.
            case "NSString" where key == "inputPreferredDynamicRange": break
            case "NSString" where isMissing: filter.setValue("Image 12", forKey: key)
            case "NSData" where isMissing: filter.setValue(Data("Image 12".utf8), forKey: key)
            case "NSAttributedString" where isMissing:
                filter.setValue(NSAttributedString(string: "Image 12"), forKey: key)
            case "NSArray" where isMissing:
                filter.setValue([CIVector(x: 1, y: 2, z: 9, w: 5), CIVector(x: 0, y: 9, z: 8, w: 0)], forKey: key)
            case "CIBarcodeDescriptor" where isMissing:
                let words: [UInt8] = [0x40, 0x14, 0x10] + [UInt8](repeating: 0xec, count: 16)
                filter.setValue(
                    CIQRCodeDescriptor(
                        payload: Data(words), symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelL),
                    forKey: key)
            // The default area of reductions is empty.
            case "CIVector" where key == kCIInputExtentKey && (described[kCIAttributeDefault] as? CIVector)?.z == 0:
                filter.setValue(CIVector(x: -6, y: 1, z: 12, w: 9), forKey: key)
            case "AVCameraCalibrationData": filter.setValue(Self.calibration, forKey: key)
            default: break
            }
        }
    }

    /// A calibration of a lens that moves corners inwards.
    private static var calibration: AVCameraCalibrationData {
        let table = [Float(0), 0.01, 0.04].withUnsafeBytes { Data($0) }
        return AVCameraCalibrationData(
            intrinsicMatrixReferenceDimensions: CGSize(width: 64, height: 48),
            lensDistortionCenter: CGPoint(x: 33, y: 22), lensDistortionLookupTable: table,
            inverseLensDistortionLookupTable: table)
    }

    /// Keys of the inputs that take images.
    var imageKeys: [String] { filter.inputKeys.filter { attribute(kCIAttributeClass, of: $0) as? String == "CIImage" } }

    /// Returns the keys of numbers, vectors and transforms, each with a value of its class made from one number.
    func numericInputs(of value: Double) -> [(key: String, value: Any)] {
        filter.inputKeys.compactMap { key in
            switch attribute(kCIAttributeClass, of: key) as? String {
            case "NSNumber": (key, NSNumber(value: value))
            case "CIVector":
                (
                    key,
                    CIVector(
                        values: [CGFloat](repeating: value, count: componentCount(of: key)),
                        count: componentCount(of: key))
                )
            case "NSAffineTransform": (key, CGAffineTransform(a: value, b: 0, c: 0, d: 1, tx: 0, ty: value))
            default: nil
            }
        }
    }

    private func attribute(_ name: String, of key: String) -> Any? {
        (attributes[key] as? [String: Any])?[name]
    }

    private func componentCount(of key: String) -> Int {
        if let vector = attribute(kCIAttributeDefault, of: key) as? CIVector { return vector.count }
        return attribute(kCIAttributeType, of: key) as? String == kCIAttributeTypeRectangle ? 4 : 2
    }
}
