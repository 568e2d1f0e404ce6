import Foundation
import Pixels

/// Reads and updates the orientation among a picture's properties.
package enum ImageOrientation {
    /// Returns the orientation in the properties, or nil if there is none or its number is outside 1…8.
    package static func stored(in properties: [String: Any]) -> CGImagePropertyOrientation? {
        let value = properties["Orientation"] ?? (properties["{TIFF}"] as? [String: Any])?["Orientation"]
        guard let number = value.flatMap(Number.double(from:)), let raw = UInt32(exactly: number) else { return nil }
        return CGImagePropertyOrientation(rawValue: raw)
    }

    /// Returns the properties for a picture that was turned upright from `orientation`.
    static func upright(
        _ properties: [String: Any], from orientation: CGImagePropertyOrientation
    ) -> [String: Any] {
        var result = properties
        if orientation.isTurned {
            // Rotation by 90° exchanges the horizontal and vertical resolution.
            result["DPIWidth"] = properties["DPIHeight"]
            result["DPIHeight"] = properties["DPIWidth"]
        }
        if result["Orientation"] != nil { result["Orientation"] = 1 }
        if var tiff = result["{TIFF}"] as? [String: Any], tiff["Orientation"] != nil {
            tiff["Orientation"] = 1
            result["{TIFF}"] = tiff
        }
        return result
    }
}

extension CGImagePropertyOrientation {
    /// Returns the transform that makes an image with this extent upright and keeps its lower left corner in place.
    func transform(for extent: CGRect) -> CGAffineTransform {
        if extent.isInfinite || extent.isNull { return linearMap }
        let turned = extent.applying(linearMap)
        return linearMap.concatenating(
            CGAffineTransform(translationX: extent.minX - turned.minX, y: extent.minY - turned.minY))
    }
}
