import Foundation
import Pixels

/// Reads and mends the orientation among a picture's properties.
enum ImageOrientation {
    /// The orientation stored in the properties, if there is one that turns or mirrors.
    static func stored(in properties: [String: Any]) -> CGImagePropertyOrientation? {
        let value = properties["Orientation"] ?? (properties["{TIFF}"] as? [String: Any])?["Orientation"]
        guard let number = value.flatMap(Number.double(from:)), let raw = UInt32(exactly: number) else { return nil }
        return CGImagePropertyOrientation(rawValue: raw)
    }

    /// The properties of the picture after it was turned upright, as a picture stored in `orientation` is.
    static func upright(
        _ properties: [String: Any], from orientation: CGImagePropertyOrientation
    ) -> [String: Any] {
        var result = properties
        if orientation.isTurned {
            // What was across is now down.
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
    /// The map that makes an image with this extent upright, its lower left corner staying where it is.
    func transform(for extent: CGRect) -> CGAffineTransform {
        if extent.isInfinite || extent.isNull { return linearMap }
        let turned = extent.applying(linearMap)
        return linearMap.concatenating(
            CGAffineTransform(translationX: extent.minX - turned.minX, y: extent.minY - turned.minY))
    }
}
