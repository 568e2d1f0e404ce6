import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

import let ImageFiles.kCGImagePropertyExifFlash
import let ImageFiles.kCGImagePropertyTIFFModel

/// The information about the flash and the camera in a picture's metadata.
struct FlashRecord {
    /// Whether the flash fired; nil if unknown.
    let fired: Bool?
    /// The camera's model; nil if unknown.
    let cameraModel: String?

    init(_ properties: [String: Any]) {
        let exif = properties[kCGImagePropertyExifDictionary] as? [String: Any]
        let tiff = properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
        let flash = exif?[kCGImagePropertyExifFlash].flatMap(Number.double(from:)).flatMap { Int(exactly: $0) }
        // The lowest bit says whether the flash fired, the others its mode.
        fired = flash.map { $0 & 1 == 1 }
        cameraModel = tiff?[kCGImagePropertyTIFFModel] as? String
    }
}
